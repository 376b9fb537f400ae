// What is said of a path that does not exist: which names were probably meant, and which ones nobody means to make.

import { FsError } from "../../errors.js";
import { foldName } from "../../text/fold-name.js";
import { assertNewName as assertNewNameIn, findMeantPath, findNotationError } from "../../text/meant-path.js";
import { type Directory, listSome, type NodeEntry } from "../directories/directory.js";
import { isClosed, showPath } from "./scope.js";
import type { Place } from "./walk-path.js";

/** Names that are suggested, and entries that are looked through for them. */
const MAX_SUGGESTIONS = 3;
const MAX_ENTRIES = 2000;

function stem(name: string): string {
  return foldName(name).replace(/\.[^.]*$/, "");
}

/** Ranks how alike two names are: 0 is the same but for case and Unicode form; `undefined` is not alike. */
function rankLikeness(name: string, wanted: string): number | undefined {
  const [folded, foldedWanted] = [foldName(name), foldName(wanted)];
  if (folded === foldedWanted) return 0;
  if (stem(name) === stem(wanted)) return 1;
  const isPart = folded.includes(foldedWanted) || (folded.length > 2 && foldedWanted.includes(folded));
  return isPart ? 2 : undefined;
}

/** Lists some names of a directory; none where it may be entered but not listed. */
function listSomeNames(place: Place): readonly NodeEntry[] {
  try {
    return listSome(place.parent, MAX_ENTRIES).slice(0, MAX_ENTRIES);
  } catch {
    return [];
  }
}

function suggestNames(place: Place, wanted: string): readonly string[] {
  const ranked = listSomeNames(place).flatMap((entry) => {
    const rank = rankLikeness(entry.name, wanted);
    return rank === undefined ? [] : [{ name: entry.name, rank }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map((entry) => entry.name);
}

function missingNames(place: Place): readonly string[] {
  return [...place.missingParents, place.name];
}

/**
 * Refuses to make what stands at a place where nothing is yet, when its name is only a notation, such as a URL.
 * @throws {FsError} invalid_path – with the spelling that is meant
 */
export function assertNewName(place: Place): void {
  if (place.node === null) assertNewNameIn({ given: place.given, missing: missingNames(place) });
}

function hasEntry(directory: Directory, [name = "", ...below]: readonly string[]): boolean {
  if (below.length === 0) return directory.lookup(name) !== null;
  const next = directory.openDirectory(name);
  try {
    return hasEntry(next, below);
  } finally {
    next.close();
  }
}

/** Answers what is there without the `a/` or `b/` that a diff puts in front of its names; links are not followed. */
function findBelowPrefix(place: Place, parent: readonly string[]): readonly string[] {
  const [prefix, ...names] = missingNames(place);
  if (names.length === 0 || (prefix !== "a" && prefix !== "b") || isClosed(place.root, [...parent, ...names]))
    return [];
  try {
    return hasEntry(place.parent, names) ? [showPath(place.root, [...parent, ...names])] : [];
  } catch {
    return [];
  }
}

function describeMissing({ path, linkedFrom }: Place): string {
  if (linkedFrom === undefined) return `${path}: nothing is there`;
  return `${linkedFrom} leads through a symbolic link to ${path}, which does not exist.`;
}

/**
 * Makes the error for a place where nothing is; its hint names what looks alike in the directory that does exist. A path
 * in another notation is no path.
 */
export function createNotFoundError(place: Place): FsError {
  const missing = { given: place.given, missing: missingNames(place) };
  const notation = findNotationError(missing);
  if (notation !== null) return notation;
  const depth = place.components.length - place.missingParents.length - 1;
  const parent = place.components.slice(0, Math.max(0, depth));
  const wanted = place.missingParents[0] ?? place.name;
  const suggestions = place.root.onlyName === undefined ? suggestNames(place, wanted) : [];
  const known = [
    ...findBelowPrefix(place, parent),
    ...suggestions.map((name) => showPath(place.root, [...parent, name])),
  ];
  const meant = [...new Set([findMeantPath(missing), ...known])].filter((name) => name !== null);
  const hint =
    meant.length > 0
      ? `Did you mean ${meant.join(" or ")}?`
      : `List ${showPath(place.root, parent)} to see what exists.`;
  return new FsError("path_not_found", describeMissing(place), {
    path: place.path,
    hint,
    ...(known.length > 0 ? { details: { suggestions: known } } : {}),
  });
}
