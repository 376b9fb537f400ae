// Arguments of programs that find and show files. Data only; it can never be complete.

import { type ArgumentRule, OUTSIDE, RUNS, WRITES } from "./argument-rule.js";

const PAGERS = ["less", "more", "most"];

/** One implementation takes an expression of perl; the other takes two plain texts, which this leaves alone. */
const RENAME_CODE = /^[a-z]+\W.*\W|[(){}$@;"'`]|\s/s;

/** Rules of programs that search and show; `find -exec` is judged by the command behind it. */
export const SEARCH_RULES: readonly ArgumentRule[] = [
  { programs: ["find", "gfind"], flags: ["-delete", "-fprint", "-fprint0", "-fprintf", "-fls"], effect: WRITES },
  { programs: ["fd", "fdfind"], flags: ["--exec", "--exec-batch"], effect: RUNS },
  { programs: ["fd", "fdfind"], letters: "xX", lettersWithValue: "dteEcjSoC", effect: RUNS },
  { programs: ["rg"], flags: ["--pre", "--hostname-bin", "--search-zip"], effect: RUNS },
  { programs: ["rg"], letters: "z", lettersWithValue: "ABCEMTdefgjmrt", effect: RUNS },
  { programs: ["ag", "ack", "bat", "batcat", "delta", "jj", "gh"], flags: ["--pager"], effect: RUNS },
  { programs: ["ack"], flags: ["--ackrc"], outsideOnly: true, effect: OUTSIDE },
  { programs: ["tree"], letters: "oR", effect: WRITES },
  { programs: ["file"], flags: ["--compile"], letters: "C", lettersWithValue: "eFfmP", effect: WRITES },
  { programs: ["man"], flags: ["--pager", "--html", "--config-file"], letters: "PHC", effect: RUNS },
  { programs: PAGERS, pattern: /^\+(?!(?:G|F|\d+)$)|^![\s\S]/, effect: RUNS },
  { programs: ["less"], flags: ["--lesskey-file", "--lesskey-src", "--lesskey-content"], letters: "k", effect: RUNS },
  { programs: ["less"], flags: ["--log-file", "--LOG-FILE"], letters: "oO", effect: WRITES },
  { programs: ["locate", "updatedb"], flags: ["--output"], letters: "o", effect: WRITES },
  { programs: ["jq"], flags: ["--library-path"], letters: "L", outsideOnly: true, effect: OUTSIDE },
  { programs: ["jq"], letters: "f", flags: ["--from-file"], outsideOnly: true, effect: OUTSIDE },
  { programs: ["jq"], pattern: /^(?:\/|~)/, effect: OUTSIDE },
  {
    programs: ["yq"],
    flags: ["--inplace", "--split-exp", "--split-exp-file", "-s"],
    letters: "is",
    lettersWithValue: "oIp",
    effect: WRITES,
  },
  { programs: ["yq"], pattern: /\bload(?:_\w+)?\s*\(/, effect: "reads past the boundary" },
  // What it is told to print is evaluated as perl.
  { programs: ["ack"], flags: ["--output", "--env", "--create-ackrc"], exact: true, effect: RUNS },
  { programs: ["ag"], letters: "z", flags: ["--search-zip"], effect: RUNS },
  { programs: ["rename", "prename", "file-rename", "perl-rename"], pattern: RENAME_CODE, effect: RUNS },
  {
    programs: ["rename", "prename", "file-rename", "perl-rename"],
    flags: ["-e", "-f", "-E", "-M", "-I", "-u"],
    exact: true,
    effect: RUNS,
  },
];
