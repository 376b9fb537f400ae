// Finds lines of newText that stand for text the model left out, such as `// ... rest of the code`. Pure strings.

import type { SourceText } from "../text/source-text.js";
import { LINES_PER_STEP, type Steps, visitEach } from "../text/steps.js";
import { createWording, DOTS, judgeWording, type Sureness, type Wording } from "./omission-wording.js";

/** Names a line of newText, 1-based, and what it reads without the blanks around it. */
export interface Omission {
  readonly line: number;
  readonly text: string;
}

/** Says where the text is to go. */
export interface OmissionContext {
  /** Tells prose from code by its ending. Absent: code. */
  readonly path?: string | undefined;
  /** The whole file: a line that stands there is real. Absent: oldText. */
  readonly fileText?: SourceText | undefined;
}

// Longer lines say something of their own.
const MAX_LENGTH = 120;
const MAX_CODE_LENGTH = 1000;

const COMMENT =
  /^(?<marker>\/\*+|\/\/[/!]*|#+|<!--+|\{\/\*+|\{#|\{\{!(?:--)?|--+|;+|%+|"""|'''|\(\*|'(?=\s))(?<body>.*?)(?:\*+\/\}?|--+>|#\}|(?:--)?\}\}|"""|'''|\*\)|--+|#+)?$/u;
const DOC_MARKER = /^\/\/[/!]|^\/\*\*/;
const ONLY_DOTS = /^(?:\.{3,}|…)$/;

// What a placeholder is written with besides words; anything else makes the line code, or a remark about it.
const SIGNS = /^[\p{L}\p{M}\p{N}\s.…,:;!'’`"()[\]<>~=*_✂↓↑–—-]*$/u;
const INNER_DOT = /[\p{L}\p{N}_]\.[\p{L}\p{N}_]/u;

const BARE = /^(?:\.{3,}|…)[^=]*$|^\[[^[\]=]*\]$|^\([^()=]*\)$|^<snip>$/u;
const IN_BRACKETS =
  /^(?<head>[^"'`]*?(?:[{([]\s*(?=\/\*)|\{\s*(?=[.…])))(?:\/\*(?<body>[^*]*)\*\/|(?<dots>\.{3}|…))\s*[})\]]/u;
const PROSE = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|org)$/i;

// What is said of text that is left out, and hardly in a remark that goes on from the line above.
const STATED = /\b(?:unchanged|remains?|stays?|omitted|as[- ](?:is|before|it was))\b/i;

interface Suspect extends Omission {
  readonly sureness: Sureness;
}

/**
 * Finds the first line of newText that stands for left-out text and is no line of the file; `null` when there is none.
 * What may also mean something else counts only where newText lacks lines of oldText.
 */
export function* findOmission(oldText: string, newText: string, context: OmissionContext = {}): Steps<Omission | null> {
  if (isStub(oldText, newText, context.path)) return null;
  const isProse = PROSE.test(context.path ?? "");
  const newLines = yield* splitLines(newText);
  const texts = {
    newLines,
    path: context.path,
    isEarlier: createLineLookup(oldText),
    isBegun: createBeginningLookup(oldText),
  };
  const worded = yield* findWorded(texts, isProse);
  if (worded.length === 0) return null;
  const oldLines = yield* splitLines(oldText);
  const lost = yield* countMissing(oldLines, newLines);
  const suspects = yield* withoutRemarks(worded, { oldLines, newLines, lost });
  if (suspects.length === 0) return null;
  const known = new Set<string>();
  for (const text of [oldText, context.fileText?.slice(0) ?? ""]) yield* addLines(known, text);
  const unknown = suspects.filter(({ text }) => !known.has(foldBlanks(text)));
  const added = (yield* countMissing(newLines, oldLines)) - unknown.length;
  const found = unknown.find(({ text, sureness }) => {
    // A file that begins anew has nothing to leave out, unless it says so.
    if (lost === 0) return sureness === "phrase" && !isProse && (oldText !== "" || DOTS.test(text));
    return sureness === "phrase" || sureness === "hint" || lost > added + Number(sureness === "body");
  });
  return found === undefined ? null : { line: found.line, text: found.text };
}

// Dots in the place of the one statement of a body.
function isStub(oldText: string, newText: string, path = ""): boolean {
  return /\.pyi?$/i.test(path) && newText.trim() === "..." && /^\s*\S[^\n]*\s*$/.test(oldText);
}

/** Tells whether a line with its ending stands in a text, which is read when that is first asked. */
function createLineLookup(text: string): (line: string) => boolean {
  let lines: Set<string> | undefined;
  return (line) => {
    lines ??= new Set(text.split("\n").slice(0, -1));
    return lines.has(line);
  };
}

function createBeginningLookup(text: string): (beginning: string) => boolean {
  let sorted: readonly string[] | undefined;
  return (beginning) => {
    sorted ??= (text.match(/^.*[{([].*$/gm) ?? []).map((line) => line.trimStart()).sort();
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? "") < beginning) low = middle + 1;
      else high = middle;
    }
    return sorted[low]?.startsWith(beginning) === true;
  };
}

function* splitLines(text: string): Steps<readonly string[]> {
  const lines: string[] = [];
  let end = 0;
  for (let start = 0; start <= text.length; start = end + 1) {
    const lineFeed = text.indexOf("\n", start);
    end = lineFeed === -1 ? text.length : lineFeed;
    if (lines.push(text.slice(start, end)) % LINES_PER_STEP === 0) yield;
  }
  return lines;
}

function* addLines(known: Set<string>, text: string): Steps<void> {
  yield* visitEach(yield* splitLines(text), (line) => known.add(foldBlanks(line)));
}

interface Texts {
  readonly newLines: readonly string[];
  readonly path: string | undefined;
  /** Tells whether oldText has a line. */
  readonly isEarlier: (line: string) => boolean;
  /** Tells whether a line of oldText that opens a bracket begins so, blanks in front of it aside. */
  readonly isBegun: (beginning: string) => boolean;
}

interface Lines {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  /** Lines of the old text that the new one lacks. */
  readonly lost: number;
}

// `<!--...-->` reads the same as `<!-- ... -->`.
function foldBlanks(line: string): string {
  return line.replace(/\s+/g, "");
}

/** Finds the lines whose words stand for others, whatever is around them. */
function* findWorded(texts: Texts, isProse: boolean): Steps<readonly Suspect[]> {
  const suspects: Suspect[] = [];
  yield* visitEach(texts.newLines, (newLine, index) => {
    const text = newLine.trim();
    if (text === "" || text.length > MAX_CODE_LENGTH) return;
    const sureness = isProse ? judgeLine(text, isProse) : judgeCode(texts, index, text);
    if (sureness !== null) suspects.push({ line: index + 1, text, sureness });
  });
  return suspects;
}

/** Leaves out what is a part of a longer remark. */
function* withoutRemarks(worded: readonly Suspect[], { oldLines, newLines, lost }: Lines): Steps<readonly Suspect[]> {
  const quoted = new Set(lost > 0 ? oldLines : []);
  yield;
  const suspected = new Set(worded.map(({ line }) => line));
  return worded.filter(({ line, text, sureness }) => {
    // Where lines are gone, one that says plainly what it stands for was not written to go on with a comment that was there.
    const isNear = (other: number): boolean => sureness !== "phrase" || !quoted.has(newLines[other - 1] ?? "");
    const near = [line - 1, line + 1].filter((other) => !suspected.has(other) && isNear(other));
    const isPlain = DOTS.test(text) || isClosed(text) || (sureness === "phrase" && lost > 0 && STATED.test(text));
    return isPlain || !near.some((other) => isRemark(newLines[other - 1], text));
  });
}

// In brackets, or in a comment that ends on its line, it is no part of a longer sentence.
function isClosed(text: string): boolean {
  return /^(?:<!--|\{?\/\*|\{#|\{\{!)|^\S{1,3} ?[([<].*[)\]>]$/u.test(text);
}

// A line of a comment that goes on above or below it is part of what that says.
function isRemark(near: string | undefined, text: string): boolean {
  const marker = COMMENT.exec(text)?.groups?.["marker"];
  const other = COMMENT.exec(near?.trim() ?? "")?.groups;
  return marker !== undefined && other?.["marker"] === marker && /[\p{L}\p{N}]/u.test(other["body"] ?? "");
}

function judgeCode(texts: Texts, index: number, text: string): Sureness | null {
  if (ONLY_DOTS.test(text)) return judgeDots(texts, index);
  return judgeLine(text, false) ?? judgeInLine(texts, text);
}

// Dots alone are the body of a stub in Python, the end of a document in YAML, and a prompt of Python's.
function judgeDots({ newLines, path = "", isEarlier }: Texts, index: number): Sureness | null {
  const before = nextWithText(newLines, index, -1) ?? "";
  const behind = nextWithText(newLines, index, 1);
  if (/\.ya?ml$/i.test(path) && (behind === undefined || /^(?:---|%)/.test(behind))) return null;
  if ([before, behind ?? ""].some((line) => /^\s*(?:>>>|\.\.\. )/.test(line))) return null;
  const depth = depthOf(newLines[index] ?? "");
  const endsBlock = behind === undefined || depthOf(behind) < depth;
  return depth > 0 && endsBlock ? judgeBody(before, path, isEarlier) : "fewer";
}

function nextWithText(lines: readonly string[], index: number, step: 1 | -1): string | undefined {
  let next = index + step;
  while (lines[next]?.trim() === "") next += step;
  return lines[next];
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

// A stub: a header, perhaps its text, and dots. Where oldText has the same header, its body is gone.
function judgeBody(header: string, path: string, isEarlier: Texts["isEarlier"]): Sureness | null {
  if (!/(?::|"""|''')\s*(?:#.*)?$/.test(header)) return "fewer";
  return path.endsWith(".pyi") || !isEarlier(header) ? null : "body";
}

function judgeLine(text: string, isProse: boolean): Sureness | null {
  if (text.length > MAX_LENGTH) return null;
  const { marker = "", body = text } = COMMENT.exec(text)?.groups ?? {};
  // Nearly every line of code: its words need not be read.
  if (marker === "" && !BARE.test(text) && !DOTS.test(text)) return null;
  if (!SIGNS.test(body) || INNER_DOT.test(body)) return null;
  const wording = createWording(body, DOC_MARKER.test(marker));
  const sureness = marker === "" ? judgeBare(text, wording) : judgeComment(body, wording);
  const isSure = sureness === "phrase" && wording.hasDots;
  return isProse && !marker.startsWith("<") && !isSure ? null : sureness;
}

// `foo({ /* ... */ })`, `{ ... }`: brackets around what stands for their content, most surely where oldText has them filled.
function judgeInLine({ isBegun }: Texts, text: string): Sureness | null {
  const { head = "", body, dots } = IN_BRACKETS.exec(text)?.groups ?? {};
  const isComment = COMMENT.test(text) || head.includes("//");
  if (isComment || (body === undefined && dots === undefined)) return null;
  if (body !== undefined && judgeComment(body, createWording(body, false)) === null) return null;
  const name = head.replace(/[{([\s]+$/, "");
  return isBegun(name) ? "phrase" : "fewer";
}

function judgeComment(body: string, wording: Wording): Sureness | null {
  if (wording.words.length > 0) return judgeWording(wording);
  return !wording.isDoc && wording.hasDots && !/\.{7}/.test(body) ? "hint" : null;
}

// Dots right in front of a name spread it, and those at the end are part of a sentence.
function judgeBare(text: string, wording: Wording): Sureness | null {
  if ((wording.words.length < 2 && wording.phrase !== "snip") || /["'`]/.test(text)) return null;
  const isOpened = BARE.test(text) && !/^(?:\.{3}|…)[\p{L}_]/u.test(text);
  const sureness = judgeWording(wording);
  return isOpened || (wording.hasDots && sureness === "phrase") ? sureness : null;
}

// Counts the lines of one text that the other lacks; losing one of two equal ones is a loss.
function* countMissing(lines: readonly string[], others: readonly string[]): Steps<number> {
  const left = new Map<string, number>();
  yield* visitEach(others, (line) => {
    const text = line.trim();
    left.set(text, (left.get(text) ?? 0) + 1);
  });
  let missing = 0;
  yield* visitEach(lines, (line) => {
    const text = line.trim();
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    if (text !== "" && count <= 0) missing += 1;
  });
  return missing;
}
