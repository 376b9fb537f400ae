// Operations that concern two paths: copy and move. Neither ever replaces a file that it was not told to.

import { FsError } from "../../errors.js";
import { READ_FILE_SIZE_CAP } from "../../limits.js";
import { foldName } from "../../text/fold-name.js";
import { createErrno, createNotFileErrno, hasErrno, toFsError } from "../directories/errno.js";
import type { Gate } from "../gate/gate.js";
import { assertChangeableBelow } from "../gate/protected-below.js";
import { captureCurrent } from "../history/capture.js";
import { observeWrite, runTracked, trackNewDirectories } from "../history/track.js";
import type { TrackedChange, TransactionDraft } from "../history/transaction.js";
import type { CopyOptions } from "../interfaces/workspace.js";
import { assertNewName, createNotFoundError } from "../paths/not-found.js";
import type { Place } from "../paths/walk-path.js";
import { readWholeFile } from "../reading/read-file.js";
import { createExistsError, writeAtomically } from "./atomic-write.js";
import { assertCopied, type Copied } from "./verify-copy.js";
import { assertNamesFile, type HeldTarget, holdTarget } from "./write-target.js";

interface TwoPlaces {
  readonly source: HeldTarget;
  readonly target: HeldTarget;
  readonly sourcePlace: Place;
  readonly targetPlace: Place;
}

interface TwoPaths {
  readonly path: string;
  readonly targetPath: string;
}

interface Transfer {
  readonly sourceIntent: "read" | "write";
  readonly options: CopyOptions;
  /** Takes back what was there, under whatever name it had. */
  readonly isRestoring?: boolean;
  /** Refuses a source by its own name, before the target is looked at. */
  readonly assertSource: (source: Place) => void;
  /** Answers the bytes that were written. */
  readonly run: (places: TwoPlaces) => Promise<number>;
}

async function holdBoth(
  gate: Gate,
  places: Pick<TwoPlaces, "sourcePlace" | "targetPlace">,
  transfer: Transfer,
): Promise<number> {
  const { sourcePlace, targetPlace } = places;
  if (sourcePlace.node === null) throw createNotFoundError(sourcePlace);
  transfer.assertSource(sourcePlace);
  if (transfer.isRestoring !== true) assertNewName(targetPlace);
  if (sourcePlace.node.type !== "dir" && targetPlace.node === null) assertNamesFile(targetPlace);
  const held: HeldTarget[] = [];
  try {
    const source = holdTarget(sourcePlace, false);
    held.push(source);
    const target = holdTarget(targetPlace, transfer.options.createParents === true);
    held.push(target);
    const run = (): Promise<number> => transfer.run({ ...places, source, target });
    return await gate.alone([source.lockKey, target.lockKey], transfer.options.signal, run);
  } finally {
    for (const target of held) target.release();
  }
}

/** Holds source and target of an operation, and runs it while nobody else may change either. */
async function transferPath(gate: Gate, paths: TwoPaths, transfer: Transfer): Promise<void> {
  const { signal } = transfer.options;
  await gate.access({ path: paths.targetPath, intent: "write", signal }, async ({ place: targetPlace, facts }) => {
    const sourcePlace = gate.enterSecond({ path: paths.path, intent: transfer.sourceIntent, signal });
    try {
      facts.bytesWritten = await holdBoth(gate, { sourcePlace, targetPlace }, transfer);
    } finally {
      sourcePlace.release();
    }
  });
}

function isSameNode({ source, target }: TwoPlaces): boolean {
  const there = target.parent.lookup(target.name);
  return there !== null && there.identity === source.parent.lookup(source.name)?.identity;
}

/** Another spelling of the source's own name, on a file system that takes both for the same. */
function isOtherSpelling(places: TwoPlaces): boolean {
  return foldName(places.source.name) === foldName(places.target.name) && isSameNode(places);
}

function assertFreeTarget(places: TwoPlaces, options: CopyOptions): void {
  const there = places.target.parent.lookup(places.target.name);
  if (there === null || isOtherSpelling(places)) return;
  if (options.overwrite === true && there.type === "file") return;
  if (there.type === "dir") throw createDirectoryThereError(places);
  throw createExistsError(places.target.path);
}

function createDirectoryThereError({ source, target: { path } }: TwoPlaces): FsError {
  return new FsError("file_already_exists", `${path}: a directory is there`, {
    path,
    hint: `Nothing was done. To put it into that directory, give its new path: ${path}/${source.name}.`,
    details: { type: "dir" },
  });
}

function createSameFileError({ target: { path } }: TwoPlaces): FsError {
  const hint = "Nothing was done. Choose another target path.";
  return new FsError("no_change", `${path}: source and target are the same.`, { path, hint });
}

/** Says how the history sees a copy. */
interface CopyTracking {
  readonly tool: string;
  readonly further?: readonly TrackedChange[];
  readonly movedFrom?: string;
}

/** Gives the target the bytes, the permission bits and the time of the source. */
async function copyBytes(
  gate: Gate,
  { source, target, targetPlace }: TwoPlaces,
  { options, ...tracking }: CopyTracking & { readonly options: CopyOptions },
): Promise<Copied> {
  const file = source.parent.openFile(source.name);
  try {
    const request = { path: source.path, maxBytes: READ_FILE_SIZE_CAP, signal: options.signal };
    const { bytes, mode, version } = await readWholeFile(file, request);
    const { mtimeMs } = file.stat();
    const expected = options.overwrite === true ? undefined : null;
    const write = { content: bytes, expected, fileMode: mode, newFileMode: mode, mtimeMs, signal: options.signal };
    const { madeParents } = target;
    const result = await writeAtomically(target, write, {
      journal: gate.parts.journalFor(targetPlace.root.path),
      observer: observeWrite(gate, { root: targetPlace.root, target, madeParents, ...tracking }),
    });
    return { bytesWritten: result.bytesWritten, sha256: result.sha256, sourceVersion: version };
  } finally {
    file.close();
  }
}

