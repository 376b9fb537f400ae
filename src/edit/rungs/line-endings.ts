// Rung: the text occurs once LF and CRLF count as the same, and the file may lack its final line ending.

import { findInView } from "./folded-search.js";
import type { Rung } from "./rung.js";

/** Tolerates other line endings. */
export const lineEndingsRung: Rung = {
  name: "line_endings",
  replacesAll: true,
  *find(search) {
    return search.edit.givenOldText.includes("\n") ? yield* findInView(search, "line_endings") : [];
  },
};
