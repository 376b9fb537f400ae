// What is said when the lines of a hunk cannot be placed: where they are instead, and what would make them unique.

import { listCandidates, MAX_CANDIDATES, tellApart } from "../edit/ambiguity.js";
import type { EditFailure } from "../edit/edit-failure.js";
import { adviseCopying, describeClosest, describeNearest, type FoundRegion } from "../edit/not-found.js";
import type { JsonValue } from "../errors.js";
import type { PatchProblem } from "./patch-problem.js";
import type { PatchTarget } from "./patch-target.js";
import { quoteLine } from "./syntax-error.js";
import type { WantedLines } from "./wanted-lines.js";

/** Makes the problem of lines that stand at several places; the lines are 0-based. */
export function createAmbiguousProblem(target: PatchTarget, lines: readonly number[], what: string): PatchProblem {
  const listed = lines.slice(0, MAX_CANDIDATES);
  const count = lines.length < MAX_CANDIDATES ? `${lines.length}` : `${MAX_CANDIDATES} or more`;
  const numbers = listed.map((line) => line + 1);
  const places = listed.map((line) => ({ start: line, end: line + 1 }));
  const told = tellApart(target.document, places, lines.length < MAX_CANDIDATES);
  return {
    kind: "ambiguous_text_match",
    message: `${what} at ${count} places: lines ${numbers.join(", ")}`,
    hint: "Add kept lines around the change until only one place fits, or name the line of the function or section above it: @@ that line.",
    details: { lines: numbers, candidates: listCandidates(told) },
  };
}

/** Makes the problem of an anchor that names no line. */
export function createMissingAnchorProblem(target: PatchTarget, anchor: string, wanted: WantedLines): PatchProblem {
  const nearest = describeNearest(target.document, wanted.edit);
  return {
    kind: "text_not_found",
    message: `no line of the file reads ${quoteLine(anchor)}, which the hunk is said to lie below`,
    hint: "Copy the whole line of the function or section behind @@, or leave the anchor out.",
    details: { anchor, nearest: toJson(nearest) },
  };
}

/** Makes the problem of lines that stand in the file, but not where the hunk may be. */
export function createMisplacedProblem(lines: readonly number[], why: string): PatchProblem {
  const numbers = lines.map((line) => line + 1);
  return {
    kind: "text_not_found",
    message: `the lines of the hunk stand ${why}: line ${numbers.join(", ")}`,
    hint: "Write hunks in the order of the file, each below its anchor, and *** End of File only below the last lines of the file.",
    details: { lines: numbers },
  };
}

/** Makes the problem of lines that stand nowhere. */
export function createNotFoundProblem(target: PatchTarget, wanted: WantedLines, isExplained: boolean): PatchProblem {
  const nearest = isExplained ? describeNearest(target.document, wanted.edit) : [];
  const [best] = nearest;
  return {
    kind: "text_not_found",
    message: `the lines of the hunk do not occur in the file${describeClosest(best)}`,
    hint: adviseCopying(
      best,
      "the kept and removed lines",
      "Read the file again and copy the kept and removed lines from it.",
    ),
    details: { nearest: toJson(nearest) },
  };
}

function toJson(nearest: readonly FoundRegion[]): JsonValue {
  return nearest.map(({ shown }) => ({ ...shown }));
}

/** Makes the problem of added lines that nothing says a place for. */
export function createUnplacedProblem(): PatchProblem {
  return {
    kind: "patch_conflict",
    message: "the hunk only adds lines, and nothing says where",
    hint: "Add a kept line next to them, name the line above them (@@ that line), or write *** End of File below them.",
  };
}

/** Makes the problem of a hunk whose result is there already. */
export function createAppliedProblem(): PatchProblem {
  return {
    kind: "no_change",
    message: "the file already reads as the hunk would make it, so it looks already applied",
    hint: "Read the file again. If the lines are wanted once more, keep more of the lines around them.",
    details: { alreadyApplied: true },
  };
}

/** Makes the problem of a patch that would take too long. */
export function createTooMuchProblem(): PatchProblem {
  return {
    kind: "parse_error",
    status: 422,
    message: "the patch has more hunks than can be looked for in files of this size",
    hint: "Split it into several patches.",
  };
}

/** Answers the problem that a failure of the edit engine is for a hunk. */
export function fromEditFailure(target: PatchTarget, { kind, details }: EditFailure): PatchProblem {
  if (kind === "no_change") return createAppliedProblem();
  if (kind !== "ambiguous_text_match") return createTooMuchProblem();
  const lines = Array.isArray(details?.["lines"]) ? details["lines"].map((line) => Number(line) - 1) : [];
  return createAmbiguousProblem(target, lines, "the lines of the hunk match equally well");
}
