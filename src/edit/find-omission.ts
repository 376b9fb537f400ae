// Finds lines of newText that stand for text the model left out, such as `// ... rest of the code`. Pure strings.

import type { SourceText } from "../text/source-text.js";
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
export function findOmission(oldText: string, newText: string, context: OmissionContext = {}): Omission | null {
  const isProse = PROSE.test(context.path ?? "");
  const newLines = newText.split("\n");
  const oldLines = oldText.split("\n");
  const lost = countMissing(oldLines, newLines);
  const suspects = findSuspects({ oldText, newLines, path: context.path, lost }, isProse);
  if (suspects.length === 0) return null;
  const known = new Set(
    [oldText, context.fileText?.slice(0) ?? ""].flatMap((text) => text.split("\n").map(foldBlanks)),
  );
  const unknown = suspects.filter(({ text }) => !known.has(foldBlanks(text)));
  const added = countMissing(newLines, oldLines) - unknown.length;
  const found = unknown.find(({ text, sureness }) => {
    // A file that begins anew has nothing to leave out, unless it says so.
    if (lost === 0) return sureness === "phrase" && !isProse && (oldText !== "" || DOTS.test(text));
    return sureness === "phrase" || sureness === "hint" || lost > added + Number(sureness === "body");
  });
  return found === undefined ? null : { line: found.line, text: found.text };
}

interface Texts {
  readonly oldText: string;
  readonly newLines: readonly string[];
  readonly path: string | undefined;
  /** Lines of oldText that newText lacks. */
  readonly lost: number;
}

// `<!--...-->` reads the same as `<!-- ... -->`.
function foldBlanks(line: string): string {
  return line.replace(/\s+/g, "");
}

function findSuspects(texts: Texts, isProse: boolean): readonly Suspect[] {
  const { newLines, lost } = texts;
  const quoted = new Set(lost > 0 ? texts.oldText.split("\n") : []);
  const suspects: Suspect[] = [];
  for (const [index, newLine] of newLines.entries()) {
    const text = newLine.trim();
    if (text === "" || text.length > MAX_CODE_LENGTH) continue;
    const sureness = isProse ? judgeLine(text, isProse) : judgeCode(texts, index, text);
    if (sureness !== null) suspects.push({ line: index + 1, text, sureness });
  }
  const suspected = new Set(suspects.map(({ line }) => line));
  return suspects.filter(({ line, text, sureness }) => {
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
  return judgeLine(text, false) ?? judgeInLine(texts.oldText, text);
}

// Dots alone are the body of a stub in Python, the end of a document in YAML, and a prompt of Python's.
function judgeDots({ oldText, newLines, path = "" }: Texts, index: number): Sureness | null {
  const before = newLines.slice(0, index).findLast((line) => line.trim() !== "") ?? "";
  const behind = newLines.slice(index + 1).find((line) => line.trim() !== "");
  if (/\.ya?ml$/i.test(path) && (behind === undefined || /^(?:---|%)/.test(behind))) return null;
  if ([before, behind ?? ""].some((line) => /^\s*(?:>>>|\.\.\. )/.test(line))) return null;
  const depth = depthOf(newLines[index] ?? "");
  const endsBlock = behind === undefined || depthOf(behind) < depth;
  return depth > 0 && endsBlock ? judgeBody(oldText, before, path) : "fewer";
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

// A stub: a header, perhaps its text, and dots. Where oldText has the same header, its body is gone.
function judgeBody(oldText: string, header: string, path: string): Sureness | null {
  if (!/(?::|"""|''')\s*(?:#.*)?$/.test(header)) return "fewer";
  return path.endsWith(".pyi") || !oldText.includes(`${header}\n`) ? null : "body";
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
function judgeInLine(oldText: string, text: string): Sureness | null {
  const { head = "", body, dots } = IN_BRACKETS.exec(text)?.groups ?? {};
  const isComment = COMMENT.test(text) || head.includes("//");
  if (isComment || (body === undefined && dots === undefined)) return null;
  if (body !== undefined && judgeComment(body, createWording(body, false)) === null) return null;
  const name = head.replace(/[{([\s]+$/, "");
  return oldText.split("\n").some((line) => line.trim().startsWith(name)) ? "phrase" : "fewer";
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
function countMissing(lines: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of others) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  return lines.filter((line) => {
    const text = line.trim();
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return text !== "" && count <= 0;
  }).length;
}
