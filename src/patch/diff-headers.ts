// Reads what a unified diff says of a file in front of its hunks: its names, and whether it is new, gone or renamed.

import type { PatchLines } from "./patch-lines.js";
import { createSyntaxError, quoteLine } from "./syntax-error.js";
import { readHeaderName, splitGitNames, withoutFirstComponent } from "./unquote-path.js";

/** Holds what the headers of one file say. */
export interface DiffHeaders {
  /** The line of the patch that they begin at, 1-based. */
  readonly patchLine: number;
  /** `null`: the file is new. */
  readonly oldPath: string | null;
  /** `null`: the file goes away. */
  readonly newPath: string | null;
  readonly isRename: boolean;
  /** The file is new and may be run. */
  readonly isExecutable: boolean;
}

const GIT_HEADER = "diff --git ";
const EXECUTABLE_MODE = "100755";

// How `diff -N` dates a side that does not exist.
const EPOCH = /\t(?:1970-01-01|1969-12-31) \d\d:\d\d:00(?:\.0+)?(?: [+-]\d{4})?\s*$/;

/** Tells whether the headers of a file begin at the next line. */
export function isDiffHeader(lines: PatchLines): boolean {
  const line = lines.peek();
  return line.startsWith(GIT_HEADER) || isNamePair(lines);
}

/** Tells whether the next two lines name the old and the new file. */
export function isNamePair(lines: PatchLines): boolean {
  return lines.peek().startsWith("--- ") && lines.peek(1).startsWith("+++ ");
}

/** Takes the two lines that {@link isNamePair} and answers what stands behind their signs. */
export function takeNamePair(lines: PatchLines): { readonly oldName: string; readonly newName: string } {
  return { oldName: lines.take().slice(4), newName: lines.take().slice(4) };
}

/**
 * Reads the headers of one file.
 * @throws {FsError} parse_error – when they ask for what is no change of text, or the names do not fit each other
 */
export function parseDiffHeaders(lines: PatchLines): DiffHeaders {
  const patchLine = lines.lineNumber;
  const facts: HeaderFacts = new Map();
  let gitNames: readonly [string, string] | null = null;
  if (lines.peek().startsWith(GIT_HEADER)) {
    gitNames = splitGitNames(lines.take().slice(GIT_HEADER.length).trimEnd());
    takeGitFacts(lines, facts);
  }
  if (isNamePair(lines) && isOwnPair(lines, facts)) {
    const { oldName, newName } = takeNamePair(lines);
    facts.set("---", oldName);
    facts.set("+++", newName);
  }
  return {
    ...decideNames(facts, { patchLine, gitNames }),
    isExecutable: facts.get("new file mode") === EXECUTABLE_MODE,
  };
}

/** Holds the headers of a file by their keywords. */
type HeaderFacts = Map<string, string>;

// Behind a rename without hunks may come the names of the next file.
function isOwnPair(lines: PatchLines, facts: HeaderFacts): boolean {
  const [from, to] = [facts.get("rename from"), facts.get("rename to")];
  if (from === undefined || to === undefined) return true;
  return isNameOf(lines.peek().slice(4), from) && isNameOf(lines.peek(1).slice(4), to);
}

function isNameOf(header: string, renamed: string): boolean {
  const [name, path] = [readHeaderName(header), readHeaderName(renamed)];
  return name === path || withoutFirstComponent(name) === path;
}

const KEYWORDS =
  /^(old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy from|copy to|similarity index|dissimilarity index|index) (.*)$/;
const BINARY = /^(?:GIT binary patch|Binary files .* differ)\s*$/;

// Modes of links and of other repositories, whose content is no text of a file.
const SPECIAL_MODE = /^1[26]0000/;

function takeGitFacts(lines: PatchLines, facts: HeaderFacts): void {
  while (!lines.isDone) {
    assertTextChange(lines);
    const [, keyword, value = ""] = KEYWORDS.exec(lines.peek().trimEnd()) ?? [];
    if (keyword === undefined) return;
    if (keyword.startsWith("copy")) {
      throw createSyntaxError(
        { line: lines.lineNumber },
        "copies are not supported; add the new file with its content",
      );
    }
    if (keyword.endsWith("mode") && SPECIAL_MODE.test(value)) {
      throw createSyntaxError({ line: lines.lineNumber }, "links and submodules cannot be patched");
    }
    facts.set(keyword, value);
    lines.take();
  }
}

/**
 * Refuses a line that stands for content which is not text.
 * @throws {FsError} parse_error – when the next line begins a binary patch, or says that binary files differ
 */
export function assertTextChange(lines: PatchLines): void {
  if (!BINARY.test(lines.peek())) return;
  throw createSyntaxError({ line: lines.lineNumber }, "binary files cannot be patched; leave them out");
}

type NamedSides = Omit<DiffHeaders, "isExecutable">;

interface NameSources {
  readonly patchLine: number;
  readonly gitNames: readonly [string, string] | null;
}

function decideNames(facts: HeaderFacts, { patchLine, gitNames }: NameSources): NamedSides {
  const [from, to] = [facts.get("rename from"), facts.get("rename to")];
  if (from !== undefined && to !== undefined) {
    return { patchLine, oldPath: readHeaderName(from), newPath: readHeaderName(to), isRename: true };
  }
  const [oldName, newName] = sideNames(facts, gitNames);
  if (oldName === null && newName === null) throw createSyntaxError({ line: patchLine }, "the diff names no file");
  if (oldName === null || newName === null) {
    const path = stripPrefix(oldName ?? newName ?? "", oldName === null ? "b/" : "a/", gitNames);
    return { patchLine, oldPath: oldName && path, newPath: newName && path, isRename: false };
  }
  const path = commonPath(oldName, newName);
  if (path === null) {
    const names = `${quoteLine(oldName)} and ${quoteLine(newName)}`;
    throw createSyntaxError(
      { line: patchLine },
      `${names} are two files; to rename, write "rename from" and "rename to"`,
    );
  }
  return { patchLine, oldPath: path, newPath: path, isRename: false };
}

// The names of both sides, `null` for one that does not exist.
function sideNames(facts: HeaderFacts, gitNames: NameSources["gitNames"]): readonly [string | null, string | null] {
  const oldName = sideName(facts.get("---"), gitNames?.[0]);
  const newName = sideName(facts.get("+++"), gitNames?.[1]);
  return [facts.has("new file mode") ? null : oldName, facts.has("deleted file mode") ? null : newName];
}

function sideName(header: string | undefined, gitName: string | undefined): string | null {
  const name = header === undefined ? gitName : readHeaderName(header);
  const isMissing = name === undefined || name === "" || name === "/dev/null";
  return isMissing || EPOCH.test(header ?? "") ? null : name;
}

function stripPrefix(name: string, prefix: string, gitNames: NameSources["gitNames"]): string {
  if (gitNames !== null) return gitNames[0] === gitNames[1] ? name : withoutFirstComponent(name);
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

function commonPath(oldName: string, newName: string): string | null {
  if (oldName === newName) return oldName;
  const [oldPath, newPath] = [withoutFirstComponent(oldName), withoutFirstComponent(newName)];
  return oldPath === newPath && oldPath !== "" ? oldPath : null;
}
