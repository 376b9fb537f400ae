// The Range header. A header that is not understood asks for all of the bytes, as the standard has it.

/** Bytes of a file: 0-based, `end` exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a Range header asks for: the last so many bytes, or those from a position, perhaps up to another. */
export type RequestedRange =
  | { readonly suffixLength: number }
  | { readonly start: number; readonly lastByte: number | undefined };

const RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** Reads a header with one range of bytes; `null` when it is absent, has several, or is not understood. */
export function parseRange(header: string | null): RequestedRange | null {
  const [, first, last] = RANGE.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") return { suffixLength: Number(last) };
  const lastByte = last === "" ? undefined : Number(last);
  return lastByte !== undefined && lastByte < Number(first) ? null : { start: Number(first), lastByte };
}

/** Answers the bytes of a file that a range means; `null` when there are none. */
export function planRange(range: RequestedRange, sizeBytes: number): ByteRange | null {
  if ("suffixLength" in range) {
    const start = Math.max(0, sizeBytes - range.suffixLength);
    return start < sizeBytes ? { start, end: sizeBytes } : null;
  }
  const end = Math.min(sizeBytes, (range.lastByte ?? Infinity) + 1);
  return range.start < sizeBytes ? { start: range.start, end } : null;
}
