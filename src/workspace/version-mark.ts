// Marks of versions: which file an earlier window was read from, and what stood at its end. Short opaque texts.

import { createHash } from "node:crypto";
import type { NodeStat, OpenFile } from "./directory.js";
import type { VersionComparison } from "./workspace-files.js";

/** Bytes in front of a mark that have to be the same in a file that grew. */
const TAIL_BYTES = 512;

const MARK = /^([\w:]{1,64})-(\d{1,16})-([\d.]{1,24})-(\d{1,16})-([0-9a-f]{12})$/;

interface Mark {
  readonly identity: string;
  readonly sizeBytes: number;
  readonly mtimeMs: string;
  readonly byteOffset: number;
  readonly tail: string;
}

function hashTail(file: OpenFile, byteOffset: number): string {
  const start = Math.max(0, byteOffset - TAIL_BYTES);
  const tail = new Uint8Array(byteOffset - start);
  const read = tail.subarray(0, file.readSync(tail, start));
  return createHash("sha256").update(read).digest("hex").slice(0, 12);
}

/** Writes the mark of a version at a position, 0-based, up to which it was read. */
export function createMark(file: OpenFile, node: NodeStat, byteOffset: number): string {
  return [node.identity, node.size, node.mtimeMs, byteOffset, hashTail(file, byteOffset)].join("-");
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
  return node.size > mark.sizeBytes && mark.tail === hashTail(file, mark.byteOffset) ? "grown" : "replaced";
}

function parseMark(text: string): Mark | null {
  const [, identity, sizeBytes, mtimeMs, byteOffset, tail] = MARK.exec(text) ?? [];
  if (identity === undefined || mtimeMs === undefined || tail === undefined) return null;
  const [size, offset] = [Number(sizeBytes), Number(byteOffset)];
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(offset) || offset > size) return null;
  return { identity, sizeBytes: size, mtimeMs, byteOffset: offset, tail };
}
