// Parses bracket expressions such as [a-z], [!x] and [[:digit:]]. Knows nothing of the pattern around them.

/** Tells whether a class takes a code point. */
export type CodePointTest = (codePoint: number) => boolean;

/** Holds a parsed bracket expression. */
export interface CharacterClass {
  readonly test: CodePointTest;
  /** 0-based index behind the closing bracket, in UTF-16 units. */
  readonly endIndex: number;
}

interface Cursor {
  readonly pattern: string;
  index: number;
}

const NAMED_CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /^[0-9A-Za-z]$/,
  alpha: /^[A-Za-z]$/,
  blank: /^[ \t]$/,
  cntrl: /^(?![ -~])\p{ASCII}$/u,
  digit: /^[0-9]$/,
  graph: /^[!-~]$/,
  lower: /^[a-z]$/,
  print: /^[ -~]$/,
  punct: /^[!-/:-@[-`{-~]$/,
  space: /^[\t-\r ]$/,
  upper: /^[A-Z]$/,
  xdigit: /^[0-9A-Fa-f]$/,
};

function takeCodePoint(cursor: Cursor): number | null {
  const codePoint = cursor.pattern.codePointAt(cursor.index);
  if (codePoint === undefined) return null;
  cursor.index += codePoint > 0xffff ? 2 : 1;
  return codePoint;
}

function takeEscapable(cursor: Cursor): number | null {
  if (cursor.pattern[cursor.index] === "\\") cursor.index += 1;
  return takeCodePoint(cursor);
}

/** Answers the test of `[:name:]` at the cursor, `null` for an unknown name, `undefined` if none starts there. */
function takeNamedClass(cursor: Cursor): CodePointTest | null | undefined {
  if (!cursor.pattern.startsWith("[:", cursor.index)) return undefined;
  const close = cursor.pattern.indexOf("]", cursor.index + 2);
  if (close < 0) return null;
  if (close === cursor.index + 2 || cursor.pattern[close - 1] !== ":") return undefined;
  const expression = NAMED_CLASSES[cursor.pattern.slice(cursor.index + 2, close - 1)];
  if (expression === undefined) return null;
  cursor.index = close + 1;
  return (codePoint) => expression.test(String.fromCodePoint(codePoint));
}

function hasRangeAt(cursor: Cursor): boolean {
  const next = cursor.pattern[cursor.index + 1];
  return cursor.pattern[cursor.index] === "-" && next !== undefined && next !== "]";
}

/** Takes one item: a named class, a character, or a range; the first character of a range also counts by itself. */
function takeItem(cursor: Cursor): CodePointTest | null {
  const named = takeNamedClass(cursor);
  if (named !== undefined) return named;
  const first = takeEscapable(cursor);
  if (first === null) return null;
  if (!hasRangeAt(cursor)) return (codePoint) => codePoint === first;
  cursor.index += 1;
  const last = takeEscapable(cursor);
  if (last === null) return null;
  return (codePoint) => codePoint === first || (codePoint >= first && codePoint <= last);
}

/**
 * Parses the bracket expression whose `[` stands at `startIndex`.
 * Answers `null` if it is not closed or names an unknown class. A closing bracket right after the opening is a member.
 */
export function parseCharacterClass(pattern: string, startIndex: number): CharacterClass | null {
  const cursor: Cursor = { pattern, index: startIndex + 1 };
  const isNegated = pattern[cursor.index] === "!" || pattern[cursor.index] === "^";
  if (isNegated) cursor.index += 1;
  const items: CodePointTest[] = [];
  do {
    const item = takeItem(cursor);
    if (item === null) return null;
    items.push(item);
  } while (pattern[cursor.index] !== "]");
  const test: CodePointTest = (codePoint) => items.some((item) => item(codePoint)) !== isNegated;
  return { test, endIndex: cursor.index + 1 };
}
