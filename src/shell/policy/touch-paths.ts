// Notes the directories that a command enters and the files that it changes, for the boundary to judge.

import type { CommandPlace } from "./command-place.js";
import { listGitDirectories } from "./git-arguments.js";
import { programName } from "./program-name.js";
import { refuse, showPart } from "./refusal.js";
import { findWrittenPaths } from "./written-paths.js";

const MOVES = ["cd", "chdir", "pushd"];

/** Answers the directory that a command changes to; `null` when it is no such command. */
export function findNewDirectory(words: readonly string[]): string | null {
  if (!MOVES.includes(programName(words))) return null;
  const [directory, ...others] = words.slice(1).filter((word) => !/^-[PLe-]$/.test(word));
  if (directory === undefined || others.length > 0 || directory.startsWith("-")) {
    return refuse(`${words[0]} needs one directory that is named`);
  }
  return directory;
}

/** Notes what a command enters and changes; refuses a directory outside. */
export function touchPaths(words: readonly string[], place: CommandPlace): void {
  const directory = findNewDirectory(words);
  if (directory !== null) {
    if (!place.enter(directory)) refuse(`${showPart(directory)} leads outside the workspace`);
  }
  const entered = programName(words) === "git" ? listGitDirectories(words) : [];
  for (const path of entered) place.touch(path, "enter");
  for (const { path } of findWrittenPaths(words)) place.touch(path, "change");
}
