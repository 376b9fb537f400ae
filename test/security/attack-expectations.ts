// What each class of operations answers, for the kinds of places that rows of the attack table lead to.

import type { OperationClass } from "./attack-operations.js";

export type Expectation = Readonly<Record<OperationClass, string>>;

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
  "patchTo",
  "mkdir",
  "remove",
  "moveFrom",
];

/** Expects the same of every operation. */
export function all(kind: string): Expectation {
  return Object.fromEntries(CLASSES.map((name) => [name, kind])) as Expectation;
}

export const OUTSIDE: Expectation = all("path_outside_workspace");
export const ESCAPE: Expectation = all("symlink_escape");
export const INVALID: Expectation = all("invalid_path");
export const NOT_A_DIRECTORY: Expectation = all("not_a_directory");

export const EXISTING_FILE: Expectation = {
  ...all("ok"),
  list: "not_a_directory",
  exec: "not_a_directory",
  create: "file_already_exists",
  target: "file_already_exists",
  mkdir: "file_already_exists",
  patchTo: "file_already_exists",
};

export const MISSING: Expectation = {
  ...all("path_not_found"),
  stat: "ok",
  write: "ok",
  create: "ok",
  target: "ok",
  mkdir: "ok",
  replace: "hash_mismatch",
  patchTo: "ok",
};

export const MISSING_PARENT: Expectation = { ...all("path_not_found"), stat: "ok", patchTo: "ok" };

const INVALID_TO_MAKE = {
  write: "invalid_path",
  create: "invalid_path",
  target: "invalid_path",
  mkdir: "invalid_path",
  patchTo: "invalid_path",
};

/** A name that a file may have, and none that is made here. */
export const UNMAKEABLE: Expectation = { ...MISSING, ...INVALID_TO_MAKE };

/** A path in another notation: nothing is there, and nothing is called so. */
export const NOTATION: Expectation = { ...INVALID, stat: "ok" };

export const DIRECTORY: Expectation = {
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

export const ROOT: Expectation = { ...DIRECTORY, target: "not_a_file", remove: "not_a_file", moveFrom: "not_a_file" };

/** Reads follow a link that stays inside; no change ever goes through one. */
export function linkTo(target: Expectation): Expectation {
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

/** What a pipe, a device or a socket answers. */
export const SPECIAL: Expectation = {
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
