// Text as a person, or a model that looks at a change, is to see it: nothing in it is hidden, moves the cursor or turns the
// direction of what follows.

import { runAtOnce, type Steps } from "./steps.js";

declare const shown: unique symbol;

/** Text that went through {@link showText}, or consists of such text. Only this reaches a terminal or a question. */
export type ShownText = string & { readonly [shown]: true };

const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;

// C0 without tab and line feed, DEL, C1, and the marks that change the direction of what follows.
const CONTROLS = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const CJK: string = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3001-\u303f\uff01-\uff60]`;

// The flags of England, Scotland and Wales.
const FLAG =
  "\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}";

// What joins or varies the parts of an emoji, shapes words of Arabic and Indic scripts (RFC 5892, appendices A.1 and A.2),
// or sets off words of East Asian ones; anywhere else it misleads.
const IN_PLACE = [
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{sc=Arab})\u200c(?=\p{sc=Arab})`,
  String.raw`(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]`,
  String.raw`(?<=${CJK})\u3000(?=${CJK})`,
  String.raw`(?<=^[ +-]?\u3000{0,16})\u3000(?=\u3000{0,16}${CJK})`,
].join("|");

// Characters that nobody sees, and blanks that are none to a program.
const HIDDEN = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\ufffc\u{1d159}]`;

// What would be taken for a sign of ours.
const SIGN = String.raw`<(?=U\+[\dA-F]{4,6}>|\d{1,9} (?:blanks|empty lines)>)|[\u2400-\u2421]`;
const HAS_SIGN = new RegExp(SIGN);

/** Made when used: reading the tables behind it would cost every import some milliseconds. */
const misleading = (): RegExp =>
  new RegExp(String.raw`${FLAG}|${SIGN}|(?=${HIDDEN})(?![\t\n]|${IN_PLACE})[^]|\p{M}(?<=\p{M}{7})`, "gmu");

// Blanks and empty lines that push what follows out of sight.
const LONG_GAP = /(?<![ \t])[ \t]{101,}|(?<!\n[ \t]*)\n(?:[ \t]*\n){40,}/g;

// Characters of a step at least: less than a millisecond.
const PART_CHARACTERS: number = 32 * 1024;

// Twice as long as a sign, without anything that begins one, that a line begins with, or that others are judged by.
const INDEPENDENT_LENGTH = 64;
const INDEPENDENT = new RegExp(
  String.raw`(?:[!-*,./-;=-~\0-\x08\x0b-\x1f\x7f-\x9f\xad\u200b\u202a-\u202e\u2066-\u2069] ?){${INDEPENDENT_LENGTH}}|\u3000{${2 * INDEPENDENT_LENGTH}}|[\u0300-\u036f]{${INDEPENDENT_LENGTH}}`,
);
/** Marks at the end of a part, which those that begin the next one are counted with. */
const MAX_MARK_UNITS = 12;
const LAST_MARKS = /\p{M}{0,6}$/u;
const EMPTY_LINES = /(?:[ \t]*\n){0,4096}/y;

const PLAIN = /^[\t\n -~]*$/;

/** A line of a diff that ends in CRLF, and one that ends in LF. */
const CRLF_LINE = /(?:^|\n)[ +-][^\r\n]*\r\n/;
const LF_LINE = /(?:^|\n)(?!--- |\+\+\+ )[ +-][^\r\n]*(?:\n|$)/;

/** A flag stays. */
function nameMatch(match: string): string {
  return match.startsWith("\u{1f3f4}") ? match : nameCharacter(match);
}

function nameGap(gap: string): string {
  const lines = gap.split("\n").length - 2;
  return lines > 0 ? `\n<${lines} empty lines>\n` : `<${gap.length} blanks>`;
}

function nameCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === DELETE) return "␡";
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/**
 * Replaces control characters other than tab and line feed by signs: `␛` for escape, `<U+202E>` beyond ASCII. The content
 * of files is shown so, since invisible characters that mislead nobody can be quoted back only as they are.
 */
export function showControls(text: string): string {
  return text.replace(CONTROLS, nameCharacter);
}

/**
 * Replaces everything that a person would not see, or would see elsewhere than it is: controls, marks of direction,
 * invisible characters, blanks that are none to a program, and more than 100 blanks or 40 empty lines on end. Tabs, line
 * feeds, and what shapes an emoji or a word stay; what already looks like such a sign is named itself, so that no two
 * texts are shown alike, and nothing may be shown twice. CRLF is shown as a line feed, unless lines of a diff end in one
 * and in the other.
 */
export function showText(text: string): ShownText {
  return runAtOnce(showInSteps(text));
}

/** Says of text that it is a part of what was shown, or made of that and of our own words. */
export function stillShown(text: string): ShownText {
  return text as ShownText;
}

/** Does the same in steps, for a text of any length. */
export function* showInSteps(text: string): Steps<ShownText> {
  const isMixed = text.includes("\r\n") && CRLF_LINE.test(text) && LF_LINE.test(text);
  const pattern = misleading();
  let shownText = "";
  for (let start = 0; start < text.length; yield) {
    const end = endOfPart(text, start);
    const marks = LAST_MARKS.exec(text.slice(Math.max(0, start - MAX_MARK_UNITS), start))?.[0].length ?? 0;
    const part = text.slice(start - marks, end);
    const seen =
      PLAIN.test(part) && !HAS_SIGN.test(part)
        ? part
        : (isMixed ? part : part.replaceAll("\r\n", "\n")).replace(pattern, nameMatch);
    shownText += seen.slice(marks).replace(LONG_GAP, nameGap);
    start = end;
  }
  return shownText as ShownText;
}

/**
 * Answers where a part ends: behind a line feed and the empty lines there, or in a long line between characters that say
 * nothing of one another, so that what belongs together is in one.
 */
function endOfPart(text: string, start: number): number {
  const from = start + PART_CHARACTERS;
  const lineFeed = text.indexOf("\n", from);
  const lineEnd = lineFeed === -1 ? text.length : lineFeed + 1;
  if (lineEnd - from > PART_CHARACTERS) {
    const apart = text.slice(from, Math.min(lineEnd, from + 4 * PART_CHARACTERS)).search(INDEPENDENT);
    if (apart !== -1) return from + apart + INDEPENDENT_LENGTH / 2;
  }
  EMPTY_LINES.lastIndex = lineEnd;
  return lineEnd + (EMPTY_LINES.exec(text)?.[0].length ?? 0);
}
