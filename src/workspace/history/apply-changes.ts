// The one way to change many files: everything is let through, locked and compared first, and then all of it happens or
// nothing.

import { FsError } from "../../errors.js";
import type { Directory } from "../directory.js";
import { toFsError } from "../errno.js";
import type { ChangedFile, ChangesOptions, ChangesResult, FileChange } from "../file-changes.js";
import type { Access, Gate } from "../gate.js";
import { enforceWriteSize } from "../policy.js";
import { assertParentExists } from "../write-target.js";
import { ChangeTarget } from "./change-target.js";
import { NewDirectories } from "./new-directories.js";

/** Says what changes, and who asks. */
export interface ChangesRequest {
  readonly changes: readonly FileChange[];
  readonly options: ChangesOptions;
  /** Bytes of one new content at most; default the limit of the workspace. */
  readonly maxBytes?: number | undefined;
}

function createTargets(gate: Gate, request: ChangesRequest, accesses: readonly Access[]): readonly ChangeTarget[] {
  const maxBytes = request.maxBytes ?? gate.parts.limits.maxWriteBytes;
  const targets = accesses.map(({ place }, index) => {
    const change = request.changes[index] ?? { path: place.path, content: null };
    if (request.options.createParents !== true) assertParentExists(place);
    enforceWriteSize(change.content?.length ?? 0, place.path, maxBytes);
    return atTarget(place.path, () => new ChangeTarget(place, change, gate.parts.journalFor(place.root.path)));
  });
  assertDistinct(targets);
  return targets;
}

function atTarget<Result>(path: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw toFsError(error, path);
  }
}

/** Writes all new contents; none is left unfinished behind when one fails. */
async function stageAll(targets: readonly ChangeTarget[]): Promise<void> {
  const outcomes = await Promise.allSettled(targets.map(async (target) => target.stage()));
  outcomes.forEach((outcome, index) => {
    if (outcome.status === "rejected") throw toFsError(outcome.reason, targets[index]?.place.path ?? "");
  });
}

/** Runs a step of one file after the other, so that the first failure is the one that is told. */
async function forEachTarget(
  targets: readonly ChangeTarget[],
  signal: AbortSignal | undefined,
  step: (target: ChangeTarget) => Promise<void> | void,
): Promise<void> {
  for (const target of targets) {
    signal?.throwIfAborted();
    try {
      await step(target);
    } catch (error) {
      throw error === signal?.reason ? error : toFsError(error, target.place.path);
    }
  }
}

function assertDistinct(targets: readonly ChangeTarget[]): void {
  const seen = new Set<string>();
  for (const { place } of targets) {
    const key = JSON.stringify([place.root.path, ...place.components]);
    if (seen.has(key)) {
      throw new FsError("parse_error", `${place.path}: the file is named twice`, {
        path: place.path,
        hint: "Name each file once, with the content that it has in the end.",
      });
    }
    seen.add(key);
  }
}

/** Finds the permission bits for a file that does not exist yet: those of the file that its content came from. */
function fallbackModeOf(target: ChangeTarget, targets: readonly ChangeTarget[], newFileMode: number): number {
  const { movedFrom } = target.change;
  const source = movedFrom === undefined ? undefined : targets.find(({ change }) => change.path === movedFrom);
  return source?.before?.mode ?? newFileMode;
}

async function flushAll(directories: readonly Directory[]): Promise<void> {
  const distinct = new Map(directories.map((directory) => [directory.identity, directory]));
  await Promise.all(Array.from(distinct.values(), (directory) => directory.flush()));
}

/** Goes back over what was done, the last first; answers what could not be brought back. */
async function takeBackAll(targets: readonly ChangeTarget[], directories: NewDirectories): Promise<readonly string[]> {
  const left: string[] = [];
  for (const target of targets.toReversed()) {
    const isBack = await target.takeBack().catch(() => false);
    if (!isBack) left.push(target.place.path);
  }
  const changed = [...targets.map(({ parent }) => parent), ...directories.changed];
  directories.takeBack();
  await flushAll(changed.filter(isInPlace)).catch(() => {});
  return left;
}

function isInPlace(directory: Directory): boolean {
  try {
    directory.assertInPlace();
    return true;
  } catch {
    return false;
  }
}

function createLeftError(left: readonly string[], cause: unknown): FsError {
  return new FsError("patch_conflict", `${left.join(", ")}: changed by somebody else while the change was taken back`, {
    path: left[0],
    hint: "All other files are as they were before. Look at the named ones.",
    details: { files: left },
    cause,
  });
}

/** Does all of it, from the first visible step on without looking at the signal again. */
async function publishAll(targets: readonly ChangeTarget[], directories: NewDirectories): Promise<void> {
  try {
    await forEachTarget(targets, undefined, (target) => target.makeParents(directories));
    await forEachTarget(targets, undefined, (target) => target.publish());
    await flushAll([...targets.map(({ parent }) => parent), ...directories.changed]);
  } catch (error) {
    const left = await takeBackAll(targets, directories);
    throw left.length === 0 ? error : createLeftError(left, error);
  }
}

async function changeLocked(gate: Gate, targets: readonly ChangeTarget[], options: ChangesOptions): Promise<void> {
  const { signal } = options;
  const directories = new NewDirectories();
  try {
    await forEachTarget(targets, signal, (target) => target.inspect(signal));
    for (const target of targets) target.plan(fallbackModeOf(target, targets, gate.parts.newFileMode));
    await stageAll(targets);
    await forEachTarget(targets, signal, (target) => target.assertUnchanged(signal));
    signal?.throwIfAborted();
    await publishAll(targets, directories);
  } finally {
    for (const target of targets) target.discard();
    directories.release();
  }
}

function describeTarget(target: ChangeTarget): ChangedFile {
  const [before, after] = [target.describeBefore(), target.describeAfter()];
  const written = before === null ? "create" : "update";
  const { movedFrom } = target.change;
  return {
    path: target.place.path,
    operation: after === null ? "remove" : written,
    before,
    after,
    ...(movedFrom === undefined ? {} : { movedFrom }),
  };
}

/** Changes many files: all of them, or none. */
export async function applyChanges(gate: Gate, request: ChangesRequest): Promise<ChangesResult> {
  const { changes, options } = request;
  const wanted = changes.map(({ path }) => ({ path, intent: "write", signal: options.signal }) as const);
  return gate.accessAll(wanted, async (accesses) => {
    const targets = createTargets(gate, request, accesses);
    const keys = targets.map(({ lockKey }) => lockKey);
    await gate.alone(keys, options.signal, () => changeLocked(gate, targets, options));
    accesses.forEach(({ facts }, index) => {
      const after = targets[index]?.describeAfter();
      if (after === null || after === undefined) return;
      facts.bytesWritten = after.size;
      if (after.sha256 !== null) facts.sha256 = after.sha256;
    });
    return { files: targets.map(describeTarget) };
  });
}
