// Finds what is dangerous about git before and at its subcommand. Its other arguments are covered by the table of rules.

import type { ArgumentEffect } from "./argument-match.js";
import { GIT_OPTIONS_WITH_VALUE, GIT_SUBCOMMANDS, HARMLESS_GIT_OPTIONS } from "./dangerous-arguments.js";

/** Answers the 0-based index of the subcommand among the words; their number when there is none. */
function findSubcommand(words: readonly string[]): number {
  let index = 1;
  while (words[index]?.startsWith("-") === true) {
    index += GIT_OPTIONS_WITH_VALUE.includes(words[index] ?? "") ? 2 : 1;
  }
  return Math.min(index, words.length);
}

function findSequence(words: readonly string[], start: number, sequence: readonly string[]): number | null {
  const [first, second] = sequence;
  if (words[start] !== first) return null;
  if (second === undefined) return start;
  const index = words.indexOf(second, start + 1);
  return index === -1 ? null : index;
}

/** Lists the options before git's subcommand, and the subcommands, with which git runs other programs. */
export function findGitEffects(words: readonly string[]): readonly ArgumentEffect[] {
  const start = findSubcommand(words);
  const effects: ArgumentEffect[] = [];
  for (const [index, argument] of words.slice(0, start).entries()) {
    if (!argument.startsWith("-") || HARMLESS_GIT_OPTIONS.includes(argument)) continue;
    effects.push({ index, argument, effect: "changes what git runs or where" });
  }
  for (const sequence of GIT_SUBCOMMANDS) {
    const index = findSequence(words, start, sequence);
    if (index !== null) effects.push({ index, argument: sequence.join(" "), effect: "can run another program" });
  }
  return effects;
}
