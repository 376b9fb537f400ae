// Takes back what a killed process had begun, as its records say. A file that somebody else has changed since stays.

import { sha256Of } from "../../text/sha256.js";
import { isProcessAlive } from "../directories/state-directory.js";
import type { TemporaryFileJournal } from "../directories/temporary-files.js";
import type { HistoryState } from "../interfaces/workspace-history.js";
import { publishFresh, type WriteTarget } from "../writing/atomic-write.js";
import { readCurrent } from "../writing/current-file.js";
import { StagedFile } from "../writing/staged-file.js";
import { tryMakeDirectory } from "../writing/write-target.js";
import { isComplete } from "./completed-transaction.js";
import { Content } from "./content.js";
import type { DiskJournal } from "./disk-journal.js";
import type { WrittenTransaction } from "./record-form.js";
import { inParent, type RecoveryScope } from "./recovered-place.js";
import type { RootedPath, TrackedChange, Version } from "./transaction.js";

function isVersion(bytes: Uint8Array | null, version: Version | null): boolean {
  if (bytes === null || version === null) return bytes === null && version === null;
  return version.type === "file" && version.content.sha256 === sha256Of(bytes);
}

async function restore(
  target: WriteTarget,
  before: Version,
  request: { isTaken: boolean; journal: TemporaryFileJournal },
) {
  const bytes = await before.content.load();
  if (bytes === null) return false;
  const staged = new StagedFile(target.parent, target.components.slice(0, -1), request.journal);
  try {
    await staged.write({
      content: new Content(bytes),
      mode: before.mode,
      owner: target.parent.lookup(target.name)?.owner,
    });
    if (request.isTaken) staged.publishOver(target);
    else publishFresh(staged, target);
    await target.parent.flush();
    return true;
  } finally {
    staged.finish();
  }
}

/** Brings one file back; answers `false` where it is neither what was there before nor what the transaction made. */
async function recoverFile(scope: RecoveryScope, change: TrackedChange): Promise<boolean> {
  const { after, before } = change;
  const outcome = await inParent(scope, change, async (target) => {
    const now = (await readCurrent(target, undefined))?.bytes ?? null;
    if (isVersion(now, before)) return true;
    if (!isVersion(now, after)) return false;
    if (before === null) target.parent.unlink(target.name);
    else return restore(target, before, { isTaken: now !== null, journal: scope.journalFor(change.root) });
    return true;
  });
  return outcome ?? before === null;
}

/** Renames a directory back where its old name is free; answers `false` where both names are taken, or none. */
async function recoverRename(scope: RecoveryScope, change: TrackedChange, from: RootedPath): Promise<boolean> {
  const outcome = await inParent(scope, from, async (source) => {
    if (source.parent.lookup(source.name) !== null) return true;
    return inParent(scope, change, async (target) => {
      if (target.parent.lookup(target.name)?.type !== "dir") return false;
      target.parent.rename(target.name, source.parent, source.name);
      return true;
    });
  });
  return outcome === true;
}

async function makeAgain(scope: RecoveryScope, change: TrackedChange): Promise<void> {
  await inParent(scope, change, async ({ name, parent }) => tryMakeDirectory(parent, name));
}

async function removeMade(scope: RecoveryScope, change: TrackedChange): Promise<void> {
  await inParent(scope, change, async ({ name, parent }) => {
    try {
      parent.removeDirectory(name);
    } catch {
      // Somebody else uses it, or it is gone.
    }
  });
}

function isFile(version: Version | null): boolean {
  return version?.type === "file";
}

async function recoverChange(scope: RecoveryScope, change: TrackedChange): Promise<boolean> {
  if (change.renamedFrom !== undefined) return recoverRename(scope, change, change.renamedFrom);
  if (isFile(change.before) || isFile(change.after)) return recoverFile(scope, change);
  return change.before?.type !== "other";
}

/** Puts directories in front of those that lie in them. */
function byDepth(one: TrackedChange, other: TrackedChange): number {
  return one.components.length - other.components.length;
}

/** Takes one transaction back; answers how it has ended. */
async function recoverTransaction(
  scope: RecoveryScope,
  { changes, context }: WrittenTransaction,
): Promise<HistoryState> {
  if (await isComplete(scope, changes)) return "committed";
  const removed = changes.filter(({ after, before }) => after === null && before?.type === "dir");
  for (const change of removed.toSorted(byDepth)) await makeAgain(scope, change);
  let isBack = true;
  for (const change of changes.toReversed()) {
    if (await recoverChange(scope, change)) continue;
    isBack = false;
    scope.onConflict({ change, context });
  }
  const made = changes.filter(({ after, before }) => before === null && after?.type === "dir");
  for (const change of made.toSorted(byDepth).reverse()) await removeMade(scope, change);
  return isBack ? "aborted" : "conflicted";
}

function isWithin(scope: RecoveryScope, { changes }: WrittenTransaction): boolean {
  return changes.every(({ root }) => scope.roots.some(({ path }) => path === root));
}

/**
 * Takes back every transaction of a journal whose process is dead and whose roots are all open. Answers whether nothing
 * that has begun is left.
 */
export async function recoverJournal(journal: DiskJournal, scope: RecoveryScope): Promise<boolean> {
  let isDone = true;
  for (const name of journal.begun().toReversed()) {
    const written = journal.records.read(name, journal.blobs);
    if (written === undefined) {
      journal.records.remove(name);
      continue;
    }
    const isOurs = isWithin(scope, written) && !isProcessAlive(written.owner);
    if (isOurs) journal.records.finish(name.stem, await recoverTransaction(scope, written));
    else isDone = false;
  }
  return isDone;
}
