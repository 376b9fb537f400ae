// Tells what a project runner may be told to start: a tool of the project, not a program of the system.

import type { IsInside } from "./argument-match.js";
import { programName } from "./program-name.js";
import { SYSTEM_PROGRAMS } from "./rules/system-programs.js";

/** A package or what it installs, perhaps with its scope and its version. */
const PACKAGE = /^(?:@[\w.-]+\/)?[\w.-]+(?:@[\w.^~*-]+)?$/;

/** A script of the workspace; `name/name` alone would be fetched from a host of repositories. */
const SCRIPT = /^(?:\.\/|[\w.-]+\/).*\.\w+$|^\.\/|^(?:bin|scripts?|tools?|node_modules|vendor)\//;

/** Tells whether a word names a tool that a project runner may start. */
export function isToolName(word: string, isInside: IsInside): boolean {
  if (SYSTEM_PROGRAMS.has(programName([word]))) return false;
  if (PACKAGE.test(word)) return true;
  return SCRIPT.test(word) && /^[\w./@+-]+$/.test(word) && isInside(word);
}
