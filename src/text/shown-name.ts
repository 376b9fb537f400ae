// The form of a name that can be shown in one line and read back: quoted and escaped where its characters could mislead.
// Why, and why this is never ambiguous: docs/decisions/0014-names-that-cannot-be-shown.md.

import { decodeName, encodeName, isLoneByte } from "./name-bytes.js";

// Control characters, separators of lines, and whatever has no shape of its own or changes the direction of text. Made
// in functions, since reading the tables behind them would cost every import some milliseconds.
const unshowable = (): RegExp => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const unshowableInText = (): RegExp => /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const escaped = (): RegExp => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}"\\]/gu;

/** Visible characters of ASCII without quotes, which most paths consist of. */
const PLAIN = /^[ !#-~]*$/;

/** A quoted name with at least one escape. */
const QUOTED = /^"(?=[^\\]*\\)(?:[^"\\]|\\(?:["\\nrt]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}))*"$/;

const ESCAPE = /\\(?:["\\nrt]|x..|u.{4}|U.{8})/g;

const LETTERS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
const BY_CHARACTER: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  '"': '\\"',
  "\\": "\\\\",
};

const LAST_CODE_POINT = 0x10ffff;
const LONE_BYTE_BASE = 0xdc00;

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, "0");
}

function escapeCharacter(character: string): string {
  const known = BY_CHARACTER[character];
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  if (isLoneByte(character)) return `\\x${hex(code - LONE_BYTE_BASE, 2)}`;
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

function quote(name: string): string {
  return `"${name.replace(escaped(), escapeCharacter)}"`;
}

/** Answers what an escape stands for; `null` for NUL, and for a character that needs none. */
function decodeEscape(sequence: string): string | null {
  const letter = sequence[1] ?? "";
  if (!/[xuU]/.test(letter)) return LETTERS[letter] ?? letter;
  const code = Number.parseInt(sequence.slice(2), 16);
  if (code === 0 || code > LAST_CODE_POINT) return null;
  const isByte = letter === "x" && code >= 0x80;
  const character = String.fromCodePoint(isByte ? LONE_BYTE_BASE + code : code);
  return unshowable().test(character) ? character : null;
}

/**
 * Answers the name that a shown form stands for; `null` means that the text is a name as it stands. Only the form that
 * {@link showName} gives counts, so that no second spelling leads to a name around a rule that knows the first.
 */
export function parseShownName(text: string): string | null {
  if (!QUOTED.test(text)) return null;
  let isValid = true;
  const name = text.slice(1, -1).replace(ESCAPE, (sequence) => {
    const character = decodeEscape(sequence);
    isValid &&= character !== null;
    return character ?? "";
  });
  return isValid && showName(decodeName(encodeName(name))) === text ? name : null;
}

/** Answers the real names of a path, in which any name may be in its shown form. */
export function parseShownNames(path: string): string {
  if (!path.includes('"')) return path;
  return path
    .split("/")
    .map((name) => parseShownName(name) ?? name)
    .join("/");
}

/** Answers the shown form of every name in a path of real names, joined by `/`. */
export function showNames(path: string): string {
  return PLAIN.test(path) ? path : path.split("/").map(showName).join("/");
}

/** Tells whether a name or a path has characters that are never shown as they are. */
export function hasUnshowable(text: string): boolean {
  return unshowable().test(text);
}

/** Answers the form of one name that is shown: the name itself, or its quoted form, which `parseShownName` reads. */
export function showName(name: string): string {
  return unshowable().test(name) || QUOTED.test(name) ? quote(name) : name;
}

/** Escapes what is never shown as it is, except tabs and line feeds; not meant to be read back. */
export function escapeUnshowable(text: string): string {
  return text.replace(unshowableInText(), escapeCharacter);
}

/** Shows a text that speaks of a path: the path as `showPathText` does, everything else escaped. */
export function showTextAbout(path: string, text: string): string {
  if (PLAIN.test(text)) return text;
  return escapeUnshowable(path === "" ? text : text.replaceAll(path, showPathText(path)));
}

/** Shows a path whose names may be shown forms already: quotes only what could mislead. */
export function showPathText(path: string): string {
  if (!unshowable().test(path)) return path;
  return path
    .split("/")
    .map((name) => (unshowable().test(name) ? quote(name) : name))
    .join("/");
}
