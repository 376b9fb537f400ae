// Operations on the tree itself: make directories, copy, move and remove. No bytes of a file are changed in place.

import { FsError } from "../errors.js";
import { MAX_WALK_DEPTH, READ_FILE_SIZE_CAP } from "../limits.js";
import { createExistsError, sha256Of, writeAtomically } from "./atomic-write.js";
import type { Directory } from "./directory.js";
import { createErrno, hasErrno } from "./errno.js";
import { foldName } from "./fold-name.js";
import type { Gate } from "./gate.js";
import { createNotFoundError } from "./not-found.js";
import { createProtectedBelowError } from "./protected-paths.js";
import { readWholeFile } from "./read-file.js";
import type { Place } from "./walk-path.js";
import type { CopyOptions, MkdirOptions, RemoveOptions } from "./workspace.js";
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

/** Visits every entry below a directory; the components are relative to it. */
function* listBelow(
  directory: Directory,
  components: readonly string[] = [],
): Generator<readonly string[], void, void> {
  if (components.length > MAX_WALK_DEPTH) throw createErrno("ENAMETOOLONG");
  for (const entry of directory.entries()) {
    const below = [...components, entry.name];
    yield below;
    if (entry.type !== "dir") continue;
    const next = directory.openDirectory(entry.name);
    try {
      yield* listBelow(next, below);
    } finally {
      next.close();
    }
  }
}

/** Refuses to move or remove a directory with something protected below it, under its old names and its new ones. */
function assertNothingProtectedBelow(gate: Gate, place: Place, names: readonly (readonly string[])[]): void {
  if (place.node?.type !== "dir") return;
  const directory = place.parent.openDirectory(place.name);
  try {
    for (const below of listBelow(directory)) {
      const found = names
        .map((name) => [...name, ...below])
        .find((components) => gate.parts.protection.isProtected(components));
      if (found !== undefined) throw createProtectedBelowError(place, found);
    }
  } finally {
    directory.close();
  }
}

function removeTree(directory: Directory, name: string): void {
  const below = directory.openDirectory(name);
  try {
    for (const entry of below.entries()) {
      if (entry.type === "dir") removeTree(below, entry.name);
      else below.unlink(entry.name);
    }
  } finally {
    below.close();
  }
  directory.removeDirectory(name);
}

function removeEntry(place: Place, target: HeldTarget, options: RemoveOptions): void {
  const node = target.parent.lookup(target.name);
  if (node === null) throw createNotFoundError(place);
  if (node.type !== "dir") {
    target.parent.unlink(target.name);
    return;
  }
  if (options.recursive === true) removeTree(target.parent, target.name);
  else target.parent.removeDirectory(target.name);
}

/** Removes a file, or a directory that is empty unless `recursive` is set. */
export async function removePath(gate: Gate, path: string, options: RemoveOptions): Promise<void> {
  await gate.access({ path, intent: "write", signal: options.signal }, async ({ place }) => {
    if (place.node === null) throw createNotFoundError(place);
    assertNothingProtectedBelow(gate, place, [place.components]);
    const target = holdTarget(place, false);
    try {
      await gate.alone([target.lockKey], options.signal, async () => {
        removeEntry(place, target, options);
        await target.parent.flush();
      });
    } finally {
      target.release();
    }
  });
}

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

/** Copies one file with its permission bits. */
export async function copyFile(
  gate: Gate,
  paths: { readonly path: string; readonly targetPath: string },
  options: CopyOptions,
): Promise<void> {
  await withTwoPlaces(gate, { ...paths, sourceIntent: "read", options }, async (places) => {
    assertFreeTarget(places, options);
    const { source, target, sourcePlace, targetPlace } = places;
    if (sourcePlace.node?.identity === target.parent.lookup(target.name)?.identity) {
      throw new FsError("no_change", `${target.path}: source and target are the same file`, { path: target.path });
    }
    const file = source.parent.openFile(source.name);
    try {
      const whole = await readWholeFile(file, {
        path: source.path,
        maxBytes: READ_FILE_SIZE_CAP,
        signal: options.signal,
      });
      const write = {
        bytes: whole.bytes,
        expected: options.overwrite === true ? undefined : null,
        fileMode: whole.mode,
        newFileMode: whole.mode,
        signal: options.signal,
      };
      await writeAtomically(target, write, gate.parts.journalFor(targetPlace.root.path));
    } finally {
      file.close();
    }
  });
}

/** Moves a file to another device: a copy that is checked, then the removal of the source. */
async function moveAcrossDevices(gate: Gate, places: TwoPlaces, options: CopyOptions): Promise<void> {
  const { source, target, targetPlace } = places;
  const file = source.parent.openFile(source.name);
  try {
    const whole = await readWholeFile(file, {
      path: source.path,
      maxBytes: READ_FILE_SIZE_CAP,
      signal: options.signal,
    });
    const expected = options.overwrite === true ? undefined : null;
    const write = {
      bytes: whole.bytes,
      expected,
      fileMode: whole.mode,
      newFileMode: whole.mode,
      signal: options.signal,
    };
    const written = await writeAtomically(target, write, gate.parts.journalFor(targetPlace.root.path));
    if (written.sha256 !== sha256Of(whole.bytes)) throw createErrno("EIO");
  } finally {
    file.close();
  }
  source.parent.unlink(source.name);
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
      await moveAcrossDevices(gate, places, options);
    }
    await source.parent.flush();
    await target.parent.flush();
  });
}
