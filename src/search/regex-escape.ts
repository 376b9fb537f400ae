// Translates one backslash escape from the dialect of ripgrep into that of re2js.

import { listNonWordRanges } from "./non-word-ranges.js";
import { createRegexError } from "./regex-error.js";

/** Holds a translated piece and how much of the pattern it stands for. */
export interface TranslatedPiece {
  readonly text: string;
  /** 0-based index behind the piece, in UTF-16 units. */
  readonly endIndex: number;
  /** The one character that the piece stands for; absent for sets, assertions and ranges. */
  readonly codePoint?: number | undefined;
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
const ASSERTIONS = "bBAz";
const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };
const HEXADECIMAL = /x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[xuU]\{([0-9A-Fa-f]{1,8})\}/y;
const PROPERTY = /[pP](?:[A-Za-z]|\{[^{}]*\})/y;

/** What re2js takes and ripgrep does not: negation within braces, surrogates, and scripts that are new in Unicode 17. */
const UNKNOWN_PROPERTY = /\{(?:\^.*|Cs|Unknown|Beria_Erfe|Sidetic|Tai_Yo|Tolong_Siki)\}$/;

/** Writes one character in the form of re2js. */
export function toEscape(codePoint: number): string {
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

/**
 * Refuses a character that no search for it can find.
 * @throws {FsError} invalid_pattern – for NUL, and for a line break in a line search
 */
export function assertFindable(codePoint: number, multiline: boolean): void {
  if (codePoint === 0) throw createRegexError("a NUL character cannot be matched, since binary files are not shown");
  if (multiline) return;
  if (codePoint === 0x0a) throw createRegexError('the literal "\\n" is not allowed in a line search');
  if (codePoint === 0x0d) throw createRegexError('the literal "\\r" is not allowed in a line search');
}

function translateCharacter(codePoint: number, { insideClass, multiline }: EscapeContext): string {
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  if (isSurrogate || codePoint > 0x10ffff) throw createRegexError("the hexadecimal escape is not a Unicode character");
  if (!insideClass) assertFindable(codePoint, multiline);
  return toEscape(codePoint);
}

function matchAt(expression: RegExp, pattern: string, index: number): RegExpExecArray | null {
  const sticky = new RegExp(expression.source, "y");
  sticky.lastIndex = index;
  return sticky.exec(pattern);
}

function translateProperty(property: string): string {
  if (UNKNOWN_PROPERTY.test(property)) throw createRegexError("unknown Unicode property");
  return `\\${property}`;
}

function translateAssertion(letter: string, context: EscapeContext): string {
  if (context.insideClass) throw createRegexError(`the escape \\${letter} has no meaning in a character class`);
  return `\\${letter}`;
}

function translateLetter(letter: string, context: EscapeContext): Omit<TranslatedPiece, "endIndex"> {
  const set = translateSet(letter, context.insideClass);
  if (set !== null) return { text: set };
  if (ASSERTIONS.includes(letter)) return { text: translateAssertion(letter, context) };
  if (/[0-9]/.test(letter)) throw createRegexError("backreferences are not supported");
  const codePoint = CONTROLS[letter] ?? letter.charCodeAt(0);
  if (Object.hasOwn(CONTROLS, letter)) return { text: translateCharacter(codePoint, context), codePoint };
  if (/[A-Za-z<>]/.test(letter) || letter > "\x7f") throw createRegexError(`unrecognized escape sequence \\${letter}`);
  return { text: `\\${letter}`, codePoint };
}

/**
 * Translates the escape whose backslash stands at `index`: `\d`, `\w` and `\s` mean the Unicode sets.
 * @throws {FsError} invalid_pattern – for an escape that ripgrep does not know either, or a line break in a line search
 */
export function translateEscape(pattern: string, index: number, context: EscapeContext): TranslatedPiece {
  const hexadecimal = matchAt(HEXADECIMAL, pattern, index + 1);
  if (hexadecimal !== null) {
    const digits = hexadecimal.slice(1).find((group) => group !== undefined) ?? "";
    const codePoint = Number.parseInt(digits, 16);
    return {
      text: translateCharacter(codePoint, context),
      endIndex: index + 1 + hexadecimal[0].length,
      codePoint,
    };
  }
  const property = matchAt(PROPERTY, pattern, index + 1);
  if (property !== null) return { text: translateProperty(property[0]), endIndex: index + 1 + property[0].length };
  const codePoint = pattern.codePointAt(index + 1);
  if (codePoint === undefined) throw createRegexError("incomplete escape sequence at the end");
  if (/^[bB]\{/.test(pattern.slice(index + 1, index + 3))) {
    throw createRegexError("unrecognized escape sequence \\b{ (write \\b)");
  }
  const letter = String.fromCodePoint(codePoint);
  return { ...translateLetter(letter, context), endIndex: index + 1 + letter.length };
}
