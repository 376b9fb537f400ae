// The engine of this repository.

import { applyEdits } from "../../../src/edit/apply-edits.js";
import { isFsError } from "../../../src/errors.js";
import type { EditEngine } from "./edit-engine.js";

/** Runs the edit engine from its sources. */
export const ourEngine: EditEngine = {
  name: "ai-file-tools",
  takesSeveral: true,
  takesReplaceAll: true,
  apply: async (before, edits) => {
    try {
      const { pieces } = applyEdits(Buffer.from(before), edits, { path: "file" });
      return { after: Buffer.concat(pieces).toString("utf8") };
    } catch (error) {
      if (isFsError(error)) return { refusedAs: error.kind };
      throw error;
    }
  },
};
