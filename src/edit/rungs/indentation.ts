// Rung: whole lines occur with other indentation, and newText can be indented as the file is.

import { mayHaveLines } from "./required-parts.js";
import type { Rung } from "./rung.js";
import { findWholeLines } from "./whole-lines.js";

/** Tolerates other indentation. */
export const indentationRung: Rung = {
  name: "indentation",
  replacesAll: false,
  find: (search) => (mayHaveLines(search.document, search.edit.oldText) ? findWholeLines(search, "indentation") : []),
};
