// Says which ignore files went over a budget, in the words of results. Decides nothing.

import type { Place } from "../paths/place.js";
import { showPath } from "../paths/scope.js";

/** The part of a result that names ignore files of which not every rule was applied. */
export interface PartlyApplied {
  readonly partlyApplied?: readonly string[];
}

/** Names them, given from the root of a place, as results name files; nothing where there is none. */
export function describePartlyApplied(place: Place, files: readonly string[]): PartlyApplied {
  return files.length === 0 ? {} : { partlyApplied: files.map((file) => showPath(place.root, file.split("/"))) };
}
