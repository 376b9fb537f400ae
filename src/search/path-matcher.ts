// Matches the components of a path against the segments of one glob, where ** takes any number of components.

import type { NameMatcher, StepBudget } from "./name-matcher.js";

/** One segment of a glob: a matcher of one component, or `**`. */
export type PathSegment = NameMatcher | "globstar";

/** Adds what a trailing `**` needs: at least one component below the ones before it. */
export function normalizeSegments(segments: readonly PathSegment[]): readonly PathSegment[] {
  const anyName: NameMatcher = { matches: () => true };
  return segments.at(-1) === "globstar" ? [...segments, anyName] : segments;
}

/** Tells whether all names are taken by all segments; backtracks to the last `**` only, so the cost is a product. */
export function matchesSegments(
  segments: readonly PathSegment[],
  names: readonly string[],
  budget: StepBudget = { stepsLeft: 0 },
): boolean {
  let next = 0;
  let index = 0;
  let starNext = -1;
  let starIndex = 0;
  while (index < names.length) {
    budget.stepsLeft -= 1;
    const segment = segments[next];
    if (segment === "globstar") {
      next += 1;
      starNext = next;
      starIndex = index;
    } else if (segment?.matches(names[index] ?? "", budget)) {
      index += 1;
      next += 1;
    } else if (starNext < 0) {
      return false;
    } else {
      starIndex += 1;
      index = starIndex;
      next = starNext;
    }
  }
  return segments.slice(next).every((segment) => segment === "globstar");
}

/** Tells whether a path below the directory that `names` lead to could still be taken by the segments. */
export function couldMatchBelow(segments: readonly PathSegment[], names: readonly string[]): boolean {
  for (const [index, name] of names.entries()) {
    const segment = segments[index];
    if (segment === "globstar") return true;
    if (segment === undefined || !segment.matches(name)) return false;
  }
  return names.length < segments.length;
}
