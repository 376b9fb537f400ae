// What a window read takes and answers. Types only.

import type { TextEncodingName } from "./text-format.js";

/** Selects a window of lines. */
export interface LineWindowOptions {
  /** 1-based; a negative number counts from the end, -1 being the last line. Default 1. */
  readonly startLine?: number | undefined;
  /**
   * 0-based position in the file where the window starts, also inside a line; one inside a character of UTF-8 or UTF-16,
   * or inside a CRLF, stands for its start. `startLine` then only names the line, and
   * is taken as given; without it, everything in front is read to count lines.
   */
  readonly startByte?: number | undefined;
  /** Lines at most; default no limit. */
  readonly maxLines?: number | undefined;
  /** Bytes of the file at most, line endings included; less than 4 counts as 4, so that any code point fits. */
  readonly maxBytes: number;
  /** Line feeds are the byte 0x0A, or in UTF-16 the code unit U+000A. */
  readonly encoding: TextEncodingName;
  /**
   * Bytes in front of a window that starts at a negative `startLine` which may be read to number its lines from 1. Where
   * more would be needed, its lines keep negative numbers. Default no limit: the whole file may be read.
   */
  readonly maxCountBytes?: number | undefined;
  /** Where the bytes of the window may lie, so that they hold good until it is used again; default memory of their own. */
  readonly memory?: Uint8Array | undefined;
  /** Ends the call with `signal.reason`. */
  readonly signal?: AbortSignal | undefined;
}

/** Holds a window of lines. */
export interface LineWindow {
  /** Bytes as they are in the file, each line with its own ending, without the byte order mark of the file. */
  readonly bytes: Uint8Array;
  /** Number of the first line, 1-based; negative, counted from the end, only where `maxCountBytes` was too little. */
  readonly startLine: number;
  /** Number of the last line, inclusive; `startLine` - 1 for an empty window. */
  readonly endLine: number;
  /** 0-based position of the window in the file. */
  readonly startByte: number;
  /** 0-based position behind the window. */
  readonly endByte: number;
  /** What ended the window; absent when it reaches the end of the file. */
  readonly truncatedBy?: "lines" | "bytes";
  /** `startLine` of the next window; `startLine` of this one when the line was cut inside. Absent at the end. */
  readonly nextLine?: number;
  /** `startByte` of the next window; only when the last line was cut inside. */
  readonly nextByte?: number;
  /** Lines of the file; only where counting them took no further reading. */
  readonly totalLines?: number;
  /** The window is empty because it would start behind the last line. */
  readonly beyondEnd?: true;
}
