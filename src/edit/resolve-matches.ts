// Finds the place of every edit of a call, or reports all that fail at once.

import type { Steps } from "../text/steps.js";
import { planSplices } from "./check-overlaps.js";
import { checkEditTexts } from "./check-texts.js";
import type { EditDocument } from "./edit-document.js";
import { createEditError, type EditFailure } from "./edit-failure.js";
import { locateEdit } from "./locate-edit.js";
import { createNotFound } from "./not-found.js";
import type { PreparedEdit } from "./prepare-edit.js";
import type { EditMatch } from "./rungs/rung.js";
import { createSearchBudget } from "./search-budget.js";
import type { Splice } from "./splice-bytes.js";

// Failing edits after which the rest is not tried, since the call fails anyway.
const MAX_FAILURES = 50;

// Failing edits whose nearest regions are looked for.
const MAX_EXPLAINED = 3;

/** Holds where edits apply, and what is replaced there; both ascending, without overlaps. */
export interface ResolvedEdits {
  readonly matches: readonly EditMatch[];
  readonly splices: readonly Splice[];
}

/**
 * Answers where the edits apply.
 * @throws {FsError} with the kind of the first edit that fails; its details list all that failed
 */
export function* resolveMatches(
  document: EditDocument,
  edits: readonly PreparedEdit[],
  path: string,
): Steps<ResolvedEdits> {
  const budget = createSearchBudget();
  const failures: EditFailure[] = [];
  const located: (readonly EditMatch[])[] = [];
  for (const edit of edits) {
    yield;
    const failure = yield* checkEditTexts(edit, document, path);
    const result = failure === null ? yield* locateEdit({ document, edit, budget }) : { failure };
    if (result === null) yield;
    if (result !== null && "matches" in result) located.push(result.matches);
    else
      failures.push(
        result?.failure ?? createNotFound(document, edit, { edits, explain: failures.length < MAX_EXPLAINED }),
      );
    if (failures.length === MAX_FAILURES) break;
  }
  const context = { path, editCount: edits.length, triedCount: located.length + failures.length };
  assertNoFailure(failures, context);
  const matches = located.flat().sort(byPlace);
  const plan = yield* planSplices(document, matches);
  assertNoFailure(plan.failures, context);
  return { matches, splices: plan.splices };
}

function byPlace(left: EditMatch, right: EditMatch): number {
  return left.start - right.start || left.end - right.end || left.edit.index - right.edit.index;
}

function assertNoFailure(failures: readonly EditFailure[], context: Parameters<typeof createEditError>[1]): void {
  const [first, ...others] = failures;
  if (first !== undefined) throw createEditError([first, ...others], context);
}
