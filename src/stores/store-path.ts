// The normal form of a path for stores that have no file system below them. String work only.

import { FsError } from "../errors.js";

function hasControlCharacter(path: string): boolean {
  return Array.from(path).some((character) => character < " " || character === "\u007f");
}

function assertPlainPath(path: string): void {
  if (path === "") {
    throw new FsError("invalid_path", "The path is empty.", { hint: 'Name a file; "." names the root.' });
  }
  if (hasControlCharacter(path)) {
    throw new FsError("invalid_path", `The path ${JSON.stringify(path)} contains a control character.`, {
      hint: "Give the path without NUL, line breaks and other control characters.",
    });
  }
}

/** Answers how results name a path of a store that has no names of its own: without what changes nothing. Judges nothing. */
export function showStorePath(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `${path.startsWith("/") ? "/" : ""}${names.join("/")}` || ".";
}

/**
 * Resolves a path to its normal form: components joined by `/`, relative to the root of the store; the root is `""`.
 * A leading `/` stands for that root. Letter case and Unicode form stay as given; links are unknown here.
 * @throws {FsError} invalid_path – when the path is empty or contains a control character
 * @throws {FsError} path_outside_workspace – when `..` leads above the root
 */
export function resolveStorePath(path: string): string {
  assertPlainPath(path);
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") {
      names.push(name);
    } else if (names.pop() === undefined) {
      throw new FsError("path_outside_workspace", `${path} lies outside the root.`, {
        path,
        hint: "Give a path that stays below the root.",
      });
    }
  }
  return names.join("/");
}
