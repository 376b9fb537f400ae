// Arguments of programs that transform text. Data only; it can never be complete. sed has a file of its own.

import { type ArgumentRule, RUNS, WRITES } from "./argument-rule.js";

/**
 * Everything in awk's language that leaves it; a separator of one character, such as `-F|`, is none of it, and `>` is
 * a comparison unless `print` stands somewhere before it. `||` is no pipe, and neither is `|` in a pattern that begins
 * the program, nor alone, as the value of `-F`.
 */
const AWK_EFFECT =
  /system\s*\(|getline|(?<!^\/[^/"\\[\n]*)@|print[\s\S]*>|\\\n|\|{3}|(?!^\|$)(?<!^-F|\||^\/[^/"\\[\n]*)\|(?!\|)|(?<=^-F)\|./;
const AWK = ["awk", "gawk", "mawk", "nawk", "original-awk"];

/** Rules of programs that transform text. */
export const TEXT_RULES: readonly ArgumentRule[] = [
  { programs: ["sort", "gsort"], flags: ["--compress-program"], effect: RUNS },
  { programs: ["sort", "gsort"], flags: ["--output", "--temporary-directory"], effect: WRITES },
  { programs: ["sort", "gsort"], letters: "oT", lettersWithValue: "kSt", effect: WRITES },
  { programs: ["shuf", "gshuf", "iconv"], flags: ["--output"], letters: "o", effect: WRITES },
  { programs: ["split", "gsplit"], flags: ["--filter"], effect: RUNS },
  { programs: ["pr", "fmt"], flags: ["--output"], effect: WRITES },
  { programs: ["hexdump", "od"], flags: ["--output"], effect: WRITES },
  { programs: ["diff", "gdiff"], flags: ["--output"], effect: WRITES },
  { programs: ["sdiff"], flags: ["--diff-program", "--output"], letters: "o", effect: RUNS },
  { programs: ["diff3"], flags: ["--diff-program"], effect: RUNS },
  { programs: AWK, pattern: AWK_EFFECT, effect: RUNS },
  { programs: AWK, letters: "DEWdefilop", lettersWithValue: "Fv", effect: RUNS },
  {
    programs: AWK,
    flags: ["--file", "--exec", "--source", "--include", "--load", "--debug", "--profile", "--pretty-print"],
    effect: RUNS,
  },
  { programs: AWK, flags: ["--dump-variables"], effect: WRITES },
];
