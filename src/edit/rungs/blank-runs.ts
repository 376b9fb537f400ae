// Rung: whole lines occur with other indentation and other runs of blanks between their words.

import { mayHaveWords } from "./required-parts.js";
import type { Rung } from "./rung.js";
import { findWholeLines } from "./whole-lines.js";

/** Tolerates more or fewer blanks where both texts have some. */
export const blankRunsRung: Rung = {
  name: "blank_runs",
  replacesAll: false,
  find: (search) => (mayHaveWords(search.document, search.edit.oldText) ? findWholeLines(search, "blank_runs") : []),
};
