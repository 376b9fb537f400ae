// Reads one word of a command line that every POSIX shell takes literally. Knows no operators and no policy.

import { type Refuse, showPart } from "./refusal.js";

/**
 * The only spellings that count: `'…'`; `"…"` without backtick, and with `$` only where it stands for
 * itself, before a blank, a slash, `|`, `)` or the end; a backslash before a printable sign, such as
 * `\(`; bare characters that no shell treats specially, among them letters of any language, `HEAD~1`, `HEAD^`,
 * `stash@{0}`, `{}`, and `!`, `[` and `]` as whole words.
 */
const PART =
  /'(?<single>[^']*)'|"(?<double>(?:[^"\\$`]|\$(?=[ |)/"])|\\[^\n])*)"|\\(?<escaped>[ !-,./:-@[\]^_{-~-])|(?<bare>^[![\]]$|(?:@\{[A-Za-z0-9-]+\}|\{\}|(?<=[A-Za-z0-9_^~])~|(?<=[A-Za-z0-9_/:.-])#|[\p{L}\p{N}_@%+=:,./^-])+)/uy;

const ESCAPE_IN_DOUBLE_QUOTES = /\\(?<escaped>["$`\\])/g;

const SPECIAL: readonly (readonly [characters: string, meaning: string])[] = [
  ["$", "a variable or a substitution"],
  ["`", "a command substitution"],
  ["*?[]", "a wildcard"],
  ["{}", "a brace expansion or a group"],
  ["~", "a home directory"],
  ["\\", "a backslash before a letter or at the end"],
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
  const { single, double, escaped, bare } = groups;
  return double?.replace(ESCAPE_IN_DOUBLE_QUOTES, "$<escaped>") ?? single ?? escaped ?? bare ?? "";
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
