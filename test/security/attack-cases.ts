// The attack table: what lies on the disk, which path is given, and what each class of operations must answer.

import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../support/temp-workspace.js";
import { INSIDE, type OperationClass } from "./attack-operations.js";

export type Expectation = Readonly<Record<OperationClass, string>>;

export interface AttackCase {
  readonly name: string;
  /** Links below the root: name to target; `ROOT` and `OUTSIDE` stand for absolute host paths. */
  readonly links?: Readonly<Record<string, string>>;
  readonly prepare?: (sandbox: Sandbox) => void;
  readonly path: string;
  readonly expected: Expectation;
  /** What bare node:fs does with the same path: the proof that the attack is real. */
  readonly control?: "reads outside" | "lists outside" | "writes outside" | "reads inside";
}

const CLASSES: readonly OperationClass[] = [
  "resolve",
  "read",
  "stat",
  "search",
  "list",
  "exec",
  "write",
  "create",
  "target",
  "edit",
  "replace",
  "mkdir",
  "remove",
  "moveFrom",
];

function all(kind: string): Expectation {
  return Object.fromEntries(CLASSES.map((name) => [name, kind])) as Expectation;
}

const OUTSIDE = all("path_outside_workspace");
const ESCAPE = all("symlink_escape");
const INVALID = all("invalid_path");
const NOT_A_DIRECTORY = all("not_a_directory");

const EXISTING_FILE: Expectation = {
  ...all("ok"),
  list: "not_a_directory",
  exec: "not_a_directory",
  create: "file_already_exists",
  target: "file_already_exists",
  mkdir: "file_already_exists",
};

const MISSING: Expectation = {
  ...all("path_not_found"),
  stat: "ok",
  write: "ok",
  create: "ok",
  target: "ok",
  mkdir: "ok",
  replace: "hash_mismatch",
};

const MISSING_PARENT: Expectation = { ...all("path_not_found"), stat: "ok" };

const DIRECTORY: Expectation = {
  ...all("not_a_file"),
  resolve: "ok",
  stat: "ok",
  search: "ok",
  list: "ok",
  exec: "ok",
  target: "file_already_exists",
  mkdir: "file_already_exists",
  remove: "file_already_exists",
  moveFrom: "ok",
};

const ROOT: Expectation = { ...DIRECTORY, target: "not_a_file", remove: "not_a_file", moveFrom: "not_a_file" };

/** Reads follow a link that stays inside; no change ever goes through one. */
function linkTo(target: Expectation): Expectation {
  return {
    ...ESCAPE,
    resolve: target.resolve,
    read: target.read,
    stat: target.stat,
    search: target.search,
    list: target.list,
    exec: target.exec,
  };
}

function chain(length: number, end: string): Readonly<Record<string, string>> {
  const names = Array.from({ length }, (_, index) => `link${index}`);
  return Object.fromEntries(names.map((name, index) => [name, names[index + 1] ?? end]));
}

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
  { name: "backslashes are no separators here", path: "..\\outside\\secret", expected: MISSING },
  { name: "percent escapes mean nothing", path: "%2e%2e/outside/secret", expected: MISSING_PARENT },
  { name: "full-width dots mean nothing", path: "．．/outside/secret", expected: MISSING_PARENT },
  { name: "a URL is a name", path: "file:///etc/passwd", expected: MISSING_PARENT },
  { name: "a tilde is a name", path: "~/.ssh/id_rsa", expected: MISSING_PARENT },
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

const LINKS: readonly AttackCase[] = [
  {
    name: "link out",
    links: { link: "../outside/secret" },
    path: "link",
    expected: ESCAPE,
    control: "reads outside",
  },
  {
    name: "absolute link out",
    links: { link: "OUTSIDE/secret" },
    path: "link",
    expected: ESCAPE,
    control: "reads outside",
  },
  {
    name: "link to the prefixed sibling",
    links: { link: "../ws-evil/secret" },
    path: "link",
    expected: ESCAPE,
    control: "reads outside",
  },
  ...["link", "link/", "link/.", "link//", "./link/./"].map(
    (path): AttackCase => ({
      name: `link to a directory outside, as ${path}`,
      links: { link: "../outside" },
      path,
      expected: ESCAPE,
      control: "lists outside",
    }),
  ),
  {
    name: "below a link out",
    links: { link: "../outside" },
    path: "link/secret",
    expected: ESCAPE,
    control: "reads outside",
  },
  {
    name: "new name below a link out",
    links: { link: "../outside" },
    path: "link/new",
    expected: ESCAPE,
    control: "writes outside",
  },
  {
    name: "up from a link out",
    links: { link: "../outside/dir" },
    path: "link/../secret",
    expected: ESCAPE,
    control: "reads outside",
  },
  {
    name: "dangling link out",
    links: { link: "../outside/new" },
    path: "link",
    expected: ESCAPE,
    control: "writes outside",
  },
  {
    name: "chain out",
    links: { a: "dir/b", "dir/b": "../c", c: "../outside/secret" },
    path: "a",
    expected: ESCAPE,
    control: "reads outside",
  },
  {
    name: "link to the root of everything",
    links: { link: "/" },
    path: "link/etc/passwd",
    expected: ESCAPE,
  },
  { name: "link into procfs", links: { link: "/proc/self/environ" }, path: "link", expected: ESCAPE },
  {
    name: "link that leaves and comes back",
    links: { link: "../ws/file" },
    path: "link",
    expected: ESCAPE,
    control: "reads inside",
  },
  { name: "link to itself", links: { link: "link" }, path: "link", expected: ESCAPE },
  { name: "loop", links: { a: "b", b: "a" }, path: "a", expected: ESCAPE },
  { name: "loop on the way", links: { a: "b", b: "a" }, path: "a/file", expected: ESCAPE },
  { name: "nine links", links: chain(9, "file"), path: "link0", expected: ESCAPE, control: "reads inside" },
  {
    name: "eight links",
    links: chain(8, "file"),
    path: "link0",
    expected: linkTo(EXISTING_FILE),
    control: "reads inside",
  },
  {
    name: "link inside",
    links: { link: "dir/file" },
    path: "link",
    expected: linkTo(EXISTING_FILE),
    control: "reads inside",
  },
  {
    name: "absolute link inside",
    links: { link: "ROOT/file" },
    path: "link",
    expected: linkTo(EXISTING_FILE),
    control: "reads inside",
  },
  {
    name: "link up that stays inside",
    links: { "dir/link": "../file" },
    path: "dir/link",
    expected: linkTo(EXISTING_FILE),
    control: "reads inside",
  },
  { name: "link to a directory inside", links: { link: "dir" }, path: "link", expected: linkTo(DIRECTORY) },
  {
    name: "below a link inside",
    links: { link: "dir" },
    path: "link/file",
    expected: EXISTING_FILE,
    control: "reads inside",
  },
  { name: "new name below a link inside", links: { link: "dir" }, path: "link/new", expected: MISSING },
  {
    name: "dangling link inside",
    links: { link: "dir/missing" },
    path: "link",
    expected: { ...linkTo(MISSING), search: "path_not_found", list: "path_not_found", exec: "path_not_found" },
  },
];

const SPECIAL: Expectation = {
  ...all("not_a_file"),
  resolve: "ok",
  stat: "ok",
  list: "not_a_directory",
  exec: "not_a_directory",
  target: "file_already_exists",
  mkdir: "file_already_exists",
  remove: "ok",
  moveFrom: "ok",
};

/** Rows that need a program or a privilege to prepare; the test adds their preparation. */
export const SPECIAL_EXPECTATION: Expectation = SPECIAL;

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
