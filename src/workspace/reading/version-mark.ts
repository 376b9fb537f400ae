// Marks of versions: which file an earlier window was read from, and what stood at its end. Short opaque texts.

import { sha256Of } from "../../text/sha256.js";
import type { NodeStat, OpenFile } from "../directories/directory.js";
import type { VersionComparison } from "../interfaces/workspace-files.js";

/** Bytes in front of a mark that have to be the same in a file that grew. */
export const MARK_TAIL_BYTES = 512;

const MARK = /^([\w:]{1,64})-(\d{1,16})-([\d.]{1,24})-(\d{1,16})-([0-9a-f]{12})$/;

interface Mark {
  readonly identity: string;
  readonly sizeBytes: number;
  readonly mtimeMs: string;
  readonly byteOffset: number;
  readonly tail: string;
}

/** Reads the bytes in front of a position that its mark depends on. */
export function readMarkTail(file: OpenFile, byteOffset: number): Uint8Array {
  const start = Math.max(0, byteOffset - MARK_TAIL_BYTES);
  const tail = new Uint8Array(byteOffset - start);
  return tail.subarray(0, file.readSync(tail, start));
}

function hashTail(tail: Uint8Array): string {
  return sha256Of(tail).slice(0, 12);
}

/** Says up to where a version was read. */
export interface MarkedPlace {
  /** 0-based. */
  readonly byteOffset: number;
  /** The bytes in front of it, as {@link readMarkTail} answers them. */
  readonly tail: Uint8Array;
}

/** Writes the mark of a version at a position. */
export function createMark(node: NodeStat, { byteOffset, tail }: MarkedPlace): string {
  return [node.identity, node.size, node.mtimeMs, byteOffset, hashTail(tail)].join("-");
}

/**
 * Compares a file with the version that a mark names. `grown` means the same node, larger, with the bytes in front of
 * the mark as they were. A text that is no mark was `replaced`. NOT guaranteed: that a file which was changed in place
 * far in front of the mark, and grew too, is told from one that only grew.
 */
export function compareWithMark(file: OpenFile, node: NodeStat, text: string): VersionComparison {
  const mark = parseMark(text);
  if (mark === null || mark.identity !== node.identity) return "replaced";
  if (mark.sizeBytes === node.size && mark.mtimeMs === String(node.mtimeMs)) return "same";
  return node.size > mark.sizeBytes && mark.tail === hashTail(readMarkTail(file, mark.byteOffset))
    ? "grown"
    : "replaced";
}

function parseMark(text: string): Mark | null {
  const [, identity, sizeBytes, mtimeMs, byteOffset, tail] = MARK.exec(text) ?? [];
  if (identity === undefined || mtimeMs === undefined || tail === undefined) return null;
  const [size, offset] = [Number(sizeBytes), Number(byteOffset)];
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(offset) || offset > size) return null;
  return { identity, sizeBytes: size, mtimeMs, byteOffset: offset, tail };
}
