// Rung: whole lines occur with other indentation and other runs of blanks between their words.

import type { Rung } from "./rung.js";
import { findWholeLines } from "./whole-lines.js";

/** Tolerates more or fewer blanks where both texts have some. */
export const blankRunsRung: Rung = {
  name: "blank_runs",
  replacesAll: false,
  find: (search) => findWholeLines(search, "blank_runs"),
};
