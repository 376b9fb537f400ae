// The bytes of a file of a store, by range: a small file is read once, so that content and hash belong together.

import { createHash } from "node:crypto";
import type { ByteSource } from "../text/line-window.js";
import { type FileRequest, fileNotFoundError } from "./find-file.js";

/** Gives access to the bytes of one file. */
export interface FileSource extends ByteSource {
  /** The whole content, when it was read at once. */
  readonly content: Uint8Array | null;
}

/** Says how large a file is, and up to which size it is read at once. */
export interface FileSourceOptions {
  readonly sizeBytes: number;
  readonly maxBufferedBytes: number;
}

/**
 * Opens a file for reading by range. A file of at most `maxBufferedBytes` is read at once; a larger one is never held.
 * @throws {FsError} path_not_found – when it has gone since its size was taken
 */
export async function openFileSource(file: FileRequest, options: FileSourceOptions): Promise<FileSource> {
  if (options.sizeBytes > options.maxBufferedBytes) {
    return { content: null, sizeBytes: options.sizeBytes, read: (start, end) => readFromStore(file, start, end) };
  }
  const content = await file.store.read(file.path, { signal: file.signal });
  if (content === null) throw await fileNotFoundError(file);
  return { content, sizeBytes: content.length, read: (start, end) => readFromMemory(content, start, end) };
}

/** Reads at most `maxBytes` from the start of a file. */
export async function readHead(source: FileSource, maxBytes: number): Promise<Uint8Array> {
  if (source.content !== null) return source.content.subarray(0, maxBytes);
  return readAll(source, Math.min(maxBytes, source.sizeBytes));
}

/** Reads a file up to a position into memory. */
export async function readAll(source: FileSource, endByte: number = source.sizeBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.read(0, endByte)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Answers the lower-case hex sha256 of a whole file of any size, in constant memory. */
export async function hashSource(source: FileSource): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of source.read(0, source.sizeBytes)) hash.update(chunk);
  return hash.digest("hex");
}

async function* readFromMemory(
  content: Uint8Array,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, void> {
  yield content.subarray(start, end);
}

async function* readFromStore(file: FileRequest, start: number, end: number): AsyncGenerator<Uint8Array, void, void> {
  const { store, path, signal } = file;
  const skipsItself = store.supportsRanges !== false;
  let position = skipsItself ? start : 0;
  for await (const chunk of store.readChunks(path, skipsItself ? { start, end } : {}, { signal })) {
    const wanted = chunk.subarray(Math.max(0, start - position), Math.max(0, end - position));
    if (wanted.length > 0) yield wanted;
    position += chunk.length;
    if (position >= end) return;
  }
}
