// Tells which names the rules of ignore files hide wherever they stand, so that another program can be told to leave them
// out. Reads no file.

import type { IgnoreRule } from "./ignore-line.js";
import type { NameMatcher } from "./name-matcher.js";

/** Rules that bring back are compared with every name; with more of them, no name is worth that. */
const MAX_NEGATIONS = 64;

/** Names without any character that is special to a glob, and so mean the same to every program. */
const PLAIN = /^[\w.@+~#%=-]+$/;

/** A rule that decides by names, of those that hold in a directory. */
interface NamedRule {
  readonly decision: IgnoreRule["decision"];
  /** What it takes as the last component. */
  readonly last: NameMatcher;
  /** The glob that stands for all it hides: a plain name, or `*` and the end of one, with `/` behind it for directories only. */
  readonly glob: string | null;
}

/** The rules of one file that decide about names or bring them back, the last of the file first. */
export type NamedRules = readonly NamedRule[];

const ANY_NAME: NameMatcher = { matches: () => true };

function globOf({ anyDepth, directoriesOnly }: IgnoreRule, { literal, suffix }: NameMatcher): string | null {
  const plain = literal ?? suffix;
  if (!anyDepth || plain === undefined || !PLAIN.test(plain)) return null;
  return `${literal === undefined ? "*" : ""}${plain}${directoriesOnly ? "/" : ""}`;
}

/** Picks out of the rules of one file what may hide a name everywhere, and all that may bring one back. */
export function selectNamedRules(rules: readonly IgnoreRule[]): NamedRules {
  const named = rules.map((rule): NamedRule => {
    const end = rule.segments.at(-1);
    const last = end === undefined || end === "globstar" ? ANY_NAME : end;
    return { decision: rule.decision, last, glob: globOf(rule, last) };
  });
  return named.filter(({ decision, glob }) => decision === "included" || glob !== null).reverse();
}

/** Tells whether a name may be taken by both; `true` where that is not certain. */
function mayMeet(hiding: NameMatcher, other: NameMatcher): boolean {
  if (other.literal !== undefined) return hiding.matches(other.literal);
  if (hiding.literal !== undefined) return other.matches(hiding.literal);
  const [one, two] = [hiding.suffix, other.suffix];
  return one === undefined || two === undefined || one.endsWith(two) || two.endsWith(one);
}

/**
 * Answers globs of what is hidden wherever it stands in a directory or below it, as long as no rule of an ignore file
 * further down brings it back.
 * @param files rules of the files that hold in the directory, in the order in which they are asked
 */
export function planHiddenNames(files: readonly NamedRules[]): readonly string[] {
  const negations: NameMatcher[] = [];
  const globs = new Set<string>();
  for (const { decision, last, glob } of files.flat()) {
    if (decision === "included") negations.push(last);
    else if (glob !== null && !negations.some((negation) => mayMeet(last, negation))) globs.add(glob);
    if (negations.length > MAX_NEGATIONS) break;
  }
  return Array.from(globs);
}
