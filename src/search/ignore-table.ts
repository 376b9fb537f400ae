// Finds the last rule that takes a path, through tables for the plain rules that make up most ignore files.

import type { IgnoreRule } from "./ignore-line.js";
import type { NameMatcher } from "./name-matcher.js";
import { matchesSegments } from "./path-matcher.js";

/** Answers the decision of the last rule that takes a path, or `undefined` if none does. */
export type IgnoreTable = (path: string) => IgnoreRule["decision"] | undefined;

interface PathQuery {
  readonly path: string;
  readonly name: string;
  /** Components of the path; split for the first rule that needs them. */
  names?: readonly string[];
}

interface RankedRule {
  /** 0-based place of the rule; the highest that matches wins. */
  readonly rank: number;
  readonly matches: (query: PathQuery) => boolean;
}

interface Tables {
  readonly byName: Map<string, number>;
  readonly byPath: Map<string, number>;
  readonly bySuffix: Map<string, number>;
  readonly others: RankedRule[];
}

/** Answers the part that tables of suffixes are asked for: from the last dot on. */
function suffixOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("."), 0));
}

function literalPath(rule: IgnoreRule): string | null {
  if (rule.prefix !== "") return null;
  const names = rule.segments.map((segment) => (segment === "globstar" ? undefined : segment.literal));
  return names.includes(undefined) ? null : names.join("/");
}

function anyDepthMatcher(rule: IgnoreRule): NameMatcher | null {
  const [only] = rule.segments;
  return rule.anyDepth && only !== undefined && only !== "globstar" ? only : null;
}

function matcherOf(rule: IgnoreRule): RankedRule["matches"] {
  const { prefix, segments } = rule;
  const last = segments.at(-1);
  if (last === undefined || last === "globstar") return () => false;
  if (rule.anyDepth) return (query) => last.matches(query.name);
  if (prefix !== "") {
    return ({ path }) => path.startsWith(prefix) && matchesSegments(segments, path.slice(prefix.length).split("/"));
  }
  return (query) => {
    if (!last.matches(query.name)) return false;
    query.names ??= query.path.split("/");
    return matchesSegments(segments, query.names);
  };
}

function addRule(tables: Tables, rule: IgnoreRule, rank: number): void {
  const byName = anyDepthMatcher(rule);
  const path = literalPath(rule);
  if (byName?.literal !== undefined) tables.byName.set(byName.literal, rank);
  else if (byName?.suffix?.startsWith(".") && suffixOf(byName.suffix) === byName.suffix) {
    tables.bySuffix.set(byName.suffix, rank);
  } else if (path !== null) tables.byPath.set(path, rank);
  else tables.others.unshift({ rank, matches: matcherOf(rule) });
}

function findPlainRank(tables: Tables, { path, name }: PathQuery): number {
  const byName = tables.byName.get(name) ?? -1;
  const byPath = tables.byPath.get(path) ?? -1;
  const bySuffix = tables.bySuffix.get(suffixOf(name)) ?? -1;
  return Math.max(byName, byPath, bySuffix);
}

/** Creates the table of rules in the order of their file. */
export function createIgnoreTable(rules: readonly IgnoreRule[]): IgnoreTable {
  const tables: Tables = { byName: new Map(), byPath: new Map(), bySuffix: new Map(), others: [] };
  for (const [rank, rule] of rules.entries()) addRule(tables, rule, rank);
  return (path) => {
    const query: PathQuery = { path, name: path.slice(path.lastIndexOf("/") + 1) };
    const plain = findPlainRank(tables, query);
    for (const rule of tables.others) {
      if (rule.rank < plain) break;
      if (rule.matches(query)) return rules[rule.rank]?.decision;
    }
    return rules[plain]?.decision;
  };
}
