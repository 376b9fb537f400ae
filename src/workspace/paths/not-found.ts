// The error for a path that does not exist, with the names that were probably meant.

import { FsError } from "../../errors.js";
import { foldName } from "../../text/fold-name.js";
import type { NodeEntry } from "../directories/directory.js";
import { showPath } from "./scope.js";
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
    return place.parent.entries().slice(0, MAX_ENTRIES);
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

/** Makes the error for a place where nothing is; its hint names what looks alike in the directory that does exist. */
export function createNotFoundError(place: Place): FsError {
  const depth = place.components.length - place.missingParents.length - 1;
  const parent = place.components.slice(0, Math.max(0, depth));
  const wanted = place.missingParents[0] ?? place.name;
  const suggestions = place.root.onlyName === undefined ? suggestNames(place, wanted) : [];
  const known = suggestions.map((name) => showPath(place.root, [...parent, name]));
  const hint =
    known.length > 0
      ? `Did you mean ${known.join(" or ")}?`
      : `List ${showPath(place.root, parent)} to see what exists.`;
  return new FsError("path_not_found", `${place.path}: nothing is there`, {
    path: place.path,
    hint,
    ...(known.length > 0 ? { details: { suggestions: known } } : {}),
  });
}
