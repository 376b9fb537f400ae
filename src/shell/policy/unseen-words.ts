// Judges the words that a command is given besides its own, by `xargs` or in place of a mark. Nobody has seen them.

import { closeAwkOptions, findAwkProgram, isAwk } from "./awk-arguments.js";
import { hasArgumentRules } from "./find-dangerous-argument.js";
import type { Fill } from "./inner-commands.js";
import type { IsInside } from "./outside-paths.js";
import { programName } from "./program-name.js";
import { refuse } from "./refusal.js";
import { INTERPRETERS } from "./rules/interpreters.js";
import { findWrittenPaths } from "./written-paths.js";

/** Programs that take `--` as the end of their options, so that unseen words behind it are no options. */
const ENDS_OPTIONS: ReadonlySet<string> = new Set(
  "rg grep sed gsed sort gsort git file fd less more cat head tail wc ls prettier eslint bat rm rmdir cp mv ln tee touch mkdir install chmod kill jq ruff black isort mypy flake8".split(
    " ",
  ),
);

/** The same for one subcommand of a program. */
const SUBCOMMAND_ENDS_OPTIONS: ReadonlySet<string> = new Set(
  ["stop", "start", "restart", "kill", "rm", "rmi", "inspect", "logs"].map((name) => `docker ${name}`),
);

function takesDashes(words: readonly string[]): boolean {
  const program = programName(words);
  return ENDS_OPTIONS.has(program) || SUBCOMMAND_ENDS_OPTIONS.has(`${program} ${words[1]}`);
}

/** Programs that are told what to do by their first words, which must not come from elsewhere. */
const NEEDS_SUBCOMMAND: ReadonlySet<string> = new Set(
  "git npm pnpm yarn bun npx cargo go docker podman make kubectl gh uv poetry bundle pip gradle mvn".split(" "),
);

/** Stands for the words that are added; no word of a command line holds it. */
const UNSEEN = "\0";

const SED: ReadonlySet<string> = new Set(["sed", "gsed"]);
const SED_SCRIPT_OPTION = /^(?:-[a-zA-Z]*e|--expression)/;

function holdsMark(word: string | undefined, fill: Fill): boolean {
  return fill.kind === "mark" && word?.includes(fill.mark) === true;
}

/** Tells whether a word may turn out to be an option. */
function mayBeOption(word: string, fill: Fill): boolean {
  return fill.kind === "mark" && !fill.isPath && word.startsWith(fill.mark);
}

/** Refuses a mark that stands where the allowed command has words of its own. */
export function enforceSpelledSeen(spelled: readonly string[], fill: Fill): void {
  if (spelled.some((word) => holdsMark(word, fill))) refuse("a program that is not known would be run");
}

/** Tells whether every unseen word is a path below a directory of the workspace that the line itself names. */
function isBelowSeen(fill: Fill, isInside: IsInside): boolean {
  return fill.kind === "mark" && fill.isPath && fill.origins.every(isInside);
}

/** Tells whether a file that nobody has named would be changed. */
function hasUnseenTarget(words: readonly string[], fill: Fill): boolean {
  if (fill.kind === "none") return false;
  const mark = fill.kind === "mark" ? fill.mark : UNSEEN;
  const given = fill.kind === "mark" ? words : [...words, UNSEEN];
  return findWrittenPaths(given).some(({ path }) => path.includes(mark));
}

/** The program of awk must stand among the words that were seen. */
function hasUnseenProgram(words: readonly string[], fill: Fill): boolean {
  const index = findAwkProgram(words);
  return index === null || words.slice(0, index + 1).some((word) => holdsMark(word, fill));
}

/** The first operand of sed and of interpreters is what they run. */
function hasUnseenScript(words: readonly string[], fill: Fill, isInside: IsInside): boolean {
  if (isAwk(words)) return hasUnseenProgram(words, fill);
  const program = programName(words);
  const isSed = SED.has(program);
  if (!isSed && !INTERPRETERS.some(({ programs }) => programs.includes(program))) return false;
  if (!isSed && isBelowSeen(fill, isInside)) return false;
  const first = words.findIndex((word, index) => index > 0 && !word.startsWith("-"));
  if (first === -1) return fill.kind === "behind" || words.some((word) => holdsMark(word, fill));
  const isScript = (word: string, index: number): boolean =>
    index <= first || (isSed && SED_SCRIPT_OPTION.test(words[index - 1] ?? "")) || (isSed && word.startsWith("-"));
  return words.some((word, index) => index > 0 && isScript(word, index) && holdsMark(word, fill));
}

/** What is known of a command that is given unseen words. */
export interface UnseenSight {
  /** One of its words is a command line. */
  readonly isScript: boolean;
  /** The developer spelled it out together with the program that gives it words. */
  readonly isSpelled: boolean;
  readonly isInside: IsInside;
}

/** What another program adds must be neither a program, nor a script, nor an option that has rules, nor be changed. */
export function enforceSeen(words: readonly string[], fill: Fill, sight: UnseenSight): void {
  if (fill.kind === "none") return;
  const program = programName(words);
  const hidden = `${program} is given words that nobody has seen`;
  if (holdsMark(words[0], fill)) refuse("a program that is not known would be run");
  const isUntold = fill.kind === "behind" && NEEDS_SUBCOMMAND.has(program) && words.length < 2;
  if (sight.isScript || isUntold || hasUnseenScript(words, fill, sight.isInside)) refuse(hidden);
  if (!sight.isSpelled && hasUnseenTarget(words, fill)) refuse(`${program} would change files that nobody has named`);
  const isAtRisk = hasArgumentRules(program) && !takesDashes(words) && !isAwk(words);
  if (isAtRisk && (fill.kind === "behind" || words.some((word) => mayBeOption(word, fill)))) refuse(hidden);
}

/** Tells whether `--` already ends the options; behind an option it may be the value of that one. */
function endsOptions(words: readonly string[]): boolean {
  const index = words.indexOf("--");
  if (index > 1 && words[index - 1]?.startsWith("-") === true) {
    refuse(`${words[0]} may take -- for the value of ${words[index - 1]}`);
  }
  return index !== -1;
}

function closeBeforeMark(words: readonly string[], index: number): readonly string[] {
  if (words.slice(index).some((word) => word.startsWith("-"))) {
    refuse(`the options of ${words[0]} must stand before words that nobody has seen`);
  }
  // What git is given may be a revision, which it would take for a path behind `--`.
  return words.toSpliced(index, 0, programName(words) === "git" ? "--end-of-options" : "--");
}

/** Ends the options of a program, so that the words it is given besides are none. */
export function closeOptions(words: readonly string[], fill: Fill): readonly string[] {
  if (fill.kind !== "none" && isAwk(words)) return closeAwkOptions(words);
  const program = programName(words);
  if (fill.kind === "none" || !takesDashes(words)) return words;
  const index = words.findIndex((word) => mayBeOption(word, fill));
  const isMarkOnly = fill.kind === "mark" && (index === -1 || !hasArgumentRules(program));
  if (isMarkOnly || endsOptions(fill.kind === "mark" ? words.slice(0, index) : words)) return words;
  return fill.kind === "behind" ? [...words, "--"] : closeBeforeMark(words, index);
}
