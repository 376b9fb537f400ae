// Rung: the text occurs once blanks at the ends of lines are left out on both sides.

import type { Steps } from "../../text/steps.js";
import { findInView } from "./folded-search.js";
import type { Candidate, Rung, RungSearch } from "./rung.js";

/** Tolerates spaces and tabs at the ends of lines. */
export const trailingBlanksRung: Rung = { name: "trailing_blanks", replacesAll: true, find: findWithoutTrailingBlanks };

const TRAILING_BLANKS = /[ \t](?:\n|$)/;

function* findWithoutTrailingBlanks(search: RungSearch): Steps<readonly Candidate[]> {
  const { document, edit } = search;
  if (!document.hasTrailingBlanks() && !TRAILING_BLANKS.test(edit.oldText)) return [];
  return yield* findInView(search, "trailing_blanks");
}
