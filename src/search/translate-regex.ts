// Translates a regular expression from the dialect of ripgrep into that of re2js, so that both find the same.

import { translateClass } from "./regex-class.js";
import { createRegexError } from "./regex-error.js";
import { type TranslatedPiece, translateEscape } from "./regex-escape.js";

/** Says how an expression will be used. */
export interface TranslateOptions {
  /** Matches may run across lines; otherwise the text is one line without its ending. */
  readonly multiline: boolean;
}

interface Translation {
  readonly pattern: string;
  readonly options: TranslateOptions;
  /** Whether `.` takes line breaks, for each open group; the last one counts. */
  readonly dotAll: boolean[];
  /** Names of groups so far. */
  readonly names: Set<string>;
}

/** Groups within groups at most, as in ripgrep. */
const MAX_DEPTH = 249;

const FLAGS = /^\(\?([A-Za-z]*)(-[A-Za-z]+)?([:)])/;
const NAMED_GROUP = /^\(\?P?<([\p{Alphabetic}_][\p{Alphabetic}\p{N}_.[\]]*)>/u;
const REPETITION = /^\{\s*(\d+)\s*(?:(,)\s*(\d*)\s*)?\}/;

function isDotAll(translation: Translation): boolean {
  return translation.dotAll.at(-1) ?? false;
}

function translateFlags(translation: Translation, index: number, match: RegExpExecArray): TranslatedPiece {
  const [whole, on = "", off = "", end] = match;
  const rejected = /[^imsUu]/.exec(on)?.[0] ?? /[^-imsU]/.exec(off)?.[0];
  if (rejected !== undefined) throw createRegexError(`the flag ${rejected} is not supported`);
  if (whole === "(?)") throw createRegexError("the flags of (?) are missing");
  if (new Set(on + off).size < on.length + off.length) throw createRegexError("a flag is given twice");
  const dotAll = !off.includes("s") && (on.includes("s") || isDotAll(translation));
  if (end === ")") translation.dotAll.pop();
  translation.dotAll.push(dotAll);
  const kept = on.replaceAll("u", "") + off;
  return { text: kept === "" && end === ")" ? "" : `(?${kept}${end}`, endIndex: index + whole.length };
}

function rememberName({ names }: Translation, name: string): void {
  if (names.has(name)) throw createRegexError(`the group name ${name} is given twice`);
  names.add(name);
}

function translateGroup(translation: Translation, index: number): TranslatedPiece {
  const rest = translation.pattern.slice(index);
  if (/^\(\?<?[=!]/.test(rest))
    throw createRegexError("look-around, including look-ahead and look-behind, is not supported");
  const flags = FLAGS.exec(rest);
  if (flags !== null) return translateFlags(translation, index, flags);
  const named = NAMED_GROUP.exec(rest);
  if (rest.startsWith("(?") && named === null) throw createRegexError("unrecognized flag or group after (?");
  if (named !== null) rememberName(translation, named[1] ?? "");
  translation.dotAll.push(isDotAll(translation));
  if (translation.dotAll.length > MAX_DEPTH + 1) throw createRegexError("its groups are nested too deep");
  const length = named?.[0].length ?? 1;
  return { text: "(", endIndex: index + length };
}

function translateRepetition(translation: Translation, index: number): TranslatedPiece {
  const match = REPETITION.exec(translation.pattern.slice(index));
  if (match === null) throw createRegexError("repetition quantifier expects a valid decimal after {");
  const [whole, minimum, comma = "", maximum = ""] = match;
  return { text: `{${minimum}${comma}${maximum}}`, endIndex: index + whole.length };
}

function closeGroup(translation: Translation): string {
  if (translation.dotAll.length < 2) throw createRegexError("unopened group");
  translation.dotAll.pop();
  return ")";
}

/** Line breaks are LF or CRLF, whichever a file has, so that `$` and `.` stop before either. */
function translateCharacter(translation: Translation, character: string): string {
  const { multiline } = translation.options;
  if (character === ")") return closeGroup(translation);
  if (character === ".") return isDotAll(translation) ? "(?s:.)" : "[^\\n\\r]";
  if (character === "$") return multiline ? "(?:\\r?$)" : "$";
  if (character === "\n" && !multiline) throw createRegexError('the literal "\\n" is not allowed in a line search');
  if (character === "\r" && !multiline) throw createRegexError('the literal "\\r" is not allowed in a line search');
  return character;
}

function translateAt(translation: Translation, index: number): TranslatedPiece {
  const { pattern, options } = translation;
  const character = pattern[index] ?? "";
  if (character === "\\") return translateEscape(pattern, index, { insideClass: false, ...options });
  if (character === "[") return translateClass(pattern, index, options);
  if (character === "(") return translateGroup(translation, index);
  if (character === "{") return translateRepetition(translation, index);
  return { text: translateCharacter(translation, character), endIndex: index + 1 };
}

/**
 * Translates an expression; the result is meant for the flags `m` and, on request, `i`.
 * Names of groups are dropped. Word boundaries `\b` and `\B` see ASCII letters, digits and `_` only.
 * @throws {FsError} invalid_pattern – for what ripgrep refuses, and for the few constructs that re2js has no form for
 */
export function translateRegex(pattern: string, options: TranslateOptions): string {
  const translation: Translation = { pattern, options, dotAll: [false], names: new Set() };
  let text = "";
  let index = 0;
  while (index < pattern.length) {
    const piece = translateAt(translation, index);
    text += piece.text;
    index = piece.endIndex;
  }
  if (translation.dotAll.length > 1) throw createRegexError("unclosed group");
  return text;
}
