// Finds the command line that a shell is given as one word. Reads no script.

import { programName } from "./program-name.js";

/** Shells that read our spelling of a command line as it is meant. */
const SHELLS = ["sh", "bash", "dash", "zsh", "ksh", "ash"];

const SCRIPT_FLAG = /^-[euxl]*c$/;
const HARMLESS_FLAG = /^(?:-[euxl]+|--norc|--noprofile|--posix|--login)$/;

/** `-o` with the setting behind it. */
const SETTING = /^-[eux]*o (?:pipefail|errexit|nounset|xtrace)$/;

/** Answers the 0-based index of the script behind `-c`, or of the only argument of `eval`; `null` when there is none. */
export function findInnerScript(words: readonly string[]): number | null {
  const program = programName(words);
  if (program === "eval") return words.length === 2 ? 1 : null;
  if (!SHELLS.includes(program)) return null;
  let index = 1;
  while (HARMLESS_FLAG.test(words[index] ?? "") || SETTING.test(words.slice(index, index + 2).join(" "))) {
    index += SETTING.test(words.slice(index, index + 2).join(" ")) ? 2 : 1;
  }
  const isLast = index + 2 === words.length;
  return SCRIPT_FLAG.test(words[index] ?? "") && isLast ? index + 1 : null;
}
