// Rung: the text occurs once typographic characters count as their ASCII look-alikes and composed forms as decomposed.

import type { Steps } from "../../text/steps.js";
import { hasNonAscii } from "../fold-characters.js";
import { findInView } from "./folded-search.js";
import type { Candidate, Rung, RungSearch } from "./rung.js";

/** Tolerates other quotes, dashes, spaces, full-width forms and Unicode normal forms. */
export const lookAlikesRung: Rung = { name: "look_alikes", replacesAll: true, find: findLookAlikes };

function* findLookAlikes(search: RungSearch): Steps<readonly Candidate[]> {
  const { document, edit } = search;
  if (!document.hasNonAscii() && !hasNonAscii(edit.oldText)) return [];
  return yield* findInView(search, "look_alikes");
}
