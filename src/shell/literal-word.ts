// Reads one word of a command line that every POSIX shell takes literally. Knows no operators and no policy.

import { type Refuse, showPart } from "./refusal.js";

/**
 * The only spellings that count: `'…'`; `"…"` without `$` and backtick; bare characters that no shell treats specially,
 * among them `HEAD~1`, `HEAD^` and `stash@{0}`. A backslash counts in double quotes only.
 */
const PART =
  /'(?<single>[^']*)'|"(?<double>(?:[^"\\$`]|\\[^\n])*)"|(?<bare>(?:@\{[A-Za-z0-9-]+\}|(?<=[A-Za-z0-9_^~])~|[A-Za-z0-9_@%+=:,./^-])+)/y;

const ESCAPE_IN_DOUBLE_QUOTES = /\\(?<escaped>["$`\\])/g;

const SPECIAL: readonly (readonly [characters: string, meaning: string])[] = [
  ["$", "a variable or a substitution"],
  ["`", "a command substitution"],
  ["*?[]", "a wildcard"],
  ["{}", "a brace expansion or a group"],
  ["~", "a home directory"],
  ["\\", "a backslash outside double quotes"],
  ["!", "a negation or a history reference"],
  ["#", "a comment"],
  ["()", "a group"],
  ["'\"", "a quote without its end or with a substitution inside"],
];

function describeSpecial(source: string, index: number): string {
  const character = String.fromCodePoint(source.codePointAt(index) ?? 0);
  if (character > "\x7f") return "a character outside ASCII that is not quoted";
  return SPECIAL.find(([characters]) => characters.includes(character))?.[1] ?? "a special character";
}

function readPart(groups: Readonly<Record<string, string | undefined>>): string {
  const { single, double, bare } = groups;
  return double?.replace(ESCAPE_IN_DOUBLE_QUOTES, "$<escaped>") ?? single ?? bare ?? "";
}

/** Answers what the shell makes of the source text of one word; refuses when that depends on anything else. */
export function resolveLiteralWord(source: string, refuse: Refuse): string {
  let value = "";
  let index = 0;
  while (index < source.length) {
    PART.lastIndex = index;
    const match = PART.exec(source);
    if (match?.groups === undefined) return refuse(`${showPart(source)} holds ${describeSpecial(source, index)}`);
    value += readPart(match.groups);
    index = PART.lastIndex;
  }
  return value;
}
