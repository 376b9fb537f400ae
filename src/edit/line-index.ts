// Where the lines of a text begin and end. Line numbers here are 0-based indexes; only messages count from 1.

import { hasLineFeedAt, isBlankAt, type SourceText } from "../text/source-text.js";
import { LINES_PER_STEP, runAtOnce, type Steps } from "../text/steps.js";

const CARRIAGE_RETURN = 0x0d;

// Characters of a line in sparse code; longer lines leave room, shorter ones let the list grow.
const USUAL_LINE_LENGTH = 32;

// Characters of a line that are looked at one by one before the rest is searched.
const SHORT_LINE_LENGTH = 8;

/** Selects lines of a text: 0-based, `end` exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Answers questions about the lines of one text. A line ends with LF or CRLF; a lone CR is text. */
export interface LineIndex {
  /** Number of lines; a final line ending does not start another line, an empty text has none. */
  readonly count: number;
  /** Offset at which a line begins; the length of the text for the line after the last. */
  startOf(line: number): number;
  /** Offset just before the line's ending. */
  contentEndOf(line: number): number;
  /** Offset just after the line's ending. */
  endOf(line: number): number;
  /** The line's text without its ending. */
  contentOf(line: number): string;
  /** `"\n"`, `"\r\n"`, or `""` for a last line that has none. */
  endingOf(line: number): string;
  /** Whether some line ends in a space or a tab. */
  readonly hasTrailingBlanks: boolean;
  /** The line that holds an offset; the last line for the end of the text. */
  lineAt(offset: number): number;
}

/** Builds the index of a text's lines; costs one pass. */
export function createLineIndex(text: SourceText): LineIndex {
  return runAtOnce(indexLines(text));
}

/** Builds the same in steps. */
export function* indexLines(text: SourceText): Steps<LineIndex> {
  const { starts, hasTrailingBlanks } = yield* scanLines(text);
  const count = starts.length - 1;
  const searched = starts.subarray(0, count);
  const startOf = (line: number): number => starts[line] ?? text.length;
  const endOf = (line: number): number => startOf(line + 1);
  const contentEndOf = (line: number): number => contentEnd(text, startOf(line), endOf(line));
  return {
    count,
    startOf,
    endOf,
    contentEndOf,
    contentOf: (line) => text.slice(startOf(line), contentEndOf(line)),
    hasTrailingBlanks,
    endingOf: (line) => text.slice(contentEndOf(line), endOf(line)),
    lineAt: (offset) => Math.max(0, lastAtMost(searched, offset)),
  };
}

/** Finds the last index whose value is at most `limit` in an ascending list; -1 when there is none. */
export function lastAtMost(values: Int32Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface ScannedLines {
  /** Offset at which each line begins, and the length of the text. */
  readonly starts: Int32Array;
  readonly hasTrailingBlanks: boolean;
}

function* scanLines(text: SourceText): Steps<ScannedLines> {
  let starts = new Int32Array(Math.ceil(text.length / USUAL_LINE_LENGTH) + 2);
  let count = 0;
  let start = 0;
  let hasTrailingBlanks = false;
  while (start < text.length) {
    if (count === starts.length - 1) starts = grown(starts);
    starts[count] = start;
    count += 1;
    if (count % LINES_PER_STEP === 0) yield;
    const lineFeed = findLineFeed(text, start);
    const end = lineFeed === -1 ? text.length : lineFeed;
    if (!hasTrailingBlanks && end > start) hasTrailingBlanks = endsInBlank(text, start, end);
    start = lineFeed === -1 ? end : end + 1;
  }
  starts[count] = text.length;
  return { starts: starts.subarray(0, count + 1), hasTrailingBlanks };
}

/** Looks at the first characters one by one, since a search that begins for each short line takes longer. */
function findLineFeed(text: SourceText, start: number): number {
  const near = Math.min(start + SHORT_LINE_LENGTH, text.length);
  for (let offset = start; offset < near; offset += 1) {
    if (hasLineFeedAt(text, offset)) return offset;
  }
  return text.indexOf("\n", near);
}

/** `end` is where the line feed stands, or the text ends. */
function endsInBlank(text: SourceText, start: number, end: number): boolean {
  const isCrlf = end < text.length && text.charCodeAt(end - 1) === CARRIAGE_RETURN;
  const last = isCrlf ? end - 2 : end - 1;
  return last >= start && isBlankAt(text, last);
}

function grown(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}

function contentEnd(text: SourceText, start: number, end: number): number {
  if (end === start || !hasLineFeedAt(text, end - 1)) return end;
  return end - 2 >= start && text.charCodeAt(end - 2) === CARRIAGE_RETURN ? end - 2 : end - 1;
}
