// The attack table: what lies on the disk, which path is given, and what each class of operations must answer.

import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../support/temp-workspace.js";
import type { AttackCase } from "./attack-case.js";
import {
  all,
  DIRECTORY,
  EXISTING_FILE,
  INVALID,
  MISSING,
  MISSING_PARENT,
  NOT_A_DIRECTORY,
  NOTATION,
  OUTSIDE,
  ROOT,
  UNMAKEABLE,
} from "./attack-expectations.js";
import { LINKS } from "./attack-links.js";
import { INSIDE } from "./attack-operations.js";

const LEXICAL: readonly AttackCase[] = [
  { name: "step up", path: "../outside/secret", expected: OUTSIDE, control: "reads outside" },
  { name: "down and up twice", path: "dir/../../outside/secret", expected: OUTSIDE, control: "reads outside" },
  { name: "up, and a new name", path: "../outside/new", expected: OUTSIDE, control: "writes outside" },
  { name: "up and back in", path: "../ws/file", expected: OUTSIDE, control: "reads inside" },
  { name: "only up", path: "..", expected: OUTSIDE },
  { name: "up behind a missing directory", path: "missing/../../outside/secret", expected: all("path_not_found") },
  { name: "absolute outside", path: "OUTSIDE/secret", expected: OUTSIDE, control: "reads outside" },
  { name: "absolute, new name", path: "OUTSIDE/new", expected: OUTSIDE, control: "writes outside" },
  { name: "sibling with the root as prefix", path: "ROOT-evil/secret", expected: OUTSIDE, control: "reads outside" },
  { name: "absolute root, then up", path: "ROOT/../outside/secret", expected: OUTSIDE, control: "reads outside" },
  { name: "doubled slashes up", path: "dir//..//..//outside/secret", expected: OUTSIDE, control: "reads outside" },
  { name: "dots up", path: "./././../outside/./secret", expected: OUTSIDE, control: "reads outside" },
  { name: "system file", path: "/etc/passwd", expected: OUTSIDE },
  { name: "share", path: "//server/share/file", expected: OUTSIDE },
  { name: "device namespace", path: "\\\\?\\C:\\file", expected: OUTSIDE },
  { name: "process directory", path: "/proc/self/environ", expected: OUTSIDE },
  { name: "empty", path: "", expected: INVALID },
  { name: "NUL", path: "file\0/../../outside/secret", expected: INVALID },
  { name: "line feed", path: "file\nother", expected: INVALID },
  { name: "escape character", path: "\u001b[2Jfile", expected: INVALID },
  { name: "lone surrogate", path: "file\ud800", expected: INVALID },
  { name: "300 components", path: "a/".repeat(300), expected: INVALID },
  { name: "name of 300 bytes", path: "n".repeat(300), expected: all("io_error") },
  { name: "file with a slash", path: "file/", expected: NOT_A_DIRECTORY },
  { name: "file with slash and dot", path: "file/.", expected: NOT_A_DIRECTORY },
  { name: "below a file", path: "file/child", expected: NOT_A_DIRECTORY },
  { name: "up from a file", path: "file/..", expected: NOT_A_DIRECTORY },
  { name: "backslashes are no separators here", path: "..\\outside\\secret", expected: UNMAKEABLE },
  { name: "a drive is no name", path: "C:\\outside", expected: UNMAKEABLE },
  { name: "percent escapes mean nothing", path: "%2e%2e/outside/secret", expected: MISSING_PARENT },
  { name: "full-width dots mean nothing", path: "．．/outside/secret", expected: MISSING_PARENT },
  { name: "a URL is no path", path: "file:///etc/passwd", expected: NOTATION },
  { name: "a tilde is no directory", path: "~/.ssh/id_rsa", expected: NOTATION },
  { name: "quotes are no part of a path", path: '"dir/file"', expected: NOTATION },
  { name: "backticks are no part of a path", path: "`file`", expected: { ...NOTATION, replace: "hash_mismatch" } },
];

const LEGAL: readonly AttackCase[] = [
  { name: "file", path: "file", expected: EXISTING_FILE, control: "reads inside" },
  { name: "down and up", path: "dir/sub/../../file", expected: EXISTING_FILE, control: "reads inside" },
  { name: "doubled slashes", path: "dir//./file", expected: EXISTING_FILE, control: "reads inside" },
  { name: "absolute inside", path: "ROOT/dir/file", expected: EXISTING_FILE, control: "reads inside" },
  { name: "missing", path: "dir/missing", expected: MISSING },
  { name: "missing parent", path: "missing/file", expected: MISSING_PARENT },
  { name: "three dots are a name", path: "...", expected: MISSING },
  { name: "directory", path: "dir", expected: DIRECTORY },
  { name: "directory with a slash", path: "dir/", expected: { ...DIRECTORY, target: "file_already_exists" } },
  { name: "root", path: ".", expected: ROOT },
  { name: "root by a step up", path: "dir/..", expected: ROOT },
  { name: "root by its absolute path", path: "ROOT", expected: ROOT },
];

const HARD_LINK: AttackCase = {
  name: "hard link to a file outside",
  prepare: (sandbox) => linkSync(join(sandbox.outside, "inside-twin"), join(sandbox.root, "hard")),
  path: "hard",
  expected: EXISTING_FILE,
  control: "writes outside",
};

export const ATTACK_CASES: readonly AttackCase[] = [...LEXICAL, ...LEGAL, ...LINKS, HARD_LINK];

/** Lays out what every row has: files inside, secrets outside, and the links of the row. */
export function layOut(sandbox: Sandbox, attack: AttackCase): void {
  sandbox.write({ seed: INSIDE, file: INSIDE, "dir/file": INSIDE, "dir/sub/file": INSIDE });
  for (const directory of [sandbox.outside, join(sandbox.outside, "dir"), `${sandbox.root}-evil`]) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "secret"), "secret\n");
  }
  writeFileSync(join(sandbox.outside, "inside-twin"), INSIDE);
  for (const [name, target] of Object.entries(attack.links ?? {})) {
    symlinkSync(fillIn(sandbox, target), join(sandbox.root, name));
  }
  attack.prepare?.(sandbox);
}

/** Puts host paths in place of `ROOT` and `OUTSIDE`. */
export function fillIn(sandbox: Sandbox, path: string): string {
  return path.replace(/^ROOT/, sandbox.root).replace(/^OUTSIDE/, sandbox.outside);
}
