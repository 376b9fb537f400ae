// Paths in a notation that is not ours: URLs, home directories, quotes around a path, backslashes and drive letters. What
// is there under such a name is found by it; only what is not there is judged here. Knows no files.

import { FsError } from "../errors.js";
import { parseShownName, showPathText } from "./shown-name.js";

const IS_WINDOWS = globalThis.process?.platform === "win32";

const QUOTED = /^(["'`])(.+)\1$/s;
const URL = /^file:(?:\/\/(?:localhost(?=\/))?)?/i;
const FOREIGN_URL = /^[a-z][a-z\d+.-]+:\/\//i;
const HOME = /^~(?:\/+|$)/;
const DRIVE = /^[A-Za-z]:$/;

/** A path as it was given, of which some names lead to nothing. */
export interface MissingPath {
  readonly given: string;
  /** The names at its end that lead to nothing, as they would be made. */
  readonly missing: readonly string[];
}

/** Answers the path that is meant by one in another notation; a plain path stays as it is. */
function readMeantPath(given: string): string {
  const path = decodeUrl(unquote(given)).replaceAll("\\", "/");
  const names = path.replace(HOME, "").split("/");
  return names.filter((name) => !DRIVE.test(name)).join("/") || ".";
}

/** Takes quotes from around a path, unless they are those in which names are shown. */
function unquote(path: string): string {
  const names = path.split("/").map((name) => parseShownName(name));
  if (names.every((name) => name === null)) return QUOTED.exec(path)?.[2] ?? path;
  return path
    .split("/")
    .map((name, index) => names[index] ?? name)
    .join("/");
}

function decodeUrl(path: string): string {
  if (!URL.test(path)) return path;
  const encoded = path.replace(URL, "");
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Says what is wrong with a path as a whole. */
function nameNotation(path: string): string | null {
  const first = path.split("/", 1)[0] ?? "";
  if (QUOTED.test(path) && parseShownName(first) === null) return "the path stands in quotes";
  if (URL.test(path) || FOREIGN_URL.test(path)) return "a URL is not a path";
  return HOME.test(path) ? "~ stands for no directory here" : null;
}

/** A notation begins with the first name; where that leads somewhere, the path is one as it stands. */
function findNotation({ given, missing }: MissingPath): string | null {
  return missing.includes(given.split("/", 1)[0] ?? "") ? nameNotation(given) : null;
}

function createMeantError(given: string, reason: string): FsError {
  const path = showPathText(given);
  const isElsewhere = FOREIGN_URL.test(unquote(given)) && !URL.test(unquote(given));
  const hint = isElsewhere
    ? "Give a path relative to the workspace; these tools open no addresses."
    : `Did you mean ${showPathText(readMeantPath(given))}?`;
  return new FsError("invalid_path", `${path}: ${reason}`, { path, hint });
}

/** Answers the error for a path that only its notation makes one; `null` for one that might be the name of a file. */
export function findNotationError(path: MissingPath): FsError | null {
  const reason = findNotation(path);
  return reason === null ? null : createMeantError(path.given, reason);
}

/** Answers the path that is meant where missing names have backslashes or drive letters; `null` where none has. */
export function findMeantPath({ given, missing }: MissingPath): string | null {
  const isWindowsPath = !IS_WINDOWS && missing.some((name) => name.includes("\\") || DRIVE.test(name));
  return isWindowsPath ? showPathText(readMeantPath(given)) : null;
}

/**
 * Refuses to make a name in another notation.
 * @throws {FsError} invalid_path – with the spelling that is meant
 */
export function assertNewName(path: MissingPath): void {
  const error = findNotationError(path);
  if (error !== null) throw error;
  if (findMeantPath(path) === null) return;
  throw createMeantError(path.given, "new names have no backslash and no drive letter");
}
