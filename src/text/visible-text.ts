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

// What joins or varies the parts of an emoji; anywhere else it is hidden.
const IN_EMOJI = [
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
].join("|");

/** Made when used: reading the tables behind it would cost every import some milliseconds. */
const hidden = (): RegExp =>
  new RegExp(
    String.raw`(?![\t\n])(?!${IN_EMOJI})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`,
    "gu",
  );

// Characters of a step at least: less than a millisecond.
const PART_CHARACTERS: number = 32 * 1024;

const PLAIN = /^[\t\n -~]*$/;

/** A line of a diff that ends in CRLF, and one that ends in LF. */
const CRLF_LINE = /(?:^|\n)[ +-][^\r\n]*\r\n/;
const LF_LINE = /(?:^|\n)(?!--- |\+\+\+ )[ +-][^\r\n]*(?:\n|$)/;

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
 * invisible characters. Tabs, line feeds and what holds an emoji together stay; CRLF is shown as a line feed, unless lines
 * of a diff end in one and in the other.
 */
export function showText(text: string): ShownText {
  return runAtOnce(showInSteps(text));
}

/** Does the same in steps, for a text of any length. */
export function* showInSteps(text: string): Steps<ShownText> {
  if (PLAIN.test(text)) return text as ShownText;
  const isMixed = text.includes("\r\n") && CRLF_LINE.test(text) && LF_LINE.test(text);
  const pattern = hidden();
  let shownText = "";
  for (let start = 0; start < text.length; yield) {
    const end = endOfPart(text, start);
    const part = text.slice(start, end);
    shownText += (isMixed ? part : part.replaceAll("\r\n", "\n")).replace(pattern, nameCharacter);
    start = end;
  }
  return shownText as ShownText;
}

/** Answers where a part ends: behind a line feed, so that what belongs together is in one. */
function endOfPart(text: string, start: number): number {
  const lineFeed = text.indexOf("\n", start + PART_CHARACTERS);
  return lineFeed === -1 ? text.length : lineFeed + 1;
}
