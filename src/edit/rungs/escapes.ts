// Rung: the text occurs once the escapes of a JSON string are decoded that a model wrote one level too many of.

import type { Steps } from "../../text/steps.js";
import { countVisible } from "../prepare-edit.js";
import { unescapeEdit } from "../unescape-edit.js";
import type { Candidate, Rung, RungSearch } from "./rung.js";

// Visible characters that have to be left; a short text with escapes could be code about escapes.
const MIN_CHARACTERS = 8;

/** Creates the rung that tries others, in their order, with both texts decoded. */
export function createEscapesRung(rungs: readonly Rung[]): Rung {
  return { name: "escapes", replacesAll: false, find: findUnescaped };

  function* findUnescaped(search: RungSearch): Steps<readonly Candidate[]> {
    const edit = unescapeEdit(search.edit);
    if (edit === null || countVisible(edit.oldText, MIN_CHARACTERS) < MIN_CHARACTERS) return [];
    for (const rung of rungs) {
      const candidates = yield* rung.find({ ...search, edit });
      if (candidates.length > 0) return candidates;
    }
    return [];
  }
}
