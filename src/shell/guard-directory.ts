// Keeps a change of directory inside, also when what stands at the path changes while the line runs.

import { quoteWord, type SimpleCommand } from "./command-line.js";
import { findNewDirectory } from "./touch-paths.js";

function patternBelow(root: string): string {
  return `${quoteWord(root.endsWith("/") ? root : `${root}/`)}*`;
}

/**
 * Adds to `cd` what ends the line when the directory that was entered lies outside the roots; without roots, and for
 * other commands, nothing is added.
 */
export function guardDirectory(command: SimpleCommand, roots: readonly string[]): SimpleCommand {
  const directory = findNewDirectory(command.words);
  if (directory === null || roots.length === 0 || roots.includes("/")) return command;
  const message = quoteWord(`${command.words[0]}: the directory lies outside the workspace`);
  const check =
    `case "$(pwd -P)/" in ${roots.map(patternBelow).join("|")}) ;; ` + `*) echo ${message} >&2; exit 126;; esac`;
  return { ...command, words: ["cd", "-P", "--", directory], guard: check };
}
