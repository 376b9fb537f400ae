// One file of a store, to read from: held open where the store can, call by call where it cannot.

import { createHash } from "node:crypto";
import { isFsError } from "../../errors.js";
import { BINARY_PROBE_BYTES } from "../../limits.js";
import { isHoldable } from "../../stores/file-store.js";
import { detectBinary } from "../../text/detect-binary.js";
import { detectTextFormat } from "../../text/encoding.js";
import { type ByteSource, type LineWindow, type LineWindowOptions, readLineWindow } from "../../text/line-window.js";
import { SparseLineIndex } from "../../text/sparse-line-index.js";
import type {
  FileFacts,
  FileHead,
  HeldFile,
  UseFile,
  VersionComparison,
} from "../../workspace/interfaces/workspace.js";
import { type FileRequest, fileNotFoundError, resolveFile } from "../paths/find-file.js";

/**
 * Lets a function read from one file of a store. The function may be called again when the file changed meanwhile; where
 * the store cannot hold a file, a file of at most `maxBufferedBytes` is read at once, and a larger one call by call.
 * @throws {FsError} path_not_found – when nothing is there; the hint names files of similar names
 * @throws {FsError} not_a_file – when a directory is there
 */
export async function useFile<Result>(
  file: FileRequest,
  use: UseFile<Result>,
  maxBufferedBytes: number,
): Promise<Result> {
  if (!isHoldable(file.store)) return use(await openPlainFile(file, maxBufferedBytes));
  try {
    return await file.store.holdFile(file.path, use, { signal: file.signal });
  } catch (error) {
    throw isFsError(error) && error.kind === "path_not_found" ? await fileNotFoundError(file) : error;
  }
}

async function openPlainFile(file: FileRequest, maxBufferedBytes: number): Promise<HeldFile> {
  const { size, mtime, path = file.path } = await resolveFile(file);
  if (size > maxBufferedBytes) {
    const source = { sizeBytes: size, read: (start: number, end: number) => readFromStore(file, start, end) };
    return new PlainFile(source, { path, mark: `${size}-${mtime}` });
  }
  const content = await file.store.read(file.path, { signal: file.signal });
  if (content === null) throw await fileNotFoundError(file);
  const source = {
    sizeBytes: content.length,
    read: (start: number, end: number) => readFromMemory(content, start, end),
  };
  return new PlainFile(source, { path, mark: `${content.length}-${mtime}` });
}

/** A file of a store that cannot hold it: nothing that is learnt of it outlives the call. */
class PlainFile implements HeldFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly #source: ByteSource;
  readonly #mark: string;
  #index: SparseLineIndex | null = null;

  constructor(source: ByteSource, { path, mark }: { readonly path: string; readonly mark: string }) {
    this.path = path;
    this.sizeBytes = source.sizeBytes;
    this.#source = source;
    this.#mark = mark;
  }

  async readHead(): Promise<FileHead> {
    const bytes = await this.readBytes(0, BINARY_PROBE_BYTES);
    return { bytes, isBinary: detectBinary(bytes) };
  }

  async readBytes(startByte: number, endByte: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    const start = Math.min(startByte, this.sizeBytes);
    for await (const chunk of this.#source.read(start, Math.min(endByte, this.sizeBytes))) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  readLines(options: LineWindowOptions): Promise<LineWindow> {
    const { sizeBytes, read } = this.#source;
    return readLineWindow({ sizeBytes, read, lineIndex: (encoding) => this.#lineIndex(encoding) }, options);
  }

  async describe(): Promise<FileFacts> {
    const bytes = await this.readBytes(0, this.sizeBytes);
    const { encoding } = detectTextFormat(bytes);
    this.#lineIndex(encoding).observe(0, bytes);
    return { encoding, sha256: createHash("sha256").update(bytes).digest("hex") };
  }

  async sha256(): Promise<string> {
    const hash = createHash("sha256");
    for await (const chunk of this.#source.read(0, this.sizeBytes)) hash.update(chunk);
    return hash.digest("hex");
  }

  mark(): string {
    return this.#mark;
  }

  compare(mark: string): VersionComparison {
    return mark === this.#mark ? "same" : "replaced";
  }

  #lineIndex(encoding: LineWindowOptions["encoding"]): SparseLineIndex {
    if (this.#index?.encoding !== encoding) this.#index = new SparseLineIndex(encoding);
    return this.#index;
  }
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
