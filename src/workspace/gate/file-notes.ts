// What a workspace remembers about versions of files that were read: where lines lie, and facts about the whole.

import { Buffer } from "node:buffer";
import { MAX_LINE_INDEX_BYTES, MAX_NOTED_FILES } from "../../limits.js";
import type { SparseLineIndex } from "../../text/sparse-line-index.js";
import type { NodeStat, OpenFile } from "../directories/directory.js";
import type { FileFacts, FileHead } from "../interfaces/workspace-files.js";

/** Bytes in front of the end of the counted ones that have to be the same in a file that grew. */
export const COUNTED_TAIL_BYTES = 4096;

/** Counted bytes up to which a file that grew is counted anew. Source: takes less time than keeping their end at hand. */
const CHEAP_BYTES = 64 * 1024;

/** Counted bytes up to which a file that grew is counted anew, since it may have changed in front too. Source: 15 ms. */
const RECOUNTED_BYTES: number = 64 * 1024 * 1024;

/** Time within which a second change may leave no trace in a file's times. Source: the coarsest common file systems. */
const SETTLE_MS = 2000;

/** Notes about one version of a file, filled in by whoever reads it. */
export interface FileNotes {
  /** No later change can have the same version as the one that was found. */
  readonly isSettled: boolean;
  lineIndex: SparseLineIndex | null;
  facts: FileFacts | null;
  head: FileHead | null;
  /** The end of the counted bytes, where it was at hand. */
  countedEnd: CountedEnd | null;
}

/** The last of the bytes that were counted. */
export interface CountedEnd {
  /** How many were counted. */
  readonly countedBytes: number;
  /** The last 4 KiB of them, a character a byte: a short text takes no memory outside the heap. */
  readonly tail: string;
}

interface KeptNotes extends Readonly<Omit<FileNotes, "countedEnd">> {
  readonly version: string;
  readonly sizeBytes: number;
  /** Bytes that had been counted when the notes were kept. */
  readonly countedBytes: number;
  /** The last of them; `null` where they are so few that a file that grew is counted anew. */
  readonly tail: string | null;
  /** Memory that the notes take. */
  readonly weightBytes: number;
}

/** Keeps notes for the files that were read last. */
export interface FileNotesCache {
  /** Answers what is known about a version that is held open; empty notes where nothing is. */
  recall(file: OpenFile, node: NodeStat): FileNotes;
  /** Keeps notes about a version, once it is certain that all of them are from it. */
  keep(file: OpenFile, node: NodeStat, notes: FileNotes): void;
  /** Forgets a file that changed while it was read. */
  forget(node: NodeStat): void;
}

function readTail(file: OpenFile, endByte: number): string {
  const start = Math.max(0, endByte - COUNTED_TAIL_BYTES);
  const tail = Buffer.allocUnsafe(endByte - start);
  return tail.toString("latin1", 0, file.readSync(tail, start));
}

function readTailOfMany(file: OpenFile, countedBytes: number, end: CountedEnd | null): string | null {
  if (countedBytes <= CHEAP_BYTES) return null;
  return end?.countedBytes === countedBytes ? end.tail : readTail(file, countedBytes);
}

/**
 * Tells whether the lines are where they were: in a version whose times may hide a change, and in a very large file that
 * grew. NOT guaranteed: that a change far in front of the counted end is noticed then.
 */
function areLinesInPlace(
  file: OpenFile,
  node: NodeStat,
  { version, sizeBytes, countedBytes, tail }: KeptNotes,
): boolean {
  const hasGrown = node.size > sizeBytes && countedBytes > RECOUNTED_BYTES;
  if (tail === null || !(version === node.version || hasGrown)) return false;
  return readTail(file, countedBytes) === tail;
}

class NotesCache implements FileNotesCache {
  // In the order of use: the least recently used comes first.
  readonly #byIdentity = new Map<string, KeptNotes>();
  #weightBytes = 0;

  recall(file: OpenFile, node: NodeStat): FileNotes {
    const kept = this.#byIdentity.get(node.identity);
    const isSettled = Date.now() - node.changedMs > SETTLE_MS;
    if (kept === undefined) return { isSettled, lineIndex: null, facts: null, head: null, countedEnd: null };
    const { lineIndex, facts, head } = kept;
    if (kept.isSettled && kept.version === node.version) {
      return { isSettled, lineIndex, facts, head, countedEnd: null };
    }
    const stillIndexed = areLinesInPlace(file, node, kept) ? lineIndex : null;
    return { isSettled, lineIndex: stillIndexed, facts: null, head: null, countedEnd: null };
  }

  keep(file: OpenFile, node: NodeStat, notes: FileNotes): void {
    const { identity, version } = node;
    const countedBytes = notes.lineIndex?.coveredBytes ?? 0;
    const known = this.#byIdentity.get(identity);
    const isTailKnown = known !== undefined && known.version === version && known.countedBytes === countedBytes;
    const tail = isTailKnown ? known.tail : readTailOfMany(file, countedBytes, notes.countedEnd);
    const { isSettled, lineIndex, facts, head } = notes;
    const weightBytes = (head?.bytes.buffer.byteLength ?? 0) + (lineIndex?.weightBytes ?? 0) + (tail?.length ?? 0);
    this.forget(node);
    this.#byIdentity.set(identity, {
      isSettled,
      lineIndex,
      facts,
      head,
      version,
      sizeBytes: node.size,
      countedBytes,
      tail,
      weightBytes,
    });
    this.#weightBytes += weightBytes;
    this.#evict();
  }

  forget({ identity }: Pick<NodeStat, "identity">): void {
    this.#weightBytes -= this.#byIdentity.get(identity)?.weightBytes ?? 0;
    this.#byIdentity.delete(identity);
  }

  #evict(): void {
    for (const identity of this.#byIdentity.keys()) {
      const files = this.#byIdentity.size;
      if (files <= MAX_NOTED_FILES && (files === 1 || this.#weightBytes <= MAX_LINE_INDEX_BYTES)) return;
      this.forget({ identity });
    }
  }
}

/** Creates the memory of one workspace; its size is bounded in files and in bytes. */
export function createFileNotesCache(): FileNotesCache {
  return new NotesCache();
}
