// Finds the program among the words of awk, and what is dangerous about them. Reads no program itself.

import type { ArgumentEffect } from "./argument-match.js";
import { isHarmlessAwkProgram } from "./awk-program.js";
import { programName } from "./program-name.js";

const AWK: ReadonlySet<string> = new Set(["awk", "gawk", "mawk", "nawk", "original-awk"]);

const HARMLESS_OPTION =
  /^(?:-[bcknrMNOPsSV]|-F.+|-v.+|--(?:field-separator|assign)=.*|--(?:version|help|csv|posix|traditional|re-interval|characters-as-bytes|bignum|use-lc-numeric|sandbox|non-decimal-data))$/s;
const OPTION_WITH_VALUE = /^(?:-[Fv]|--(?:field-separator|assign))$/;

/** Tells whether a command is one of the awks. */
export function isAwk(words: readonly string[]): boolean {
  return AWK.has(programName(words));
}

/** Answers the 0-based index of the first word that is neither an option nor the value of one. */
function skipOptions(words: readonly string[]): number {
  let index = 1;
  while (words[index]?.startsWith("-") === true && words[index] !== "-") {
    if (words[index] === "--") return index + 1;
    index += OPTION_WITH_VALUE.test(words[index] ?? "") ? 2 : 1;
  }
  return index;
}

/** Answers the 0-based index of the program's text; `null` when there is none. */
export function findAwkProgram(words: readonly string[]): number | null {
  const index = skipOptions(words);
  return index < words.length ? index : null;
}

/** Ends the options of awk before its program, so that no word behind it is one. */
export function closeAwkOptions(words: readonly string[]): readonly string[] {
  const index = findAwkProgram(words);
  return index === null || words[index - 1] === "--" ? words : words.toSpliced(index, 0, "--");
}

/** Lists the options and the program of awk that may run another program or write a file. */
export function findAwkEffects(words: readonly string[]): readonly ArgumentEffect[] {
  const start = skipOptions(words);
  const before = words.map((argument, index) => ({ index, argument })).slice(1, start);
  const options = before.filter(
    ({ index, argument }) =>
      argument.startsWith("-") && argument !== "--" && !OPTION_WITH_VALUE.test(words[index - 1] ?? ""),
  );
  const unknown = options
    .filter(({ argument }) => !HARMLESS_OPTION.test(argument) && !OPTION_WITH_VALUE.test(argument))
    .map((option) => ({ ...option, effect: "may run a program that nobody has seen" }));
  const argument = words[start];
  if (argument === undefined || isHarmlessAwkProgram(argument)) return unknown;
  return [...unknown, { index: start, argument, effect: "may do more than compute and print" }];
}
