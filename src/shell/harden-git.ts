// Turns off what git would run on behalf of a repository and no variable turns off. Changes words only.

import { findGitSubcommand } from "./git-arguments.js";
import { programName } from "./program-name.js";

/** Subcommands that show differences, and so run `diff.external` and `textconv` of the repository's own settings. */
const SHOWS_DIFFERENCES = ["diff", "log", "show", "whatchanged", "format-patch"];

const SWITCHES = ["--no-ext-diff", "--no-textconv"];

/** Adds the switches behind the subcommand; other commands stay as they are. */
export function hardenGit(words: readonly string[]): readonly string[] {
  if (programName(words) !== "git") return words;
  const index = findGitSubcommand(words);
  return SHOWS_DIFFERENCES.includes(words[index] ?? "") ? words.toSpliced(index + 1, 0, ...SWITCHES) : words;
}