function assertCopyable({ name, node, path }: Place): void {
  if (name !== "" && node?.type === "file") return;
  if (node?.type === "other") throw toFsError(createNotFileErrno(node), path);
  throw new FsError("not_a_file", `${path}: it is a directory`, {
    path,
    hint: "Only single files are copied: make the directory, then copy its files one by one.",
  });
}

function assertMovable({ name, path }: Place): void {
  if (name === "") throw toFsError(createErrno("EISROOT"), path);
}

/** Copies one file with its permission bits and its time. */
export async function copyFile(gate: Gate, paths: TwoPaths, options: CopyOptions): Promise<void> {
  const run = async (places: TwoPlaces): Promise<number> => {
    assertFreeTarget(places, options);
    if (isSameNode(places)) throw createSameFileError(places);
    return (await copyBytes(gate, places, { tool: "copy", options })).bytesWritten;
  };
  await transferPath(gate, paths, { sourceIntent: "read", assertSource: assertCopyable, options, run });
}

/** Renames what nothing stands in the way of; a file never replaces another one that appears meanwhile. */
function renameFresh({ source, target }: TwoPlaces): void {
  if (source.parent.lookup(source.name)?.type !== "file") {
    source.parent.rename(source.name, target.parent, target.name);
    return;
  }
  try {
    source.parent.link(source.name, target.parent, target.name);
  } catch (error) {
    if (!hasErrno(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
    source.parent.rename(source.name, target.parent, target.name);
    return;
  }
  source.parent.unlink(source.name);
}

function renameEntry(places: TwoPlaces): void {
  const { source, target } = places;
  source.parent.assertInPlace();
  target.parent.assertInPlace();
  if (target.parent.lookup(target.name) === null) renameFresh(places);
  else if (isSameNode(places) && !isOtherSpelling(places)) source.parent.unlink(source.name);
  else source.parent.rename(source.name, target.parent, target.name);
}

async function flushBoth({ source, target }: TwoPlaces): Promise<void> {
  await source.parent.flush();
  await target.parent.flush();
}

function isSamePath({ source, target }: TwoPlaces): boolean {
  return source.name === target.name && source.parent.identity === target.parent.identity;
}

/** Describes a move for the history; a directory is one change, whatever it holds. */
async function trackMove(gate: Gate, places: TwoPlaces): Promise<readonly TrackedChange[]> {
  if (gate.parts.log.isOff) return [];
  const { source, target, sourcePlace, targetPlace } = places;
  const { log } = gate.parts;
  const { version: moved } = await captureCurrent(log, source, undefined);
  const from = { root: sourcePlace.root.path, components: sourcePlace.components };
  const to = { root: targetPlace.root.path, components: targetPlace.components, path: targetPlace.path };
  const made = trackNewDirectories(targetPlace.root, target.madeParents);
  const arrived = { ...to, after: moved, movedFrom: sourcePlace.path };
  if (moved?.type === "dir") return [...made, { ...arrived, before: null, renamedFrom: from }];
  const replaced = isOtherSpelling(places) ? null : (await captureCurrent(log, target, undefined)).version;
  return [...made, { ...arrived, before: replaced }, { ...from, path: sourcePlace.path, before: moved, after: null }];
}

/** Moves a file to another device, where a rename cannot lead: a copy, a look at it, and only then the source's end. */
async function moveByCopy(gate: Gate, places: TwoPlaces, options: CopyOptions): Promise<number> {
  const { source, target, sourcePlace } = places;
  const { version } = await captureCurrent(gate.parts.log, source, options.signal);
  const { components, path, root } = sourcePlace;
  const further = [{ root: root.path, components, path, before: version, after: null }];
  const copied = await copyBytes(gate, places, { tool: "move", options, further, movedFrom: path });
  await assertCopied(source, target, copied);
  source.parent.unlink(source.name);
  return copied.bytesWritten;
}

/** Says how a tree of files changes, and how the history sees it. */
export interface MoveOptions extends CopyOptions {
  readonly tracking?: Pick<TransactionDraft, "tool" | "reverts"> | undefined;
}

/** Renames; answers `false` where only a copy leads to the target. */
async function tryRename(gate: Gate, places: TwoPlaces, tracking: MoveOptions["tracking"]): Promise<boolean> {
  try {
    const changes = await trackMove(gate, places);
    await runTracked(gate, { tool: "move", ...tracking, changes }, async () => {
      renameEntry(places);
      await flushBoth(places);
    });
    return true;
  } catch (error) {
    if (!hasErrno(error, "EXDEV") || places.sourcePlace.node?.type !== "file") throw error;
    return false;
  }
}

/** Moves a file or a directory. */
export async function movePath(gate: Gate, paths: TwoPaths, options: MoveOptions): Promise<void> {
  const run = async (places: TwoPlaces): Promise<number> => {
    assertFreeTarget(places, options);
    if (isSamePath(places)) throw createSameFileError(places);
    const { sourcePlace, targetPlace } = places;
    await assertChangeableBelow(gate, sourcePlace, [sourcePlace.components, targetPlace.components]);
    if (await tryRename(gate, places, options.tracking)) return 0;
    const bytesWritten = await moveByCopy(gate, places, options);
    await flushBoth(places);
    return bytesWritten;
  };
  const isRestoring = options.tracking !== undefined;
  await transferPath(gate, paths, { sourceIntent: "write", assertSource: assertMovable, options, isRestoring, run });
}
