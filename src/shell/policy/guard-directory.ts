// Keeps a change of directory inside, also when what stands at the path changes while the line runs.

import { quoteWord, type SimpleCommand } from "./command-line.js";
import { findNewDirectory } from "./touch-paths.js";

/** Where a change of directory may lead. */
export interface DirectoryBounds {
  readonly roots: readonly string[];
  /** The absolute directories that the text names, when the line relies on standing there; else `null`. */
  readonly exactly: readonly string[] | null;
}

function withSlash(directory: string): string {
  return quoteWord(directory.endsWith("/") ? directory : `${directory}/`);
}

/**
 * Adds to `cd` what ends the line when the directory that was entered lies outside the roots, or is another one than
 * the line relies on; without roots, and for other commands, nothing is added.
 */
export function guardDirectory(command: SimpleCommand, { roots, exactly }: DirectoryBounds): SimpleCommand {
  const directory = findNewDirectory(command.words);
  if (directory === null || roots.length === 0 || (exactly === null && roots.includes("/"))) return command;
  const message = quoteWord(`${command.words[0]}: the directory lies outside the workspace, or behind a link`);
  const patterns = exactly === null ? roots.map((root) => `${withSlash(root)}*`) : exactly.map(withSlash);
  const check = `case "$(pwd -P)/" in ${patterns.join("|")}) ;; ` + `*) echo ${message} >&2; exit 126;; esac`;
  return { ...command, words: ["cd", "-P", "--", directory], guard: check };
}
