// Finds what is assigned to names such as `password` or `apiKey`, in whatever notation: where the value begins, and where
// it ends. Linear in the text.

import type { Steps } from "../text/steps.js";
import { isBareSecret, isPlainSecret, isQuotedSecret } from "./likely-secret.js";
import { isClosing, LineQuotes, type OpenQuote } from "./line-quotes.js";
import type { SecretRange } from "./redactor.js";

const KIND = "assigned";
const NAME =
  /(?:pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key|encryption[_-]?key|signing[_-]?key|credential|(?<!\w)_auth)s?[\w-]{0,32}(?:\\{0,7}["'`])?\]?(?:\*\*|<\/\w{1,16}>)?[ \t]{0,8}(?:=>|:=|[:=])(?:\*\*)?[ \t]{0,8}/gi;
// What may stand between a name and a value in quotes: its type, and what is asked first.
const TYPE = /(?:&?(?:'\w{1,16} )?[A-Za-z][\w.<>[\]|]{0,48}(?: \| \w{1,32}){0,3}[ \t]{1,8}=[ \t]{0,8}(?=["'`]))/y;
// A name and a type that YAML sets before a value.
const PROPERTIES = /(?:[&!][^\s"'`{}[\],]{0,64}[ \t]{1,8}){1,2}/y;
const FALLBACK =
  /(?:[A-Za-z_$][\w.$?!]{0,80}(?:\[["'][\w.-]{1,64}["']\])?[ \t]{0,8}(?:\|\||\?\?|or\b)[ \t]{0,8}|[A-Za-z_$][\w.$]{0,80}\(["'][\w.-]{1,64}["'],[ \t]{0,8})(?=["'`])/y;

const MAX_VALUE_CHARACTERS = 4096;
// Of values that overlap, as in `token=token=token=`, so that no text makes the search slow.
const MAX_OVERLAPPING_VALUES = 8;
// Looked at in one step: some tenths of a millisecond.
const NAMES_PER_STEP = 64;
const MAX_CLOSERS = 4;
const MAX_BLOCK_LINES = 64;
const MAX_BLANK_LINES = 4;
const MAX_HEAD_CHARACTERS = 80;

const OPENERS: ReadonlyMap<string, string> = new Map(
  [")(", "][", "}{", '""', "''", "``"].map(([closer = "", opener = ""]) => [closer, opener]),
);
const OPENING = /(?:[brufl@$]{1,2}(?=["']))?(\\{0,7})("""|'''|["'`])/iy;
const LINE_END =
  /[ \t]*(?:[&!][^\s"'`{}[\],]{0,64}(?=\s)[ \t]*){0,2}(?:[|>][-+\d]{0,2}[ \t]*)?(?:(?<=[ \t])#[^\r\n]{0,256})?\r?\n/y;
const BLOCK_MARK = /[|>][-+\d]{0,2}[ \t]*(?:#.*)?\r?\n$/;
const LIST_MARK = /-[ \t]{1,64}/y;
// What may stand in a line before the name, so that the rest of the line is the value.
const LINE_START = /(?:^|[\r\n"'`]|\\[nr])[ \t]*(?:(?:export|setx?|env|arg|declare -x|-e|--env|-|#|\/\/)[ \t]+)*$/i;
const LINE_REST = /[ \t]*(?:$|[\r\n]|#|\/\/|\\+[nr]|\\*["'`])/y;

/** Holds an assignment: what stands before the value, and where that begins. */
interface Assignment {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
}

type Span = readonly [start: number, end: number];

/** Finds the values that are assigned to names of secrets. */
export function* findAssignedValues(text: string): Steps<readonly SecretRange[]> {
  const quotes = new LineQuotes(text);
  const found: SecretRange[] = [];
  let overlapping = 0;
  let reach = 0;
  let names = 0;
  for (const { 0: name, index } of text.matchAll(NAME)) {
    names += 1;
    if (names % NAMES_PER_STEP === 0) yield;
    const valueStart = [TYPE, PROPERTIES, FALLBACK].reduce(
      (at, pattern) => skip(text, at, pattern),
      index + name.length,
    );
    overlapping = valueStart < reach ? overlapping + 1 : 0;
    if (overlapping > MAX_OVERLAPPING_VALUES) continue;
    const { spans, end } = readValue(text, { name, start: index, valueStart }, quotes);
    reach = Math.max(reach, end);
    for (const [from, to] of spans) found.push({ start: from, end: to, kind: KIND });
  }
  return found;
}

function skip(text: string, start: number, pattern: RegExp): number {
  pattern.lastIndex = start;
  return start + (pattern.exec(text)?.[0].length ?? 0);
}

interface FoundValue {
  readonly spans: readonly Span[];
  /** Where the value ends, secret or not. */
  readonly end: number;
}

function readValue(text: string, assignment: Assignment, quotes: LineQuotes): FoundValue {
  const { valueStart } = assignment;
  const quoted = readQuoted(text, valueStart);
  if (quoted !== undefined) return { spans: quoted, end: valueStart };
  LINE_END.lastIndex = valueStart;
  const lineEnd = LINE_END.exec(text)?.[0];
  if (lineEnd !== undefined) return { spans: readBelow(text, assignment, lineEnd), end: valueStart };
  return readBare(text, assignment, quotes.at(valueStart));
}

/** Answers the value between quotes: an empty list when it is no secret, `undefined` when there are no quotes. */
function readQuoted(text: string, start: number): readonly Span[] | undefined {
  OPENING.lastIndex = start;
  const opening = OPENING.exec(text);
  if (opening === null) return undefined;
  const [{ length }, backslashes = "", mark = ""] = opening;
  const from = start + length;
  const end = findClosing(text, from, { mark, backslashes: backslashes.length });
  if (end === null) return [];
  return isQuotedSecret(text.slice(from, end)) ? [[from, end]] : [];
}

interface Quote {
  readonly mark: string;
  /** Backslashes in front of it. */
  readonly backslashes: number;
}

function findClosing(text: string, from: number, { mark, backslashes }: Quote): number | null {
  const part = text.slice(from, from + MAX_VALUE_CHARACTERS + backslashes);
  if (part.startsWith(mark)) return null;
  // A doubled apostrophe is one inside a text.
  const marks = new RegExp(
    `(?<!\\\\)(\\\\*)(?:${mark === "'" && backslashes === 0 ? "''|" : ""}${mark}|[\\r\\n])`,
    "g",
  );
  for (const { 0: found, 1: slashes = "", index } of part.matchAll(marks)) {
    if (!found.endsWith(mark) || slashes.length < backslashes) return null;
    const isDoubled = found.length - slashes.length > mark.length;
    if (isClosing(slashes.length, backslashes) && !isDoubled) return from + index + slashes.length - backslashes;
  }
  return null;
}

/** Reads a value in the lines below the name, as YAML and formatters of code set it, or a list of them. */
function readBelow(text: string, assignment: Assignment, lineEnd: string): readonly Span[] {
  const lines = listLinesBelow(text, assignment, assignment.valueStart + lineEnd.length);
  const [first] = lines;
  if (first === undefined) return [];
  const items = lines.map(([start, end]) => [skip(text, start, LIST_MARK), end] as const);
  const itemCount = items.findIndex(([start], index) => start === lines[index]?.[0]);
  if (itemCount !== 0) {
    return items.slice(0, itemCount === -1 ? undefined : itemCount).flatMap((item) => readLine(text, item));
  }
  if (assignment.name.includes("=") && !/^["'`]/.test(text.slice(first[0], first[1]))) return [];
  const values = BLOCK_MARK.test(lineEnd) ? lines : [first];
  if (values.slice(1).some(([start, end]) => /\s/.test(text.slice(start, end)))) return [];
  const found = readLine(text, first);
  return found[0]?.[0] === first[0] ? values : found;
}

/** Reads a value that is the whole of a line. */
function readLine(text: string, [start, end]: Span): readonly Span[] {
  const value = text.slice(start, end);
  return readQuoted(text, start) ?? (isPlainSecret(value) && !/[,;([{:]$/.test(value) ? [[start, end]] : []);
}

/** Lists the lines that stand deeper than the name, or in a list, without their indentation and comments. */
function listLinesBelow(text: string, { start }: Assignment, from: number): Span[] {
  const lineStart = Math.max(text.lastIndexOf("\n", start - 1) + 1, start - MAX_HEAD_CHARACTERS);
  const depth = indentationOf(text.slice(lineStart, start).replace("- ", "  "));
  const lines: Span[] = [];
  let blanks = 0;
  for (let at = from; at < text.length && lines.length < MAX_BLOCK_LINES && blanks <= MAX_BLANK_LINES; ) {
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed;
    const content = text.slice(at, Math.min(end, at + MAX_VALUE_CHARACTERS));
    const indentation = indentationOf(content);
    const value = content.trim().replace(/(?<![ \t])[ \t]+#.*$/, "");
    if (value === "") blanks += 1;
    else if (indentation > depth || (indentation === depth && value.startsWith("- "))) {
      lines.push([at + indentation, at + indentation + value.length]);
    } else break;
    at = end + 1;
  }
  return lines;
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Reads the value that no quotes enclose. */
function readBare(text: string, assignment: Assignment, open: OpenQuote): FoundValue {
  const { start, valueStart } = assignment;
  const head = text.slice(Math.max(0, start - MAX_HEAD_CHARACTERS), start);
  const isParameter = /(?<![?&])[?&][\w-]*$/.test(head);
  const end = cutValue(text, valueStart, { open, isParameter });
  const line = { raw: text.slice(valueStart, end), isParameter, end, ...describeLine(head, assignment, open) };
  const value = line.isSetting ? line.raw.replace(/;$/, "") : trimClosers(line.raw);
  const span: Span = [valueStart, valueStart + value.length];
  // A comparison, or the arrow of a function.
  const isValue = !/^[=>]/.test(value);
  const isSecret = isBareSecret(value, text.charAt(span[1])) || (isAlone(text, line) && isPlainSecret(value));
  return { spans: isValue && isSecret ? [span] : [], end };
}

interface ValueLine {
  /** The value as it stands there, with what may end a statement. */
  readonly raw: string;
  readonly end: number;
  /** It is a parameter of an address. */
  readonly isParameter: boolean;
  /** It is an option of a command. */
  readonly isOption: boolean;
  /** Nothing but the name stands before it in its line. */
  readonly isFirst: boolean;
  /** It is the rest of a tag's text, or a field of a text with several. */
  readonly isField: boolean;
  /** It is one of a file of settings, such as `.env`, in which nothing ends a value but its line. */
  readonly isSetting: boolean;
}

function describeLine(
  head: string,
  { name, start }: Assignment,
  { brackets, mark }: OpenQuote,
): Pick<ValueLine, "isOption" | "isFirst" | "isField" | "isSetting"> {
  const before = dropWord(head);
  const isStart = LINE_START.test(before) && (before !== "" || start < MAX_HEAD_CHARACTERS);
  const isFirst = isStart && brackets === 0 && !/["'`\]]/.test(name);
  const isSetting = isFirst && name.endsWith("=") && /(?:^|\n|export[ \t]+)$/.test(before);
  const isField = /<[^<>]{1,64}>[ \t]*$/.test(before) || (isStart && mark !== "") || /[;&]$/.test(before);
  return { isFirst, isField, isSetting, isOption: /(?:^|[\s"'`])--?[\w.-]*$/.test(head) };
}

/** Tells whether a value stands where it can be nothing but one, whatever characters it has. */
function isAlone(text: string, { raw, end, isParameter, isOption, isFirst, isField, isSetting }: ValueLine): boolean {
  if (isParameter || isOption || (isField && /[<;&]/.test(text.charAt(end)))) return true;
  LINE_REST.lastIndex = end;
  return isFirst && LINE_REST.test(text) && (isSetting || !/[,;([{+?]$/.test(raw));
}

/** Takes off the part of a name, or the address, that stands before it. */
function dropWord(head: string): string {
  let end = head.length;
  while (end > 0 && /[\w.$:/-]/.test(head.charAt(end - 1))) end -= 1;
  return head.slice(0, end);
}

interface ValueContext {
  readonly open: OpenQuote;
  readonly isParameter: boolean;
}

const STOPS = /[\s,)\]}#]|(\\+)(?:[nrt]|["'`])?|["'`]|<\/?[A-Za-z]?|[&;](?=[\w.%+-]{1,64}=)/g;

/** Answers where a value without quotes ends: at a blank, or at what ends the text that it stands in. */
function cutValue(text: string, start: number, { open, isParameter }: ValueContext): number {
  const part = text.slice(start, start + MAX_VALUE_CHARACTERS);
  for (const { 0: stop, 1: slashes = "", index } of part.matchAll(STOPS)) {
    if (isStop(stop, slashes.length, { open, isParameter })) return start + index;
  }
  return start + part.length;
}

function isStop(stop: string, slashes: number, { open, isParameter }: ValueContext): boolean {
  const last = stop.charAt(stop.length - 1);
  if (/[\s&;]/.test(stop)) return true;
  if (stop === "#") return isParameter;
  if (stop.startsWith("<")) return stop.startsWith("</") || open.isMarkup;
  if (/[,)\]}]/.test(stop)) return open.brackets > 0;
  if (open.mark === "") return false;
  if (/[nrt]/.test(last)) return isLineBreak(slashes, open.backslashes);
  return last === open.mark && (isClosing(slashes, open.backslashes) || slashes < open.backslashes);
}

function isLineBreak(slashes: number, backslashes: number): boolean {
  return slashes % 2 === 1 || (backslashes > 0 && slashes > 0 && isLineBreak(slashes / 2, (backslashes - 1) / 2));
}

/** Leaves out what ends a statement, a list or a text that began before the value. */
function trimClosers(value: string): string {
  let trimmed = value.replace(/[;,]$/, "");
  for (let closers = 0; closers < MAX_CLOSERS && endsUnbalanced(trimmed); closers += 1) {
    trimmed = trimmed.slice(0, -1).replace(/[;,]$/, "");
  }
  return trimmed;
}

function endsUnbalanced(value: string): boolean {
  const closer = value.charAt(value.length - 1);
  const opener = OPENERS.get(closer);
  if (opener === undefined) return false;
  const count = (mark: string): number => value.split(mark).length - 1;
  return opener === closer ? count(closer) % 2 === 1 : count(closer) > count(opener);
}
