// Rung: whole lines occur with other indentation, and newText can be indented as the file is.

import type { Rung } from "./rung.js";
import { findWholeLines } from "./whole-lines.js";

/** Tolerates other indentation. */
export const indentationRung: Rung = {
  name: "indentation",
  replacesAll: false,
  find: (search) => findWholeLines(search, "indentation"),
};
