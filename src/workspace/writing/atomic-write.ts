// New bytes for one file: written beside it under a temporary name, made durable, and put in its place by one rename.
// The caller holds the locks; nothing here decides whether the write is allowed.

import { FsError } from "../../errors.js";
import { READ_FILE_SIZE_CAP } from "../../limits.js";
import type { PiecedBytes } from "../../text/byte-pieces.js";
import type { Directory, NodeStat } from "../directories/directory.js";
import { createErrno, createNotFileErrno, hasErrno } from "../directories/errno.js";
import type { TemporaryFileJournal } from "../directories/temporary-files.js";
import { Content } from "../history/content.js";
import type { WriteResult } from "../interfaces/workspace.js";
import { readWholeFile } from "../reading/read-file.js";
import { StagedFile } from "./staged-file.js";

/** Names the file that is replaced or made. */
export interface WriteTarget {
  readonly parent: Directory;
  readonly name: string;
  /** Canonical components from the root to the file. */
  readonly components: readonly string[];
  /** How messages name it. */
  readonly path: string;
}

/** What must be there now; a known version spares reading the file again as long as it has not changed. */
export interface ExpectedContent {
  /** Tells whether the file's bytes are the expected ones. */
  readonly matches: (bytes: Uint8Array) => boolean;
  readonly version?: string | undefined;
}

