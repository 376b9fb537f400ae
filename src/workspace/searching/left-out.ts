// Leaves out of a search what ignore rules hide by its name alone, as long as no ignore file further down brings it back.

import type { RipgrepEnd, RipgrepScope } from "../../shell/ripgrep/ripgrep.js";
import type { BroughtBack, HiddenNames } from "../ignoring/hidden-names.js";
import type { HitVisitor } from "./hit-visitor.js";

/** Names that are left out, and what is kept in mind about them. */
export interface LeftOut extends HiddenNames {
  readonly memory: BroughtBack;
}

/** Plans a search without names that are known to be hidden. */
export function leaveOut(scope: RipgrepScope, { globs }: LeftOut): RipgrepScope {
  return { ...scope, excludeGlobs: [...(scope.excludeGlobs ?? []), ...globs] };
}

/** Plans the first search without those names; the ignore files that it comes across are named instead of searched. */
export function planLeavingOut(scope: RipgrepScope, leftOut: LeftOut): RipgrepScope {
  return { ...leaveOut(scope, leftOut), unsearchedGlobs: leftOut.ignoreFileGlobs };
}

/**
 * Tells whether all that was left out is hidden beside every ignore file as well, and whether these can be searched here; a
 * search that did not end has no say.
 */
export async function isStillHidden(visitor: HitVisitor, leftOut: LeftOut, end: RipgrepEnd): Promise<boolean> {
  const { globs, memory } = leftOut;
  if (end.isTimedOut) return true;
  if (end.unsearched === null) {
    memory.add(globs);
    return false;
  }
  for (const path of end.unsearched) {
    await visitor.pause();
    const chain = visitor.chainBeside(path);
    if (chain !== null && !memory.isNone(globs, chain)) return false;
    if (!visitor.isExact(path)) {
      memory.hasInexactFile = true;
      return false;
    }
  }
  return true;
}
