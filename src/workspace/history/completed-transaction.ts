// Whether everything that a transaction was to do is done, as the files themselves say. Nothing is changed.

import { sha256Of } from "../../text/sha256.js";
import type { NodeStat } from "../directories/directory.js";
import { readCurrent } from "../writing/current-file.js";
import { inParent, type RecoveryScope } from "./recovered-place.js";
import type { RootedPath, TrackedChange, Version } from "./transaction.js";

async function lookup(scope: RecoveryScope, path: RootedPath): Promise<NodeStat | null> {
  return inParent(scope, path, async ({ name, parent }) => parent.lookup(name));
}

/** Permission bits count only where nothing else has changed: not every file system keeps them. */
async function isFileInPlace(scope: RecoveryScope, { before, ...change }: TrackedChange, after: Version) {
  const now = await inParent(scope, change, (target) => readCurrent(target, undefined));
  if (now === null || sha256Of(now.bytes) !== after.content.sha256) return false;
  return before?.content.sha256 !== after.content.sha256 || (now.mode & 0o777) === after.mode;
}

async function isInPlace(scope: RecoveryScope, change: TrackedChange): Promise<boolean> {
  const { after, renamedFrom } = change;
  if (after?.type === "file") return isFileInPlace(scope, change, after);
  const node = await lookup(scope, change);
  if (after === null) return node === null;
  const isLeft = renamedFrom === undefined || (await lookup(scope, renamedFrom)) === null;
  return node?.type === after.type && isLeft;
}

/**
 * Tells whether every path is as the transaction was to leave it. Where its process died between its last step and the
 * note of it, that makes it done.
 */
export async function isComplete(scope: RecoveryScope, changes: readonly TrackedChange[]): Promise<boolean> {
  for (const change of changes) if (!(await isInPlace(scope, change))) return false;
  return true;
}
