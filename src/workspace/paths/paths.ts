// Paths as text: what is refused before any look at the disk, and how a path is taken apart. No I/O but canonicalizing a root.

import { realpathSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { FsError } from "../../errors.js";
import { MAX_PATH_COMPONENTS, MAX_PATH_LENGTH } from "../../limits.js";
import { parseShownName } from "../../text/shown-name.js";

const IS_WINDOWS = process.platform === "win32";

/** Device namespaces and UNC shares of Windows, which name things outside every directory. */
const DEVICE_OR_SHARE = /^(?:[\\/]{2}[?.][\\/]|\\\\)/;

/** Alternate data streams, 8.3 aliases, reserved device names, and trailing dots or blanks, as Windows reads them. */
const WINDOWS_ALIAS =
  /^.{2,}:|^.:(?![\\/])|~\d|(?:^|[\\/])(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?:[.:\\/]|$)|[. ](?:[\\/]|$)/i;

/** Dots that Windows takes for a name and for a step up alike. */
const ONLY_DOTS = /(?:^|[\\/])\.{1,2}(?=[\\/]|$)/g;

/** Quoted components, whose backslashes separate nothing, and others. */
const WINDOWS_PARTS = /"(?:[^"\\]|\\.)*"(?=[\\/]|$)|[^\\/]+/g;

/** Visible characters of ASCII, which most paths consist of. */
const PLAIN = /^[ -~]*$/;

function isControlCharacter(character: string): boolean {
  return character < " " || character === "\u007f";
}

/**
 * Tells whether a path has a form that a platform may read as something else than a path below a directory.
 * Elsewhere than on Windows only device namespaces and shares count: `aux.ts` or `a:b` are ordinary names there.
 */
export function hasSuspiciousPathPattern(path: string, platform: NodeJS.Platform = process.platform): boolean {
  if (DEVICE_OR_SHARE.test(path)) return true;
  return platform === "win32" && WINDOWS_ALIAS.test(path.replace(ONLY_DOTS, ""));
}

/**
 * Refuses what is no path at all.
 * @throws {FsError} invalid_path – when it is empty, no well-formed text, or has NUL or control characters
 * @throws {FsError} path_outside_workspace – when it names a device namespace or a share
 */
export function assertPathText(path: unknown): asserts path is string {
  if (typeof path !== "string" || path === "") {
    throw new FsError("invalid_path", path === "" ? "the path is empty" : "the path is no text", {
      hint: 'Give a path relative to the workspace, or "." for its root.',
    });
  }
  if (path.length > MAX_PATH_LENGTH) {
    const hint = "Use shorter names.";
    throw new FsError("invalid_path", `the path is longer than ${MAX_PATH_LENGTH} characters`, { hint });
  }
  if (!PLAIN.test(path) && (Array.from(path).some(isControlCharacter) || !path.isWellFormed())) {
    throw new FsError("invalid_path", "the path contains a NUL or control character", {
      hint: 'Give the path without line breaks and control characters, or in the quoted form in which it is listed, such as "a\\nb".',
    });
  }
  if (hasSuspiciousPathPattern(path)) throw createOutsideError();
}

/** Makes the one error for a path whose text leads out of every root; `meant` is what is there without its first `/`. */
export function createOutsideError(meant?: string | null): FsError {
  return new FsError("path_outside_workspace", "the path is outside the workspace", {
    hint: typeof meant === "string" ? `Did you mean ${meant}?` : "Use a path relative to the workspace root.",
  });
}

/** Makes the one error for a request whose directory was replaced since it was narrowed to it. */
export function createReplacedError(): FsError {
  return new FsError("path_outside_workspace", "the directory that this request is narrowed to was replaced", {
    hint: "Nothing was done. The operator has to open the directory again.",
  });
}

/** Tells whether a path starts from the root of the file system. */
export function isAbsolutePath(path: string): boolean {
  return isAbsolute(path);
}

/** Takes a path apart at its separators, empty components and single dots left out. */
export function splitPath(path: string): readonly string[] {
  const parts = (IS_WINDOWS ? path.replaceAll("\\", "/") : path).split("/");
  const components = parts.filter((part) => part !== "" && part !== ".");
  if (components.length > MAX_PATH_COMPONENTS) {
    throw new FsError("invalid_path", `the path has more than ${MAX_PATH_COMPONENTS} components`, {
      hint: "Use a shorter path.",
    });
  }
  return components;
}

/**
 * Takes a path apart that was given to an operation: a component in the quoted form of `showName` becomes the name that
 * it stands for.
 */
export function splitGivenPath(path: string): readonly string[] {
  if (!path.includes('"')) return splitPath(path);
  const parts = IS_WINDOWS ? (path.match(WINDOWS_PARTS) ?? []) : splitPath(path);
  return parts.flatMap((part) => {
    const name = parseShownName(part);
    return name === null || (IS_WINDOWS && /[\\/:]/.test(name)) ? splitPath(part) : [name];
  });
}

/** Tells whether a path can only name a directory: it ends in a separator or a dot component. */
export function namesDirectory(path: string): boolean {
  return /(?:^|[\\/])\.{0,2}$/.test(IS_WINDOWS ? path : path.replaceAll("\\", "_"));
}

/** Tells whether the components of an absolute path start with those of a root. */
export function startsWithComponents(components: readonly string[], root: readonly string[]): boolean {
  return root.every((part, index) => {
    const other = components[index];
    return other === part || (IS_WINDOWS && other?.toLowerCase() === part.toLowerCase());
  });
}

/** Joins a canonical root and components below it to an absolute path. */
export function joinPath(root: string, components: readonly string[]): string {
  if (components.length === 0) return root;
  return `${root.endsWith("/") ? root : `${root}/`}${components.join("/")}`;
}

/**
 * Answers the canonical form of a directory that the operator named; `name` is the option that named it.
 * @throws {TypeError} when it does not exist or is no directory
 */
export function canonicalizeWorkspace(path: string, name = "root"): string {
  try {
    const canonical = realpathSync.native(resolve(path));
    if (statSync(canonical).isDirectory()) return canonical;
  } catch (error) {
    throw new TypeError(`${name} must be an existing directory: ${path}`, { cause: error });
  }
  throw new TypeError(`${name} must be a directory: ${path}`);
}
