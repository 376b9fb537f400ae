// One file of a store, to read from: held open where the store can, call by call where it cannot.

import { createHash } from "node:crypto";
import { FsError, isFsError } from "../../errors.js";
import { BINARY_PROBE_BYTES } from "../../limits.js";
import { isHoldable, takesRanges } from "../../stores/file-store.js";
import { showStorePath } from "../../stores/store-path.js";
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

/** Bytes that a store is asked for at once, so that the answer can be held until it is known to be right. */
const RANGE_BYTES = 1024 * 1024;

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
  const { size, mtime, path = showStorePath(file.path) } = await resolveFile(file);
  if (size > maxBufferedBytes) {
    return new PlainFile(createStoreSource(file, size), { path, mark: `${size}-${mtime}` });
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

/**
 * Reads ranges of a file out of a store and holds the store to them: an answer is checked before any of it is handed on.
 * A store that takes no range, or answers more than was asked for, is read from the start instead.
 */
function createStoreSource(file: FileRequest, sizeBytes: number): ByteSource {
  let isRanged = takesRanges(file.store);
  async function* read(start: number, end: number): AsyncGenerator<Uint8Array, void, void> {
    let position = start;
    while (isRanged && position < end) {
      const blockEnd = Math.min(position + RANGE_BYTES, end);
      const block = await readRange(file, position, blockEnd);
      isRanged = block !== null;
      if (block === null) break;
      yield block;
      position = blockEnd;
    }
    if (position < end) yield* readFromStart(file, { start: position, end, sizeBytes });
  }
  return { sizeBytes, read };
}

/** Answers `null` when the store answers more than the range. */
async function readRange(file: FileRequest, start: number, end: number): Promise<Uint8Array | null> {
  const { store, path, signal } = file;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of store.readChunks(path, { start, end }, { signal })) {
    length += chunk.length;
    if (length > end - start) return null;
    chunks.push(chunk);
  }
  if (length < end - start) throw createSizeError(file);
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

interface Skipped {
  readonly start: number;
  readonly end: number;
  readonly sizeBytes: number;
}

async function* readFromStart(
  file: FileRequest,
  { start, end, sizeBytes }: Skipped,
): AsyncGenerator<Uint8Array, void, void> {
  const { store, path, signal } = file;
  let position = 0;
  for await (const chunk of store.readChunks(path, undefined, { signal })) {
    const wanted = chunk.subarray(Math.max(0, start - position), Math.max(0, end - position));
    if (wanted.length > 0) yield wanted;
    position += chunk.length;
    if (position > sizeBytes) throw createSizeError(file);
    if (position >= end && end < sizeBytes) return;
  }
  if (position < end) throw createSizeError(file);
}

function createSizeError({ path }: FileRequest): FsError {
  return new FsError("io_error", `${path} has another size than the store says.`, {
    path,
    hint: "It may have changed meanwhile: read it again. If that does not help, the store's stat or readChunks is wrong.",
  });
}
