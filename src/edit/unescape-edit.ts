// Decodes an edit whose texts were escaped as a JSON string once too often. Pure; refuses whatever could be meant as is.

import { type PreparedEdit, withTexts } from "./prepare-edit.js";

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
const APOSTROPHES = /\b'\b/g;
const QUOTES = ['"', "'", "`"];

/**
 * Answers the edit with both texts decoded by one level; `null` when oldText has no escapes, or when code that has escapes
 * of its own could be meant. A text with a backslash that is not part of `\n \t \r` or a quote is decoded only when both
 * texts are what a JSON string holds, with every backslash and every double quote of the code escaped.
 */
export function unescapeEdit(edit: PreparedEdit): PreparedEdit | null {
  const isWhole = (edit.oldText + edit.newText).includes("\\\\");
  const texts = isWhole ? parseTexts(edit) : unescapeTexts(edit);
  if (texts === null) return null;
  if (texts.oldText === texts.newText || breaksString(texts.oldText, texts.newText)) return null;
  return withTexts(edit, texts);
}

type EditTexts = Pick<PreparedEdit, "oldText" | "newText">;

function unescapeTexts({ oldText, newText }: EditTexts): EditTexts | null {
  if (!oldText.includes("\\") || !isEscapedAlike(oldText, newText)) return null;
  return { oldText: unescapeText(oldText), newText: unescapeText(newText) };
}

function parseTexts({ oldText, newText }: EditTexts): EditTexts | null {
  if (!oldText.includes("\\")) return null;
  const [old, next] = [oldText, newText].map(parseJsonText);
  if (typeof old !== "string" || typeof next !== "string") return null;
  return { oldText: old, newText: next };
}

// Raw line breaks and bare double quotes are an error to the parser, so that a text with code of its own is none.
function parseJsonText(text: string): string | null {
  try {
    return String(JSON.parse(`"${text}"`)).replaceAll("\r\n", "\n");
  } catch {
    return null;
  }
}

function isEscapedAlike(oldText: string, newText: string): boolean {
  const texts = [oldText, newText];
  if (texts.some((text) => /\\(?![ntr"'`])/.test(text.replaceAll(/\\[ntr"'`]/g, "")))) return false;
  // With its quotes alone escaped a text has real line endings, and an escaped one in it belongs to the code.
  const hasEscapedBlanks = /\\[ntr]/.test(oldText);
  if (hasEscapedBlanks && texts.some((text) => text.includes("\n"))) return false;
  if (!hasEscapedBlanks && /\\[ntr]/.test(newText)) return false;
  return QUOTES.every((quote) => isQuotedAlike(quote, oldText, newText));
}

// A quote is escaped everywhere or nowhere; one that only newText has must follow what oldText does with the others.
function isQuotedAlike(quote: string, oldText: string, newText: string): boolean {
  const both = oldText + newText;
  const escaped = both.split(`\\${quote}`).length - 1;
  return escaped === 0 || escaped === both.split(quote).length - 1;
}

function unescapeText(text: string): string {
  return text.replaceAll(/\\([ntr"'`])/g, (_, sign: string) => ESCAPES[sign] ?? sign).replaceAll("\r\n", "\n");
}

// `print("a\n")` among escaped lines would fall apart into two lines with half a string each.
function breaksString(oldText: string, newText: string): boolean {
  return QUOTES.some((quote) => countSplitStrings(newText, quote) > countSplitStrings(oldText, quote));
}

function countSplitStrings(text: string, quote: string): number {
  const isOpen = text.split("\n").map((line) => line.replaceAll(APOSTROPHES, "").split(quote).length % 2 === 0);
  return isOpen.filter((open, line) => open && isOpen[line + 1] === true).length;
}
