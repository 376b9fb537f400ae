// Proves that nothing stands between the words of a command line but blanks and the operators that were understood.

import type { Joiner } from "./command-line.js";
import { type Refuse, showPart } from "./refusal.js";

/** A stretch of the source; offsets are 0-based UTF-16 units, `end` is exclusive. */
export interface SourceRange {
  readonly pos: number;
  readonly end: number;
}

/** Walks over a command line from left to right. */
export interface GapCheck {
  /** Passes the operator before a command; the command itself is passed part by part. */
  passJoiner(command: SourceRange, joiner: Joiner): void;
  /** Passes the blanks before a word, and the word; words that touch each other are refused. */
  passWord(word: SourceRange): void;
  /** Passes the blanks behind a reserved word; there must be one. */
  passBlank(): void;
  /** Passes the blanks before a redirection, if any, and the redirection. */
  passRedirect(redirect: SourceRange): void;
  /** Passes the opening parenthesis at the start of a subshell, and the blanks behind it. */
  passOpen(subshell: SourceRange): void;
  /** Passes the blanks before the closing parenthesis at the end of a subshell, at most one `;`, and the parenthesis. */
  passClose(subshell: SourceRange): void;
  /** Passes what follows the last part: blanks, and at most one `;`. */
  passEnd(): void;
}

const BLANKS = /^[ \t]*$/;
const BLANKS_AND_LINES = /^[ \t\n]*$/;

const SPELLINGS: Readonly<Record<Joiner | "end", readonly string[]>> = {
  "": [""],
  "&&": ["&&"],
  "||": ["||"],
  "|": ["|"],
  ";": [";", "\n"],
  end: [";", ""],
};

function isJoiner(gap: string, spellings: readonly string[]): boolean {
  const text = gap.replace(/^[ \t]+/, "");
  return spellings.some((operator) => text.startsWith(operator) && BLANKS_AND_LINES.test(text.slice(operator.length)));
}

/** Creates a check that stands at the start of the source. */
export function createGapCheck(source: string, refuse: Refuse): GapCheck {
  let offset = 0;
  let isAfterWord = false;
  const takeUntil = (end: number): string => {
    if (end < offset) refuse("its parts overlap");
    const gap = source.slice(offset, end);
    offset = end;
    return gap;
  };
  const enforce = (holds: boolean, gap: string): void => {
    if (!holds) refuse(`${showPart(gap.trim())} is not understood at this place`);
  };
  const passPart = (part: SourceRange, isWord: boolean): void => {
    const gap = takeUntil(part.pos);
    enforce(BLANKS.test(gap) && !(isWord && isAfterWord && gap === ""), gap);
    isAfterWord = isWord;
    offset = part.end;
  };
  return {
    passJoiner(command, joiner): void {
      const gap = takeUntil(command.pos);
      enforce(isJoiner(gap, SPELLINGS[joiner]), gap);
      isAfterWord = false;
    },
    passWord: (word) => passPart(word, true),
    passBlank(): void {
      const blanks = /[ \t]*/y;
      blanks.lastIndex = offset;
      const gap = blanks.exec(source)?.[0] ?? "";
      enforce(gap !== "", source.slice(offset, offset + 1));
      offset += gap.length;
      isAfterWord = false;
    },
    passRedirect: (redirect) => passPart(redirect, false),
    passOpen(subshell): void {
      // Two parentheses in a row may begin an arithmetic command.
      const isOpen =
        takeUntil(subshell.pos) === "" && source.startsWith("(", offset) && !source.startsWith("((", offset);
      enforce(isOpen, source.slice(subshell.pos, subshell.pos + 2));
      offset += 1;
    },
    passClose(subshell): void {
      const gap = takeUntil(subshell.end - 1);
      enforce(isJoiner(gap, SPELLINGS.end) && source.startsWith(")", offset), gap);
      offset += 1;
      isAfterWord = true;
    },
    passEnd(): void {
      const gap = takeUntil(source.length);
      enforce(isJoiner(gap, SPELLINGS.end), gap);
    },
  };
}
