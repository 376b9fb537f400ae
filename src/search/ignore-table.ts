// Finds the last rule that takes a path, through tables for the plain rules that make up most ignore files.

import type { IgnoreRule } from "./ignore-line.js";
import type { NameMatcher, StepBudget } from "./name-matcher.js";
import { matchesSegments } from "./path-matcher.js";

/** What is asked about one name; `undefined` means that no rule takes it. */
export type NameDecider = (name: string, budget?: StepBudget) => IgnoreRule["decision"] | undefined;

/** Answers the decisions of the last rules that take the names below a path: empty, or with a `/` behind it. */
export type IgnoreTable = (prefix: string) => NameDecider;

class PathQuery {
  readonly prefix: string;
  readonly name: string;
  #path: string | undefined;
  #names: readonly string[] | undefined;

  constructor(prefix: string, name: string) {
    this.prefix = prefix;
    this.name = name;
  }

  get path(): string {
    this.#path ??= this.prefix + this.name;
    return this.#path;
  }

  get names(): readonly string[] {
    this.#names ??= this.path.split("/");
    return this.#names;
  }
}

interface RankedRule {
  /** 0-based place of the rule; the highest that matches wins. */
  readonly rank: number;
  readonly matches: (query: PathQuery, budget: StepBudget) => boolean;
}

/** Steps that asking a rule costs, besides those of matching. */
const STEPS_PER_RULE = 4;

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
  if (rule.anyDepth) return (query, budget) => last.matches(query.name, budget);
  if (prefix !== "") {
    return ({ path }, budget) =>
      path.startsWith(prefix) && matchesSegments(segments, path.slice(prefix.length).split("/"), budget);
  }
  return (query, budget) => {
    if (!last.matches(query.name, budget)) return false;
    return matchesSegments(segments, query.names, budget);
  };
}

function addRule(tables: Tables, rule: IgnoreRule, rank: number): void {
  const byName = anyDepthMatcher(rule);
  const path = literalPath(rule);
  if (byName?.literal !== undefined) tables.byName.set(byName.literal, rank);
  else if (byName?.suffix?.startsWith(".") && suffixOf(byName.suffix) === byName.suffix) {
    tables.bySuffix.set(byName.suffix, rank);
  } else if (path !== null) tables.byPath.set(path, rank);
  else tables.others.push({ rank, matches: matcherOf(rule) });
}

function findPlainRank({ byName, byPath, bySuffix }: Tables, query: PathQuery): number {
  const nameRank = byName.size === 0 ? -1 : (byName.get(query.name) ?? -1);
  const pathRank = byPath.size === 0 ? -1 : (byPath.get(query.path) ?? -1);
  const suffixRank = bySuffix.size === 0 ? -1 : (bySuffix.get(suffixOf(query.name)) ?? -1);
  return Math.max(nameRank, pathRank, suffixRank);
}

/** Answers the rank of the last rule with wildcards that takes a path and comes behind `plain`, which it is otherwise. */
function findLastRank(others: readonly RankedRule[], query: PathQuery, { plain, budget }: Search): number {
  for (const rule of others) {
    if (rule.rank < plain || budget.stepsLeft <= 0) return plain;
    budget.stepsLeft -= STEPS_PER_RULE;
    if (rule.matches(query, budget)) return rule.rank;
  }
  return plain;
}

interface Search {
  readonly plain: number;
  readonly budget: StepBudget;
}

/** Creates the table of rules in the order of their file. */
export function createIgnoreTable(rules: readonly IgnoreRule[]): IgnoreTable {
  const tables: Tables = { byName: new Map(), byPath: new Map(), bySuffix: new Map(), others: [] };
  for (const [rank, rule] of rules.entries()) addRule(tables, rule, rank);
  tables.others.reverse();
  return (prefix) =>
    (name, budget = { stepsLeft: Number.POSITIVE_INFINITY }) => {
      const query = new PathQuery(prefix, name);
      return rules[findLastRank(tables.others, query, { plain: findPlainRank(tables, query), budget })]?.decision;
    };
}
