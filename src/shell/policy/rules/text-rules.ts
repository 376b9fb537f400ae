// Arguments of programs that transform text. Data only; it can never be complete. sed and awk have files of their own.

import { type ArgumentRule, RUNS, WRITES } from "./argument-rule.js";

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
];
