// Turns off what git would run on behalf of a repository and no variable turns off. Changes words only.

import { findGitSubcommand } from "./git-arguments.js";
import { programName } from "./program-name.js";
import { DIFFERENCE_SWITCHES } from "./rules/git-rules.js";

/** Adds the switches behind the subcommand; other commands stay as they are. */
export function hardenGit(words: readonly string[]): readonly string[] {
  if (programName(words) !== "git") return words;
  const index = findGitSubcommand(words);
  const [name = "", second = ""] = words.slice(index);
  const isShown = (key: string): boolean => Object.hasOwn(DIFFERENCE_SWITCHES, key);
  const key = isShown(`${name} ${second}`) ? `${name} ${second}` : name;
  if (!isShown(key)) return words;
  return words.toSpliced(index + key.split(" ").length, 0, ...(DIFFERENCE_SWITCHES[key] ?? []));
}
