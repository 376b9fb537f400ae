// Operations on the tree itself that concern one path: make and remove. No bytes of a file are changed.

import { createExistsError } from "./atomic-write.js";
import type { Directory } from "./directory.js";
import { hasErrno } from "./errno.js";
import type { Gate } from "./gate.js";
import { createNotFoundError } from "./not-found.js";
import { assertChangeableBelow } from "./protected-below.js";
import { createTurnKeeper } from "./take-turns.js";
import type { Place } from "./walk-path.js";
import type { MkdirOptions, RemoveOptions } from "./workspace.js";
import { type HeldTarget, holdTarget } from "./write-target.js";

/** Makes a directory with its missing parents; one that is there already is as good. */
function ensureDirectory(place: Place): void {
  if (place.node?.type === "dir") return;
  const target = holdTarget(place, true);
  try {
    target.parent.makeDirectory(target.name);
  } catch (error) {
    if (!hasErrno(error, "EEXIST") || target.parent.lookup(target.name)?.type !== "dir") throw error;
  } finally {
    target.release();
  }
}

function makeNewDirectory(place: Place): void {
  if (place.node !== null) throw createExistsError(place.path);
  const target = holdTarget(place, false);
  try {
    target.parent.makeDirectory(target.name);
  } finally {
    target.release();
  }
}

/** Makes a directory. */
export async function makeDirectory(gate: Gate, path: string, options: MkdirOptions): Promise<void> {
  await gate.access({ path, intent: "write", signal: options.signal }, ({ place }) =>
    options.recursive === true ? ensureDirectory(place) : makeNewDirectory(place),
  );
}

async function removeTree(directory: Directory, name: string, takeTurn: () => Promise<void>): Promise<void> {
  const below = directory.openDirectory(name);
  try {
    for (const entry of below.entries()) {
      await takeTurn();
      if (entry.type === "dir") await removeTree(below, entry.name, takeTurn);
      else below.unlink(entry.name);
    }
  } finally {
    below.close();
  }
  directory.removeDirectory(name);
}

async function removeEntry(place: Place, target: HeldTarget, options: RemoveOptions): Promise<void> {
  const node = target.parent.lookup(target.name);
  if (node === null) throw createNotFoundError(place);
  if (node.type !== "dir") target.parent.unlink(target.name);
  else if (options.recursive === true) await removeTree(target.parent, target.name, createTurnKeeper());
  else target.parent.removeDirectory(target.name);
  await target.parent.flush();
}

/** Removes a file, or a directory that is empty unless `recursive` is set. */
export async function removePath(gate: Gate, path: string, options: RemoveOptions): Promise<void> {
  await gate.access({ path, intent: "write", signal: options.signal }, async ({ place }) => {
    if (place.node === null) throw createNotFoundError(place);
    if (options.recursive === true) await assertChangeableBelow(gate, place, [place.components]);
    const target = holdTarget(place, false);
    try {
      await gate.alone([target.lockKey], options.signal, () => removeEntry(place, target, options));
    } finally {
      target.release();
    }
  });
}
