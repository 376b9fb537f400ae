// The strings of a notebook as the texts they stand for, so that what a cell shows is judged in its JSON too. Linear, pure.

import type { Steps } from "../text/steps.js";
import type { TextSpan } from "./secret-pieces.js";

const STRING_BODY = /[^"\\\n]*(?:\\[^\n][^"\\\n]*)*/y;
const ESCAPE = /\\(?:u([\da-fA-F]{4})|([^\n]))/g;
const CONTROLS: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const LIST_COMMA = /^\s*,\s*$/;
const KEY_END = /\s*:/y;
const MAX_COMMA_CHARACTERS = 256;
// Some milliseconds.
const CHARACTERS_PER_STEP = 64 * 1024;
// No secret goes over it.
const BETWEEN = "\n\n";

/** The strings of a JSON text. */
export interface StringView {
  /** The strings, decoded; those that follow each other in a list are one, as the lines of a cell are. */
  readonly text: string;
  /** Answers the places in the JSON of a part of the view: one for each string that it touches. */
  locate(span: TextSpan): readonly TextSpan[];
}

/** Views the strings of a notebook, or of a part of one. */
export function* viewStrings(json: string): Steps<StringView> {
  const parts: string[] = [];
  // The place in the JSON of each character; no view is longer, since what stands between strings is as short as quotes.
  const places = new Int32Array(json.length);
  let length = 0;
  const add = (text: string, place: number): void => {
    parts.push(text);
    for (let index = 0; index < text.length; index += 1) places[length + index] = place + index;
    length += text.length;
  };
  let previousEnd = 0;
  let pauseAt = CHARACTERS_PER_STEP;
  for (const { start, end } of listStrings(json)) {
    if (start > pauseAt) yield;
    if (start > pauseAt) pauseAt = start + CHARACTERS_PER_STEP;
    if (!isContinued(json, previousEnd, { start, end })) add(BETWEEN, end);
    decodeString(json.slice(start, end), (text, at) => add(text, start + at));
    previousEnd = end;
  }
  return { text: parts.join(""), locate: (span) => locate(json, places.subarray(span.start, span.end)) };
}

/** Lists the texts between quotes. */
function* listStrings(json: string): Generator<TextSpan> {
  for (let quote = json.indexOf('"'); quote !== -1; ) {
    STRING_BODY.lastIndex = quote + 1;
    const end = quote + 1 + (STRING_BODY.exec(json)?.[0].length ?? 0);
    if (json.charAt(end) === '"') yield { start: quote + 1, end };
    quote = json.indexOf('"', end + 1);
  }
}

function isContinued(json: string, previousEnd: number, { start, end }: TextSpan): boolean {
  KEY_END.lastIndex = end + 1;
  const between = json.slice(Math.max(previousEnd + 1, start - MAX_COMMA_CHARACTERS), start - 1);
  return LIST_COMMA.test(between) && !KEY_END.test(json);
}

function decodeString(raw: string, add: (text: string, at: number) => void): void {
  let at = 0;
  for (const { 0: written, 1: code, 2: sign = "", index } of raw.matchAll(ESCAPE)) {
    add(raw.slice(at, index), at);
    add(code === undefined ? (CONTROLS[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)), index);
    at = index + written.length;
  }
  add(raw.slice(at), at);
}

function locate(json: string, places: Int32Array): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  for (const start of places) {
    const end = start + lengthAt(json, start);
    const last = spans.at(-1);
    if (last?.end === start) spans[spans.length - 1] = { start: last.start, end };
    else spans.push({ start, end });
  }
  return spans;
}

function lengthAt(json: string, place: number): number {
  if (json.charAt(place) !== "\\") return 1;
  return json.charAt(place + 1) === "u" ? "\\u0000".length : "\\n".length;
}
