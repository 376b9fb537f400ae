// Finds lines of newText that stand for text the model left out, such as `// ... rest of the code`. Pure strings.

/** Names a line of newText, 1-based, and what it reads without the blanks around it. */
export interface Omission {
  readonly line: number;
  readonly text: string;
}

// Longer lines say something of their own.
const MAX_LENGTH = 120;

const COMMENT = /^(?:\/\/+|#+|\/\*+|<!--|--|;+|%+|\{\/\*)\s*(.*?)\s*(?:\*\/\}?|-->)?$/;
const DOTS = /\.{3,}|…/;
const OUTER_SIGNS = /^[\s.…()[\]]+|[\s.…()[\]]+$/g;

const NOUNS =
  "code|content|contents|document|file|function|functions|method|methods|class|component|implementation|logic|body|imports|styles|rules|tests|lines|text|section";
const TAIL = "(?: (?:(?:remains?|stays?|is|are) )?(?:unchanged|the same|as is|as before|here|goes here|omitted))?";

// What is left of a placeholder once dots and brackets are gone; nothing else may stand next to it.
const PHRASE = new RegExp(
  `^(?:(?:the )?rest of (?:the |this |your )?(?:existing )?(?:${NOUNS})${TAIL}|(?:the )?(?:existing|unchanged|remaining|previous) (?:${NOUNS})${TAIL})$`,
  "i",
);
const SHORT_PHRASE =
  /^(?:(?:the )?rest|unchanged|no changes?|same as before|(?:the )?rest (?:is |remains )?(?:unchanged|the same))$/i;

// Every phrase has one of these; they spare looking at the lines of a text that has none.
const PHRASE_WORDS = /rest|existing|unchanged|remaining|previous|no change|same/i;

/**
 * Finds the first line of newText that stands for left-out text and is no line of oldText; `null` when there is none. A
 * comment of nothing but dots counts only where newText lacks a line of oldText.
 */
export function findOmission(oldText: string, newText: string): Omission | null {
  const newLines = newText.split("\n");
  const suspects = findSuspects(newLines, PHRASE_WORDS.test(newText));
  if (suspects.length === 0) return null;
  const oldLines = oldText.split("\n");
  const known = new Set(oldLines.map((line) => line.trim()));
  const unknown = suspects.filter(({ text }) => !known.has(text));
  const isLossy = unknown.length > 0 && losesLines(oldLines, newLines);
  const found = unknown.find((suspect) => suspect.isPhrase || isLossy);
  return found === undefined ? null : { line: found.line, text: found.text };
}

interface Suspect extends Omission {
  /** Says that text is left out, whereas dots alone may mean something else. */
  readonly isPhrase: boolean;
}

function findSuspects(newLines: readonly string[], mayHavePhrases: boolean): readonly Suspect[] {
  const suspects: Suspect[] = [];
  for (const [index, newLine] of newLines.entries()) {
    const text = newLine.trim();
    if (text === "" || text.length > MAX_LENGTH) continue;
    const suspect = { line: index + 1, text, isPhrase: mayHavePhrases && isPhrase(text) };
    if (suspect.isPhrase || isDottedComment(text)) suspects.push(suspect);
  }
  return suspects;
}

function isPhrase(text: string): boolean {
  const comment = COMMENT.exec(text)?.[1];
  const words = (comment ?? text).replace(OUTER_SIGNS, "");
  if (comment === undefined) return DOTS.test(text) && PHRASE.test(words);
  return PHRASE.test(words) || SHORT_PHRASE.test(words);
}

function isDottedComment(text: string): boolean {
  const comment = COMMENT.exec(text)?.[1];
  return comment !== undefined && DOTS.test(comment) && comment.replace(OUTER_SIGNS, "") === "";
}

// Counts equal lines, so that losing one of two is a loss.
function losesLines(oldLines: readonly string[], newLines: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const line of newLines) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  return oldLines.some((line) => {
    const text = line.trim();
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return text !== "" && count <= 0;
  });
}
