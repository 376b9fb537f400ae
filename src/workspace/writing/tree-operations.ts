// Operations on the tree itself that concern one path: make and remove. No bytes of a file are changed.

import type { Directory, NodeStat } from "../directories/directory.js";
import { createErrno } from "../directories/errno.js";
import type { Gate } from "../gate/gate.js";
import { assertChangeableBelow } from "../gate/protected-below.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import { captureCurrent } from "../history/capture.js";
import { captureTree } from "../history/capture-tree.js";
import { runTracked, trackNewDirectories } from "../history/track.js";
import type { TrackedChange } from "../history/transaction.js";
import type { MkdirOptions, RemoveOptions } from "../interfaces/workspace.js";
import { assertNewName, createNotFoundError } from "../paths/not-found.js";
import type { Place } from "../paths/walk-path.js";
import { createExistsError } from "./atomic-write.js";
import { assertParentExists, type HeldTarget, holdTarget, tryMakeDirectory } from "./write-target.js";

/** Makes the directory at a place and whatever parents are missing; `isTakenGood` accepts one that is there already. */
function makeMissing(place: Place, isTakenGood: boolean): void {
  const target = holdTarget(place, true);
  try {
    if (tryMakeDirectory(target.parent, target.name)) return;
    if (!isTakenGood || target.parent.lookup(target.name)?.type !== "dir") throw createErrno("EEXIST");
  } finally {
    target.release();
  }
}

async function makeTracked(gate: Gate, place: Place, options: MkdirOptions): Promise<void> {
  const isRecursive = options.recursive === true;
  if (isRecursive && place.node?.type === "dir") return;
  if (!isRecursive && place.node !== null) throw createExistsError(place.path);
  assertNewName(place);
  if (!isRecursive) assertParentExists(place);
  const missing = place.components.slice(-1 - place.missingParents.length);
  const depth = place.components.length - missing.length;
  const wanted = missing.map((_, index) => place.components.slice(0, depth + index + 1));
  const changes = trackNewDirectories(place.root, wanted);
  await runTracked(gate, { tool: "mkdir", changes }, async () => makeMissing(place, isRecursive));
}

/** Makes a directory. */
export async function makeDirectory(gate: Gate, path: string, options: MkdirOptions): Promise<void> {
  await gate.access({ path, intent: "write", signal: options.signal }, ({ place }) =>
    makeTracked(gate, place, options),
  );
}

async function removeTree(directory: Directory, name: string): Promise<void> {
  const below = directory.openDirectory(name);
  try {
    for (const entry of below.entries()) {
      if (isTurnDue()) await takeTurn();
      if (entry.type === "dir") await removeTree(below, entry.name);
      else below.unlink(entry.name);
    }
  } finally {
    below.close();
  }
  directory.removeDirectory(name);
}

async function removeEntry(target: HeldTarget, node: NodeStat, options: RemoveOptions): Promise<void> {
  if (node.type !== "dir") target.parent.unlink(target.name);
  else if (options.recursive === true) await removeTree(target.parent, target.name);
  else target.parent.removeDirectory(target.name);
  await target.parent.flush();
}

/** Keeps what is about to go, as far as the history can hold it. */
async function captureRemoved(gate: Gate, place: Place, options: RemoveOptions): Promise<readonly TrackedChange[]> {
  if (gate.parts.log.isOff) return [];
  if (place.node?.type === "dir" && options.recursive === true) return captureTree(gate, place);
  const { components, path, root } = place;
  const { version } = await captureCurrent(gate.parts.log, place, options.signal);
  return [{ root: root.path, components, path, before: version, after: null }];
}

async function removeTracked(gate: Gate, place: Place, options: RemoveOptions): Promise<void> {
  const target = holdTarget(place, false);
  try {
    await gate.alone([target.lockKey], options.signal, async () => {
      const changes = await captureRemoved(gate, place, options);
      const node = target.parent.lookup(target.name);
      if (node === null) throw createNotFoundError(place);
      await runTracked(gate, { tool: "remove", changes }, () => removeEntry(target, node, options));
    });
  } finally {
    target.release();
  }
}

/** Removes a file, or a directory that is empty unless `recursive` is set. */
export async function removePath(gate: Gate, path: string, options: RemoveOptions): Promise<void> {
  await gate.access({ path, intent: "write", signal: options.signal }, async ({ place }) => {
    if (place.node === null) throw createNotFoundError(place);
    if (options.recursive === true) await assertChangeableBelow(gate, place, [place.components]);
    await removeTracked(gate, place, options);
  });
}
