// Finds edits that want the same characters. Ranges that only touch at their ends are fine.

import type { EditDocument } from "./edit-document.js";
import type { EditFailure } from "./edit-failure.js";
import type { EditMatch } from "./locate-edit.js";

// Overlaps that are worth reporting in one answer.
const MAX_REPORTED = 10;

/** Finds the overlaps among matches in ascending order of their start. */
export function findOverlaps(document: EditDocument, matches: readonly EditMatch[]): readonly EditFailure[] {
  const failures: EditFailure[] = [];
  let furthest: EditMatch | undefined;
  for (const match of matches) {
    if (furthest !== undefined && match.start < furthest.end) failures.push(createOverlap(document, furthest, match));
    if (failures.length === MAX_REPORTED) return failures;
    if (furthest === undefined || match.end > furthest.end) furthest = match;
  }
  return failures;
}

function createOverlap(document: EditDocument, earlier: EditMatch, later: EditMatch): EditFailure {
  const edits = [earlier.edit.index, later.edit.index];
  const lines = [earlier, later].map((match) => document.lines.lineAt(match.start) + 1);
  return {
    edit: later.edit.index,
    kind: "overlapping_edits",
    message: `edits[${edits[0]}] (line ${lines[0]}) and edits[${edits[1]}] (line ${lines[1]}) change the same text`,
    hint: "Every edit is matched against the original file. Merge the two edits into one, or quote less in each.",
    details: { edits, lines },
  };
}
