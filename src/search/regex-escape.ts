// Translates one backslash escape from the dialect of ripgrep into that of re2js.

import { listNonWordRanges } from "./non-word-ranges.js";
import { createRegexError } from "./regex-error.js";

/** Holds a translated piece and how much of the pattern it stands for. */
export interface TranslatedPiece {
  readonly text: string;
  /** 0-based index behind the piece, in UTF-16 units. */
  readonly endIndex: number;
}

/** Says where an escape stands. */
export interface EscapeContext {
  readonly insideClass: boolean;
  /** Line breaks may be part of a match. */
  readonly multiline: boolean;
}

const WORD = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\x{200c}\\x{200d}";
const SPACE = "\\t-\\r \\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}";
const NOT_SPACE =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{84}\\x{86}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}" +
  "\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{10ffff}";
const PLAIN_LETTERS = "abBAzftv";
const HEXADECIMAL = /x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[xuU]\{([0-9A-Fa-f]{1,8})\}/y;
const PROPERTY = /[pP](?:[A-Za-z]|\{[^{}]*\})/y;

function toEscape(codePoint: number): string {
  return `\\x{${codePoint.toString(16)}}`;
}

const SETS: Readonly<Record<string, string>> = {
  d: "\\p{Nd}",
  D: "\\P{Nd}",
  w: WORD,
  s: SPACE,
  S: NOT_SPACE,
};

function translateSet(letter: string, insideClass: boolean): string | null {
  if (letter === "W") return insideClass ? listNonWordRanges() : `[^${WORD}]`;
  const members = SETS[letter];
  if (members === undefined) return null;
  return insideClass ? members : `[${members}]`;
}

function translateCharacter(codePoint: number, context: EscapeContext): string {
  if (codePoint > 0x10ffff) throw createRegexError("the hexadecimal escape is not a Unicode character");
  const isAllowed = context.insideClass || context.multiline;
  if (!isAllowed && codePoint === 0x0a) throw createRegexError('the literal "\\n" is not allowed in a line search');
  if (!isAllowed && codePoint === 0x0d) throw createRegexError('the literal "\\r" is not allowed in a line search');
  return toEscape(codePoint);
}

function matchAt(expression: RegExp, pattern: string, index: number): RegExpExecArray | null {
  const sticky = new RegExp(expression.source, "y");
  sticky.lastIndex = index;
  return sticky.exec(pattern);
}

function translateLetter(letter: string, context: EscapeContext): string {
  const set = translateSet(letter, context.insideClass);
  if (set !== null) return set;
  if (letter === "n") return translateCharacter(0x0a, context);
  if (letter === "r") return translateCharacter(0x0d, context);
  if (letter === "b" && context.insideClass) return toEscape(8);
  if (PLAIN_LETTERS.includes(letter)) return `\\${letter}`;
  if (/[0-9]/.test(letter)) throw createRegexError("backreferences are not supported");
  if (/[A-Za-z<>]/.test(letter) || letter > "\x7f") throw createRegexError(`unrecognized escape sequence \\${letter}`);
  return `\\${letter}`;
}

/**
 * Translates the escape whose backslash stands at `index`: `\d`, `\w` and `\s` mean the Unicode sets.
 * @throws {FsError} invalid_pattern – for an escape that ripgrep does not know either, or a line break in a line search
 */
export function translateEscape(pattern: string, index: number, context: EscapeContext): TranslatedPiece {
  const hexadecimal = matchAt(HEXADECIMAL, pattern, index + 1);
  if (hexadecimal !== null) {
    const digits = hexadecimal.slice(1).find((group) => group !== undefined) ?? "";
    const text = translateCharacter(Number.parseInt(digits, 16), context);
    return { text, endIndex: index + 1 + hexadecimal[0].length };
  }
  const property = matchAt(PROPERTY, pattern, index + 1);
  if (property !== null) return { text: `\\${property[0]}`, endIndex: index + 1 + property[0].length };
  const codePoint = pattern.codePointAt(index + 1);
  if (codePoint === undefined) throw createRegexError("incomplete escape sequence at the end");
  if (/^[bB]\{/.test(pattern.slice(index + 1, index + 3))) {
    throw createRegexError("unrecognized escape sequence \\b{ (write \\b)");
  }
  const letter = String.fromCodePoint(codePoint);
  return { text: translateLetter(letter, context), endIndex: index + 1 + letter.length };
}
