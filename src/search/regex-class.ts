// Translates one bracket class from the dialect of ripgrep into that of re2js.

import { createRegexError } from "./regex-error.js";
import { type TranslatedPiece, translateEscape } from "./regex-escape.js";

const NAMED_CLASS = /^\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/;

/** Set operations have no form in re2js; it would read them as ranges and single characters. */
function assertNoSetOperation(pattern: string, index: number): void {
  const pair = pattern.slice(index, index + 2);
  if (pair !== "&&" && pair !== "--" && pair !== "~~") return;
  throw createRegexError(`the set operation ${pair} in a character class is not supported`);
}

function translateMember(pattern: string, index: number): TranslatedPiece {
  if (pattern[index] === "\\") return translateEscape(pattern, index, { insideClass: true, multiline: true });
  assertNoSetOperation(pattern, index);
  if (pattern[index] !== "[") return { text: pattern[index] ?? "", endIndex: index + 1 };
  const named = NAMED_CLASS.exec(pattern.slice(index, index + 12));
  if (named === null) throw createRegexError("a nested character class is not supported");
  return { text: named[0], endIndex: index + named[0].length };
}

/**
 * Translates the class whose opening bracket stands at `startIndex`.
 * @throws {FsError} invalid_pattern – for nested classes, set operations, and a class that is not closed
 */
export function translateClass(pattern: string, startIndex: number): TranslatedPiece {
  let index = startIndex + 1;
  let text = "[";
  if (pattern[index] === "^") {
    text += "^";
    index += 1;
  }
  if (pattern[index] === "]") {
    text += "\\]";
    index += 1;
  }
  while (index < pattern.length) {
    if (pattern[index] === "]") return { text: `${text}]`, endIndex: index + 1 };
    const member = translateMember(pattern, index);
    text += member.text;
    index = member.endIndex;
  }
  throw createRegexError("unclosed character class");
}
