// Bytes of one version of a file, with the tag that names it: held where they are few, streamed where they are many.

import { FsError } from "../errors.js";
import type { WorkspaceFileSystem } from "../workspace/interfaces/workspace.js";
import type { ByteRange } from "./byte-range.js";
import { openBytes } from "./byte-stream.js";
import { createEntityTag } from "./entity-tag.js";

const OPEN_ATTEMPTS = 3;

/** What is wanted of a version: nothing, because the client has it; nothing, because there is no such range; or bytes. */
export type Selection =
  | { readonly kind: "unchanged" }
  | { readonly kind: "unsatisfiable" }
  | { readonly kind: "bytes"; readonly range: ByteRange; readonly isPart: boolean };

/** Says which bytes of a file are wanted. */
export interface VersionRequest {
  readonly path: string;
  readonly signal: AbortSignal;
  /** Bytes that may be held; more are streamed. */
  readonly maxHeldBytes: number;
  readonly select: (version: { readonly sizeBytes: number; readonly tag: string }) => Selection;
}

/** One version of a file; `bytes` is there when few enough are wanted. */
export interface FileVersion {
  readonly path: string;
  readonly sizeBytes: number;
  /** Without quotes. */
  readonly tag: string;
  readonly selection: Selection;
  readonly bytes?: Uint8Array;
}

/** Looks at the version that is there now. */
export async function readVersion(fs: WorkspaceFileSystem, request: VersionRequest): Promise<FileVersion> {
  const { path, signal, maxHeldBytes, select } = request;
  return fs.holdFile(
    path,
    async (file) => {
      const { sizeBytes } = file;
      const tag = await createEntityTag(file, maxHeldBytes);
      const selection = select({ sizeBytes, tag });
      const version = { path: file.path, sizeBytes, tag, selection };
      if (selection.kind !== "bytes") return version;
      const { start, end } = selection.range;
      return end - start > maxHeldBytes ? version : { ...version, bytes: await file.readBytes(start, end) };
    },
    { signal },
  );
}

/** A version whose bytes are all at hand: held, or about to be streamed. */
export interface OpenVersion {
  readonly version: FileVersion;
  /** Absent where `version.bytes` has them. Must be read to the end or returned. */
  readonly chunks?: AsyncIterator<Uint8Array>;
}

/**
 * Opens the bytes that are wanted. Those that are streamed are of the version that the tag names: it was there right
 * before they were opened and right after.
 * @throws {FsError} hash_mismatch – when the file keeps changing
 */
export async function openVersion(fs: WorkspaceFileSystem, request: VersionRequest): Promise<OpenVersion> {
  for (let attempt = 0; attempt < OPEN_ATTEMPTS; attempt += 1) {
    const version = await readVersion(fs, request);
    if (version.selection.kind !== "bytes" || version.bytes !== undefined) return { version };
    const chunks = await openBytes(fs, { ...request, range: version.selection.range });
    const after = await readVersion(fs, { ...request, select: () => ({ kind: "unchanged" }) });
    if (after.tag === version.tag) return { version, chunks };
    await chunks.return?.();
  }
  throw new FsError("hash_mismatch", "the file keeps changing while it is read", {
    hint: "Try again when its writer is done.",
  });
}
