// One version of a file that is held open: its windows, its hash, its marks. Nothing here opens a path.

import { createHash } from "node:crypto";
import { FsError } from "../../errors.js";
import { BINARY_PROBE_BYTES, READ_FILE_SIZE_CAP } from "../../limits.js";
import { detectBinary } from "../../text/detect-binary.js";
import { detectTextFormat } from "../../text/encoding.js";
import { type LineWindow, type LineWindowOptions, readLineWindow } from "../../text/line-window.js";
import { sha256Of } from "../../text/sha256.js";
import { SparseLineIndex } from "../../text/sparse-line-index.js";
import type { TextEncodingName } from "../../text/text-format.js";
import type { NodeStat, OpenFile } from "../directories/directory.js";
import { toFsError } from "../directories/errno.js";
import { COUNTED_TAIL_BYTES, type FileNotes, type FileNotesCache } from "../gate/file-notes.js";
import { enforceReadSize } from "../gate/policy.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import type { FileFacts, FileHead, HeldFile, UseFile, VersionComparison } from "../interfaces/workspace-files.js";
import { HeldBytes } from "./held-bytes.js";
import { compareWithMark, createMark, MARK_TAIL_BYTES, type MarkedPlace, readMarkTail } from "./version-mark.js";

/** Times that a file which changes in place while it is read is read again. */
const READ_ATTEMPTS = 4;

/** Says which file is held, and who ends it. */
export interface HoldRequest {
  readonly file: OpenFile;
  /** The name that results and messages give it. */
  readonly path: string;
  readonly notes: FileNotesCache;
  /** Told how many bytes were read. */
  readonly onRead?: ((bytes: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

class OpenHeldFile implements HeldFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly notes: FileNotes;
  readonly #request: HoldRequest;
  readonly #node: NodeStat;
  readonly #bytes: HeldBytes;
  /** Where the last window ended, which is what its mark is asked for. */
  #windowEnd: MarkedPlace | null = null;

  constructor(request: HoldRequest, node: NodeStat) {
    this.#request = request;
    this.#node = node;
    this.path = request.path;
    this.sizeBytes = node.size;
    this.#bytes = new HeldBytes({ ...request, sizeBytes: node.size });
    this.notes = request.notes.recall(request.file, node);
  }

  async readHead(): Promise<FileHead> {
    if (this.notes.head !== null) return this.notes.head;
    const bytes = await this.readBytes(0, BINARY_PROBE_BYTES);
    this.notes.head = { bytes, isBinary: detectBinary(bytes) };
    return this.notes.head;
  }

  readBytes(startByte: number, endByte: number): Promise<Uint8Array> {
    const start = Math.min(startByte, this.sizeBytes);
    const length = Math.max(0, Math.min(endByte, this.sizeBytes) - start);
    enforceReadSize(length, this.path, READ_FILE_SIZE_CAP);
    return this.#guarded(() => this.#bytes.read(start, start + length));
  }

  async readLines(options: LineWindowOptions): Promise<LineWindow> {
    const source = {
      sizeBytes: this.sizeBytes,
      read: (start: number, end: number) => this.#bytes.scan(start, end),
      readAtOnce: (start: number, end: number, memory?: Uint8Array) => this.#bytes.readAtOnce(start, end, memory),
      lineIndex: (encoding: TextEncodingName) => this.#lineIndex(encoding),
    };
    const window = await this.#guarded(() => readLineWindow(source, options));
    // Copies: the window may lie in memory that is soon used again.
    const tail = Buffer.from(window.bytes.subarray(-MARK_TAIL_BYTES));
    this.#noteCountedEnd();
    this.#windowEnd = tail.length < MARK_TAIL_BYTES ? null : { byteOffset: window.endByte, tail };
    return window;
  }

  async describe(): Promise<FileFacts> {
    if (this.notes.facts !== null) return this.notes.facts;
    const bytes = await this.readBytes(0, this.sizeBytes);
    const { encoding } = detectTextFormat(bytes);
    this.#lineIndex(encoding).observe(0, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.notes.facts = { sha256: sha256Of(bytes), encoding };
    return this.notes.facts;
  }

  async sha256(): Promise<string> {
    if (this.notes.facts !== null) return this.notes.facts.sha256;
    const hash = createHash("sha256");
    await this.#guarded(async () => {
      for await (const bytes of this.#bytes.scan(0, this.sizeBytes)) hash.update(bytes);
    });
    return hash.digest("hex");
  }

  mark(byteOffset: number): string {
    const place = this.#windowEnd;
    if (place?.byteOffset === byteOffset) return createMark(this.#node, place);
    const position = Math.min(byteOffset, this.sizeBytes);
    const tail = readMarkTail(this.#request.file, position);
    return createMark(this.#node, { byteOffset: position, tail });
  }

  compare(mark: string): VersionComparison {
    return compareWithMark(this.#request.file, this.#node, mark);
  }

  #noteCountedEnd(): void {
    const countedBytes = this.notes.lineIndex?.coveredBytes ?? 0;
    const tail = this.#bytes.textOfLast(Math.max(0, countedBytes - COUNTED_TAIL_BYTES), countedBytes);
    this.notes.countedEnd = tail === null ? null : { countedBytes, tail };
  }

  #lineIndex(encoding: TextEncodingName): SparseLineIndex {
    const { lineIndex } = this.notes;
    if (lineIndex !== null && lineIndex.encoding === encoding) return lineIndex;
    this.notes.lineIndex = new SparseLineIndex(encoding);
    return this.notes.lineIndex;
  }

  /** Names failures of the platform here, so that what else fails is known to be the caller's. */
  async #guarded<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      if (isTurnDue()) await takeTurn(this.#request.signal);
      return await read();
    } catch (error) {
      if (error === this.#request.signal?.reason || error instanceof TypeError) throw error;
      throw toFsError(error, this.path);
    }
  }
}

/** Tells whether everything that was there before is there still; what was appended does not matter. */
function isIntact(before: NodeStat, after: NodeStat): boolean {
  if (after.version === before.version || after.size > before.size) return true;
  return after.size === before.size && after.mtimeMs === before.mtimeMs;
}

/**
 * Lets somebody work with one version of an open file: once more whenever it was changed in place meanwhile.
 * @throws {FsError} hash_mismatch – when it keeps changing
 */
export async function useHeldFile<Result>(request: HoldRequest, use: UseFile<Result>): Promise<Result> {
  const { file, notes, path, signal } = request;
  for (let attempt = 0; attempt < READ_ATTEMPTS; attempt += 1) {
    signal?.throwIfAborted();
    const before = (attempt === 0 ? file.found : undefined) ?? file.stat();
    const held = new OpenHeldFile(request, before);
    const result = await use(held);
    if (isIntact(before, file.stat())) {
      notes.keep(file, before, held.notes);
      return result;
    }
    notes.forget(before);
  }
  throw new FsError("hash_mismatch", `${path}: the file keeps changing while it is read`, {
    path,
    hint: "Try again when its writer is done.",
  });
}
