// JSON that somebody else wrote: how deep and how large it is, looked at before anything is parsed. Knows no tool.

import { FsError } from "../errors.js";
import { MAX_INPUT_VALUES, MAX_JSON_DEPTH, MAX_TOOL_WRITE_BYTES } from "../limits.js";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** What is more than may be taken. */
export type JsonExcess = "depth" | "values" | "length";

/** Says of what a text has too much, whether it is JSON or not; `null` when of nothing. */
export function findTextExcess(text: string, maxValues: number): JsonExcess | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === COMMA) values += 1;
    else if (CLOSING.has(unit)) depth -= 1;
    else if (OPENING.has(unit)) {
      depth += 1;
      values += 1;
    } else continue;
    if (depth > MAX_JSON_DEPTH) return "depth";
    if (values > maxValues) return "values";
  }
  return null;
}

/** Answers where the quote stands that closes a string, or where the text ends. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** Says of what a value has too much that was parsed elsewhere; a cycle is too deep. */
export function findValueExcess(value: unknown, maxValues: number): JsonExcess | null {
  let holders = [value].filter(isHolder);
  let values = 1;
  for (let depth = 1; holders.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return "depth";
    values += holders.reduce((sum, holder) => sum + countParts(holder), 0);
    if (values > maxValues) return "values";
    holders = holders.flatMap((holder): unknown[] => Object.values(holder)).filter(isHolder);
  }
  return null;
}

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A list says how long it is before any of it is looked at. */
function countParts(holder: object): number {
  return Array.isArray(holder) ? holder.length : Object.keys(holder).length;
}

/** Characters of a text that is parsed at most. Source: the largest write, with each character beyond ASCII escaped. */
const MAX_PARSED_CHARACTERS: number = 3 * MAX_TOOL_WRITE_BYTES;

/** Characters of a text that is mended at most, which takes ten times as long. Source: more than a model writes by hand. */
const MAX_REPAIRED_CHARACTERS: number = MAX_TOOL_WRITE_BYTES / 4;

/**
 * Parses JSON text that a model wrote by hand, also with raw control characters inside its strings; `undefined` when it is
 * not JSON.
 * @throws {FsError} parse_error – when it is too long, nested too deep or holds too many values, before it is parsed
 */
export function parseLenientJson(text: string, maxValues: number = MAX_INPUT_VALUES): unknown {
  if (text.length > MAX_PARSED_CHARACTERS) assertNoExcess("length");
  if (!/^\s*[[{"]/.test(text)) return parseJson(text);
  assertNoExcess(findTextExcess(text, maxValues), maxValues);
  const parsed = parseJson(text);
  if (parsed !== undefined || text.length > MAX_REPAIRED_CHARACTERS) return parsed;
  return parseJson(escapeControlCharacters(text));
}

/**
 * Asserts that arguments, or a part of them, are no more than may be taken.
 * @throws {FsError} parse_error – when they are
 */
export function assertNoExcess(excess: JsonExcess | null, maxValues: number = MAX_INPUT_VALUES): void {
  if (excess === null) return;
  const found = {
    depth: `nested more than ${MAX_JSON_DEPTH} deep`,
    values: `more than ${maxValues} values`,
    length: `more than ${MAX_PARSED_CHARACTERS} characters of JSON text`,
  }[excess];
  const next =
    excess === "depth"
      ? "Call the tool again with arguments as its schema has them."
      : "Make several calls with a part of it each, or write the whole file.";
  throw new FsError("parse_error", `The arguments are too much for one call: ${found}.`, {
    hint: `Nothing was done. ${next}`,
  });
}

/** Answers `undefined` for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** How a control character is written in JSON, by its number. */
const ESCAPES: readonly (readonly number[])[] = /* @__PURE__ */ Array.from({ length: 32 }, (_, unit) =>
  Array.from(JSON.stringify(String.fromCharCode(unit)).slice(1, -1), (character) => character.charCodeAt(0)),
);
const MAX_ESCAPE_UNITS = 6;

/**
 * Escapes the control characters inside string literals; those between tokens are blanks and stay. Unit by unit, since a
 * text may have millions of them, and replacing each takes ten times as long.
 */
function escapeControlCharacters(text: string): string {
  const units = new Uint16Array(text.length + 1 + (MAX_ESCAPE_UNITS - 1) * countControls(text));
  let length = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) inString = !inString;
    const escaped = inString ? ESCAPES[unit] : undefined;
    if (escaped === undefined) units[length] = unit;
    else units.set(escaped, length);
    length += escaped?.length ?? 1;
    if (!inString || unit !== BACKSLASH) continue;
    at += 1;
    units[length++] = text.charCodeAt(at);
  }
  return Buffer.from(units.buffer, 0, length * units.BYTES_PER_ELEMENT).toString("utf16le");
}

function countControls(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < ESCAPES.length) count += 1;
  return count;
}