/** Says what the file becomes, and under which condition. */
export interface WriteRequest {
  readonly content: PiecedBytes;
  /** `null`: nothing may be there; `undefined`: anything may. */
  readonly expected: ExpectedContent | null | undefined;
  /** Permission bits; absent keeps those of an existing file. */
  readonly fileMode?: number | undefined;
  /** Permission bits of a file that does not exist yet. */
  readonly newFileMode: number;
  /** The time of the last change that the file is given; absent for now. */
  readonly mtimeMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A write that is about to happen. */
export interface WriteStep {
  /** What is there now; `null` means nothing. */
  readonly node: NodeStat | null;
  readonly content: Content;
  readonly mode: number;
  readonly temporaryName: string;
  readonly signal: AbortSignal | undefined;
}

/** Is told of a write before it happens, and of what came of it. */
export interface WriteObserver {
  /** Called again when the file changes meanwhile; answers the version of the node that it has seen. */
  prepare(step: WriteStep): Promise<string | undefined>;
  commit(): Promise<void>;
  abort(): Promise<void>;
}

/** What a write goes along with. */
export interface WriteEnvironment {
  readonly journal: TemporaryFileJournal;
  readonly observer?: WriteObserver | undefined;
}

/** Times that a file which keeps changing is looked at again. */
const OBSERVE_ATTEMPTS = 4;

/** Makes the one error for a file that is not what the caller saw last. */
export function createMismatchError(path: string, found: "changed" | "gone"): FsError {
  const what = found === "gone" ? "the file no longer exists" : "the file has changed since it was read";
  return new FsError("hash_mismatch", `${path}: ${what}`, {
    path,
    hint: "Read it again, then repeat the change on what is there now. Nothing was written.",
  });
}

/** Makes the one error for a file that was to be created where something is already. */
export function createExistsError(path: string): FsError {
  return new FsError("file_already_exists", `${path}: something is already there`, {
    path,
    hint: "Choose another path, or read the existing file and change it.",
  });
}

async function readEntry(target: WriteTarget, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const file = target.parent.openFile(target.name);
  try {
    const whole = await readWholeFile(file, { path: target.path, maxBytes: READ_FILE_SIZE_CAP, signal });
    return whole.bytes;
  } finally {
    file.close();
  }
}

/** Looks at what a write would replace; `null` means that nothing is there. Throws the platform's errors. */
export function inspectTarget(target: WriteTarget): NodeStat | null {
  const node = target.parent.lookup(target.name);
  if (node === null) return null;
  if (node.type === "symlink") throw createErrno("ELOOP");
  if (node.type !== "file") throw createNotFileErrno(node);
  target.parent.assertWritable(target.name);
  return node;
}

async function assertExpected(target: WriteTarget, node: NodeStat | null, request: WriteRequest): Promise<void> {
  const { expected } = request;
  if (expected === undefined) return;
  if (expected === null) {
    if (node !== null) throw createExistsError(target.path);
    return;
  }
  if (node === null) throw createMismatchError(target.path, "gone");
  if (node.version === expected.version) return;
  if (!expected.matches(await readEntry(target, request.signal))) throw createMismatchError(target.path, "changed");
}

/** Looks again right before the rename, since others may have written while the new bytes went to the disk. */
async function lookAgain(target: WriteTarget, seen: NodeStat | null, request: WriteRequest): Promise<NodeStat | null> {
  target.parent.assertInPlace();
  const now = inspectTarget(target);
  if (request.expected !== undefined && now?.version !== seen?.version) await assertExpected(target, now, request);
  return now;
}

/** Writes the temporary file while the observer is told; neither is left behind at work when the other fails. */
async function stageObserved(
  staged: StagedFile,
  seen: NodeStat | null,
  write: ObservedStep & Pick<WriteRequest, "mtimeMs">,
): Promise<string | undefined> {
  const { observer, step, mtimeMs } = write;
  const staging = staged.write({ content: step.content, mode: step.mode, owner: seen?.owner, mtimeMs });
  if (observer === undefined) {
    await staging;
    return undefined;
  }
  const [written, observed] = await Promise.allSettled([staging, observer.prepare(step)]);
  if (written.status === "rejected") throw written.reason;
  if (observed.status === "rejected") throw observed.reason;
  return observed.value;
}

interface ObservedStep {
  readonly observer: WriteObserver | undefined;
  readonly step: WriteStep;
}

/** Sees to it that the observer has seen the very version that is about to be replaced. */
async function assertObserved(
  target: WriteTarget,
  request: WriteRequest,
  write: ObservedStep & { readonly observed: string | undefined },
): Promise<void> {
  const { observer, step } = write;
  let now = await lookAgain(target, step.node, request);
  let { observed } = write;
  for (let attempt = 0; observer !== undefined && now?.version !== observed; attempt += 1) {
    if (attempt === OBSERVE_ATTEMPTS) throw createMismatchError(target.path, "changed");
    observed = await observer.prepare({ ...step, node: now });
    now = await lookAgain(target, now, request);
  }
}

/** Gives a finished file its name where nothing may be yet. */
export function publishFresh(staged: StagedFile, target: WriteTarget): void {
  try {
    staged.publishNew(target);
  } catch (error) {
    throw hasErrno(error, "EEXIST") ? createExistsError(target.path) : error;
  }
}

/** Makes the new name durable and tells the observer; the disk does both at once. */
async function settle(target: WriteTarget, observer: WriteObserver | undefined): Promise<void> {
  if (observer === undefined) return target.parent.flush();
  const outcomes = await Promise.allSettled([target.parent.flush(), observer.commit()]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/**
 * Replaces or creates one file. Readers see the old bytes or the new ones; a crash leaves one or the other.
 * Hard links to the old file keep the old bytes. Set-user-ID, set-group-ID and sticky bits are dropped.
 * @throws {FsError} hash_mismatch – when the file is not as expected, also when it changes until right before the rename
 * @throws {FsError} file_already_exists – when it was expected not to exist
 */
export async function writeAtomically(
  target: WriteTarget,
  request: WriteRequest,
  { journal, observer }: WriteEnvironment,
): Promise<WriteResult> {
  const seen = inspectTarget(target);
  await assertExpected(target, seen, request);
  const mode = (request.fileMode ?? seen?.mode ?? request.newFileMode) & 0o777;
  const staged = new StagedFile(target.parent, target.components.slice(0, -1), journal);
  const content = new Content(request.content);
  const step = { node: seen, content, mode, temporaryName: staged.name, signal: request.signal };
  let isPublished = false;
  try {
    const observed = await stageObserved(staged, seen, { observer, step, mtimeMs: request.mtimeMs });
    await assertObserved(target, request, { observer, step, observed });
    request.signal?.throwIfAborted();
    if (request.expected === null) publishFresh(staged, target);
    else staged.publishOver(target);
    isPublished = true;
  } finally {
    staged.finish();
    if (!isPublished) await observer?.abort();
  }
  await settle(target, observer);
  return { created: seen === null, sha256: content.sha256, mode, bytesWritten: content.size };
}
