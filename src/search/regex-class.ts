// Translates one bracket class from the dialect of ripgrep into that of re2js.

import { createRegexError } from "./regex-error.js";
import { assertFindable, type EscapeContext, type TranslatedPiece, toEscape, translateEscape } from "./regex-escape.js";

const NAMED_CLASS = /^\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/;

interface Opening {
  readonly isNegated: boolean;
  readonly members: TranslatedPiece[];
  /** 0-based index of the first member after them, in UTF-16 units. */
  readonly endIndex: number;
}

/** Set operations have no form in re2js; it would read them as ranges and single characters. */
function assertNoSetOperation(pattern: string, index: number): void {
  const pair = pattern.slice(index, index + 2);
  if (pair !== "&&" && pair !== "--" && pair !== "~~") return;
  throw createRegexError(`the set operation ${pair} in a character class is not supported`);
}

function translateItem(pattern: string, index: number): TranslatedPiece {
  if (pattern[index] === "\\") return translateEscape(pattern, index, { insideClass: true, multiline: true });
  const codePoint = pattern.codePointAt(index) ?? 0;
  const character = String.fromCodePoint(codePoint);
  const isPlain = codePoint > 0x7f || /\w/.test(character);
  return { text: isPlain ? character : toEscape(codePoint), endIndex: index + character.length, codePoint };
}

function hasRangeAt(pattern: string, index: number): boolean {
  const next = pattern[index + 1];
  return pattern[index] === "-" && next !== undefined && next !== "]" && next !== "-";
}

/** Translates one character or set, or a range, whose ends are characters. */
function translateRange(pattern: string, index: number): TranslatedPiece {
  const first = translateItem(pattern, index);
  if (!hasRangeAt(pattern, first.endIndex)) return first;
  const last = translateItem(pattern, first.endIndex + 1);
  if (first.codePoint === undefined || last.codePoint === undefined)
    throw createRegexError("a range in a character class needs a character at each end");
  if (first.codePoint > last.codePoint) throw createRegexError("a range in a character class ends before it begins");
  const only = first.codePoint === last.codePoint ? first.codePoint : undefined;
  return { text: `${first.text}-${last.text}`, endIndex: last.endIndex, codePoint: only };
}

function translateMember(pattern: string, index: number): TranslatedPiece {
  assertNoSetOperation(pattern, index);
  if (pattern[index] !== "[") return translateRange(pattern, index);
  const named = NAMED_CLASS.exec(pattern.slice(index, index + 12));
  if (named === null) throw createRegexError("a nested character class is not supported");
  return { text: named[0], endIndex: index + named[0].length };
}

/** Takes what stands for itself right behind the opening: hyphens, or one closing bracket. */
function translateOpening(pattern: string, startIndex: number): Opening {
  const [opening = "["] = /^\[\^?(?:-+|\])?/.exec(pattern.slice(startIndex)) ?? [];
  const isNegated = opening[1] === "^";
  const literals = opening.slice(isNegated ? 2 : 1);
  const members = Array.from(
    literals,
    (literal): TranslatedPiece => ({
      text: `\\${literal}`,
      endIndex: 0,
      codePoint: literal.charCodeAt(0),
    }),
  );
  return { isNegated, members, endIndex: startIndex + opening.length };
}

/** A class of line breaks only can match as little as one of them. */
function assertFindableMember(members: readonly TranslatedPiece[], multiline: boolean): void {
  const [first] = members;
  if (first?.codePoint === undefined) return;
  const isSame = members.every(({ codePoint }) => codePoint === first.codePoint);
  const isLineBreaks = members.every(({ codePoint }) => codePoint === 0x0a || codePoint === 0x0d);
  if (isSame || isLineBreaks) assertFindable(first.codePoint, multiline);
}

/**
 * Translates the class whose opening bracket stands at `startIndex`.
 * @throws {FsError} invalid_pattern – for nested classes, set operations, a range between sets, a class that is not
 *   closed, and one of nothing but what cannot be found
 */
export function translateClass(
  pattern: string,
  startIndex: number,
  { multiline }: Pick<EscapeContext, "multiline">,
): TranslatedPiece {
  const { isNegated, members, endIndex } = translateOpening(pattern, startIndex);
  let index = endIndex;
  while (index < pattern.length && pattern[index] !== "]") {
    const member = translateMember(pattern, index);
    members.push(member);
    index = member.endIndex;
  }
  if (index >= pattern.length) throw createRegexError("unclosed character class");
  if (!isNegated) assertFindableMember(members, multiline);
  const text = members.map((member) => member.text).join("");
  return { text: `[${isNegated ? "^" : ""}${text}]`, endIndex: index + 1 };
}
