// Tells what a project runner may be told to start: a tool of the project, not a program of the system.

import type { IsInside } from "./outside-paths.js";
import { programName } from "./program-name.js";
import { SYSTEM_PROGRAMS } from "./rules/system-programs.js";

/** A package or what it installs, perhaps with its scope and its version. */
const PACKAGE = /^(?:@[\w.-]+\/)?[\w.-]+(?:@[\w.^~*-]+)?$/;

/** A script of the workspace. */
const SCRIPT = /^(?:\.\/|[\w.-]+\/).*\.\w+$|^\.\/|^(?:bin|scripts?|tools?|node_modules|vendor)\//;

/** Fetch what is not installed, and take `name/name` for a repository on a host that they know. */
const FETCHERS: ReadonlySet<string> = new Set(["npx", "bunx", "npm", "uvx", "pipx"]);
const FETCHES = /^(?:dlx|x)$/;

function isFetching(runner: readonly string[]): boolean {
  return FETCHERS.has(programName(runner)) || runner.some((word) => FETCHES.test(word));
}

const REPOSITORY = /^[^./@][^/]*\/[^/]+$/;

/** Tells whether a word names a tool that the words before it, a project runner, may start. */
export function isToolName(word: string, runner: readonly string[], isInside: IsInside): boolean {
  if (isFetching(runner) && REPOSITORY.test(word)) return false;
  if (SYSTEM_PROGRAMS.has(programName([word]))) return false;
  if (PACKAGE.test(word)) return true;
  return SCRIPT.test(word) && /^[\w./@+-]+$/.test(word) && isInside(word);
}
