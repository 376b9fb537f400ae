// Patches over a store: planned as over a workspace, then written file by file, and taken back where that fails.

import { FsError, isFsError } from "../errors.js";
import { MAX_PATCH_FILE_BYTES } from "../limits.js";
import type { ParsedPatch } from "../patch/parsed-patch.js";
import { foldPath } from "../patch/path-collisions.js";
import type { FileChange, PatchOptions, PatchResult } from "../workspace/interfaces/workspace.js";
import { applyPatchTo } from "../workspace/patch/apply-patch.js";
import {
  assertVersion,
  createTooLargeError,
  type PatchTarget,
  type TargetRequest,
} from "../workspace/patch/patch-target.js";
import { contentSha256 } from "./content-sha256.js";
import type { FileStat, MutableStore, StoreCallOptions } from "./file-store.js";
import { type ExplainMissing, type FileRequest, resolveOwnPath } from "./own-path.js";
import { runInTurn, updateWithinTurn } from "./store-lock.js";
import { showStorePath } from "./store-path.js";

/**
 * Plans a patch over a store and, unless it is a dry run, carries it out: every file is compared with what the plan was
 * made from before the first is written, and a failure in between takes back what was done.
 * NOT guaranteed: that nobody sees some files new and others old meanwhile; that the process lives on in between; and
 * that taking back works, which the error then says.
 */
export function patchStore(
  store: MutableStore,
  given: string | ParsedPatch,
  { explainMissing, ...options }: PatchOptions & { readonly explainMissing: ExplainMissing },
): Promise<PatchResult> {
  const { signal, maxFileBytes = MAX_PATCH_FILE_BYTES } = options;
  const files = {
    maxFileBytes,
    find: (request: TargetRequest) => findTarget(store, request, explainMissing),
    apply: async (changes: readonly FileChange[]) => {
      await changeFiles(store, changes, { signal });
      return undefined;
    },
  };
  return applyPatchTo(files, given, options);
}

async function findTarget(
  store: MutableStore,
  request: TargetRequest,
  explainMissing: ExplainMissing,
): Promise<PatchTarget> {
  const { given, signal, isNew } = request;
  const file = { store, path: given, signal };
  try {
    const stat = await store.stat(given, { signal });
    const path = isNew ? await resolveOwnPath(file) : (stat?.path ?? showStorePath(given));
    const content = stat === null ? null : await readFile(file, { ...stat, path }, request.maxFileBytes);
    const sha256 = content === null ? null : await contentSha256(content);
    assertVersion(path, sha256, request.expectedSha256);
    const missing = content === null && !isNew ? { missing: await explainMissing(file) } : {};
    return { given, path, pathFromRoot: stat?.pathFromRoot, content, sha256, mode: stat?.mode, ...missing };
  } catch (error) {
    signal?.throwIfAborted();
    if (!isFsError(error)) throw error;
    return { given, path: showStorePath(given), content: null, sha256: null, refusal: error };
  }
}

async function readFile(
  { store, path: given, signal }: FileRequest,
  { path, type, size }: FileStat & { readonly path: string },
  maxBytes: number,
): Promise<Uint8Array | null> {
  if (type === "dir")
    throw new FsError("not_a_file", `${path} is a directory.`, { path, hint: "Name a file inside it." });
  if (size > maxBytes) throw createTooLargeError(path, size, maxBytes);
  return store.read(given, { signal });
}

/** One file that is about to be changed, as it was. */
interface VerifiedChange extends FileChange {
  readonly before: Uint8Array | null;
  /** Permission bits that it had. */
  readonly mode: number | undefined;
}

async function changeFiles(
  store: MutableStore,
  changes: readonly FileChange[],
  { signal }: StoreCallOptions,
): Promise<void> {
  await runInTurn(store, { paths: changes.map(({ path }) => path), signal }, async () => {
    const verified: VerifiedChange[] = [];
    for (const change of changes) verified.push(await verify(store, change, signal));
    signal?.throwIfAborted();
    // From here on an abort would only leave a part behind. What is written comes before what goes away.
    await makeAll(
      store,
      verified.toSorted((a, b) => Number(a.content === null) - Number(b.content === null)),
    );
  });
}

async function verify(
  store: MutableStore,
  change: FileChange,
  signal: AbortSignal | undefined,
): Promise<VerifiedChange> {
  const { path, movedFrom, expectedSha256 } = change;
  if (movedFrom !== undefined && foldPath(movedFrom) === foldPath(path)) {
    throw new FsError("patch_conflict", `${movedFrom} and ${path} may be one file in this store`, {
      path,
      hint: "Nothing was changed. Move the file to another name first, where only letter case is to change.",
    });
  }
  const before = await store.read(path, { signal });
  assertVersion(path, before === null ? null : await contentSha256(before), expectedSha256);
  const mode = before === null ? undefined : (await store.stat(path, { signal }))?.mode;
  return { ...change, before, mode };
}

async function makeAll(store: MutableStore, changes: readonly VerifiedChange[]): Promise<void> {
  for (const [index, change] of changes.entries()) {
    try {
      await putContent(store, change, change.expectedSha256);
    } catch (error) {
      throw await takeBackAll(store, { made: changes.slice(0, index), failed: change }, error);
    }
  }
}

async function putContent(
  store: MutableStore,
  { path, content, fileMode }: Pick<FileChange, "path" | "content" | "fileMode">,
  expectedSha256: string | null | undefined,
): Promise<void> {
  if (content === null) await store.remove(path);
  else await updateWithinTurn(store, { path, mode: fileMode, expectedSha256, change: () => content });
}

interface PartOfPatch {
  readonly made: readonly VerifiedChange[];
  readonly failed: VerifiedChange;
}

/** Brings back every file that was changed, and answers the error that says how that went. */
async function takeBackAll(store: MutableStore, { made, failed }: PartOfPatch, error: unknown): Promise<unknown> {
  const isForeign = isFsError(error) && (error.kind === "hash_mismatch" || error.kind === "file_already_exists");
  const left: string[] = [];
  for (const change of [...made, ...(isForeign ? [] : [failed])].reverse()) {
    const isBack = await takeBack(store, change, change === failed).catch(() => false);
    if (!isBack) left.push(change.path);
  }
  if (left.length === 0) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new FsError("io_error", `the patch failed and could not be taken back: ${reason}`, {
    path: failed.path,
    hint: `Look at ${left.join(", ")} first: nobody knows what they hold now. All other files are as they were.`,
    details: { notRestored: left },
    cause: error,
  });
}

/** Answers `false` where somebody else has written meanwhile, which then stays; a write that failed may be half done. */
async function takeBack(store: MutableStore, change: VerifiedChange, mayBeTorn: boolean): Promise<boolean> {
  const { path, content, before, mode } = change;
  const now = await store.read(path);
  if (isSame(now, before)) return true;
  if (!mayBeTorn && !isSame(now, content)) return false;
  await putContent(store, { path, content: before, fileMode: mode }, undefined);
  return true;
}

function isSame(left: Uint8Array | null, right: Uint8Array | null): boolean {
  return left === null || right === null ? left === right : Buffer.compare(left, right) === 0;
}
