// Operations that concern two paths: copy and move. Neither ever replaces a file that it was not told to.

import { FsError } from "../errors.js";
import { READ_FILE_SIZE_CAP } from "../limits.js";
import { createExistsError, writeAtomically } from "./atomic-write.js";
import { hasErrno } from "./errno.js";
import { foldName } from "./fold-name.js";
import type { Gate } from "./gate.js";
import { createNotFoundError } from "./not-found.js";
import { assertNothingProtectedBelow } from "./protected-below.js";
import { readWholeFile } from "./read-file.js";
import type { Place } from "./walk-path.js";
import type { CopyOptions } from "./workspace.js";
import { type HeldTarget, holdTarget } from "./write-target.js";

interface TwoPlaces {
  readonly source: HeldTarget;
  readonly target: HeldTarget;
  readonly sourcePlace: Place;
  readonly targetPlace: Place;
}

interface TwoPaths {
  readonly path: string;
  readonly targetPath: string;
  readonly sourceIntent: "read" | "write";
  readonly options: CopyOptions;
}

/** Holds source and target of an operation, and runs it while nobody else may change either. */
async function withTwoPlaces(
  gate: Gate,
  paths: TwoPaths,
  operation: (places: TwoPlaces) => Promise<void>,
): Promise<void> {
  const { signal } = paths.options;
  await gate.access({ path: paths.path, intent: paths.sourceIntent, signal }, async ({ place: sourcePlace }) => {
    if (sourcePlace.node === null) throw createNotFoundError(sourcePlace);
    const targetPlace = gate.enterSecond({ path: paths.targetPath, intent: "write", signal });
    const held: HeldTarget[] = [];
    try {
      const source = holdTarget(sourcePlace, false);
      held.push(source);
      const target = holdTarget(targetPlace, paths.options.createParents === true);
      held.push(target);
      const places = { source, target, sourcePlace, targetPlace };
      await gate.alone([source.lockKey, target.lockKey], signal, () => operation(places));
    } finally {
      for (const target of held) target.release();
      targetPlace.release();
    }
  });
}

function assertFreeTarget({ source, target }: TwoPlaces, options: CopyOptions): void {
  const there = target.parent.lookup(target.name);
  if (there === null) return;
  const isOtherCase = foldName(source.name) === foldName(target.name);
  if (isOtherCase && there.identity === source.parent.lookup(source.name)?.identity) return;
  if (options.overwrite === true && there.type === "file") return;
  throw createExistsError(target.path);
}

/** Writes the bytes and the permission bits of the source to the target. */
async function copyBytes(gate: Gate, { source, target, targetPlace }: TwoPlaces, options: CopyOptions): Promise<void> {
  const file = source.parent.openFile(source.name);
  try {
    const request = { path: source.path, maxBytes: READ_FILE_SIZE_CAP, signal: options.signal };
    const { bytes, mode } = await readWholeFile(file, request);
    const expected = options.overwrite === true ? undefined : null;
    const write = { bytes, expected, fileMode: mode, newFileMode: mode, signal: options.signal };
    await writeAtomically(target, write, gate.parts.journalFor(targetPlace.root.path));
  } finally {
    file.close();
  }
}

/** Copies one file with its permission bits. */
export async function copyFile(
  gate: Gate,
  paths: { readonly path: string; readonly targetPath: string },
  options: CopyOptions,
): Promise<void> {
  await withTwoPlaces(gate, { ...paths, sourceIntent: "read", options }, async (places) => {
    assertFreeTarget(places, options);
    const { target, sourcePlace } = places;
    if (sourcePlace.node?.identity === target.parent.lookup(target.name)?.identity) {
      throw new FsError("no_change", `${target.path}: source and target are the same file`, { path: target.path });
    }
    await copyBytes(gate, places, options);
  });
}

/** Renames a file without ever replacing another one that appears meanwhile. */
function renameFresh({ source, target }: TwoPlaces): void {
  if (source.parent.identity !== target.parent.identity || source.parent.lookup(source.name)?.type !== "file") {
    source.parent.rename(source.name, target.parent, target.name);
    return;
  }
  try {
    source.parent.link(source.name, target.name);
  } catch (error) {
    if (!hasErrno(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
    source.parent.rename(source.name, target.parent, target.name);
    return;
  }
  source.parent.unlink(source.name);
}

/** Moves a file or a directory. */
export async function movePath(
  gate: Gate,
  paths: { readonly path: string; readonly targetPath: string },
  options: CopyOptions,
): Promise<void> {
  await withTwoPlaces(gate, { ...paths, sourceIntent: "write", options }, async (places) => {
    assertFreeTarget(places, options);
    const { source, target, sourcePlace, targetPlace } = places;
    assertNothingProtectedBelow(gate, sourcePlace, [sourcePlace.components, targetPlace.components]);
    const isTaken = target.parent.lookup(target.name) !== null;
    source.parent.assertInPlace();
    target.parent.assertInPlace();
    try {
      if (isTaken) source.parent.rename(source.name, target.parent, target.name);
      else renameFresh(places);
    } catch (error) {
      if (!hasErrno(error, "EXDEV") || sourcePlace.node?.type !== "file") throw error;
      await copyBytes(gate, places, options);
      source.parent.unlink(source.name);
    }
    await source.parent.flush();
    await target.parent.flush();
  });
}
