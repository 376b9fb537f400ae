// The place of a hunk in a text. What finds it is elsewhere.

import type { EditMatch } from "../edit/rungs/rung.js";
import type { Section } from "./anchor-sections.js";
import type { PatchHunk } from "./parsed-patch.js";
import type { PatchProblem } from "./patch-problem.js";
import type { PatchTarget } from "./patch-target.js";
import type { WantedLines } from "./wanted-lines.js";

/** Says where a hunk applies. */
export interface HunkPlace {
  readonly match: EditMatch;
  readonly wanted: WantedLines;
}

/** Holds the place of a hunk, or why it has none. */
export type HunkResult = HunkPlace | { readonly problem: PatchProblem };

/** Carries what a hunk is located with. */
export interface HunkTask {
  readonly target: PatchTarget;
  readonly hunk: PatchHunk;
  /** Where the hunk may be: what its anchors open, or the whole text. */
  readonly sections: readonly Section[];
}

/** Answers the place of lines that stand at a line of the text exactly, 0-based. */
export function createExactPlace({ document }: PatchTarget, wanted: WantedLines, line: number): HunkPlace {
  const start = document.lines.startOf(line);
  const end = document.lines.startOf(line + wanted.oldLines.length);
  return { match: { start, end, edit: wanted.edit, matchedBy: "exact" }, wanted };
}
