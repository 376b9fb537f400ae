// Finds files by pattern: a walk through held directories that enters only what can match.

import { compileGlob, type GlobPattern } from "../../search/glob-pattern.js";
import { assertPatternIsText, createInvalidPatternError } from "../../search/invalid-pattern.js";
import { assertOneOf } from "../gate/call-arguments.js";
import type { Gate } from "../gate/gate.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import { describePartlyApplied } from "../ignoring/partly-applied.js";
import type { GlobOptions, GlobResult } from "../interfaces/workspace.js";
import { isAbsolutePath, splitPath } from "../paths/paths.js";
import { type Place, showBelow } from "../paths/place.js";
import { findRoot, type Scope, startPathOf } from "../paths/scope.js";
import { chainAt, holdPlaceDirectory, resolvePage } from "./list-operations.js";
import { NewestPaths } from "./newest-paths.js";
import { SkippedDirectories } from "./skipped-directories.js";
import { type WalkedEntry, walkTree } from "./walk-tree.js";

/** Where a pattern starts, and the rest of it. */
interface PatternStart {
  readonly cwd: string;
  readonly pattern: string;
}

/** Lets an absolute pattern start from the root that it names; `null` means that it names none. */
function planStart(scope: Scope, pattern: string, cwd: string): PatternStart | null {
  if (typeof pattern !== "string" || !isAbsolutePath(pattern)) return { cwd, pattern }; // judged within the gate
  const found = findRoot(scope, splitPath(pattern));
  if (found === undefined || found.root.onlyName !== undefined || found.components.length === 0) return null;
  return { cwd: startPathOf(found.root), pattern: `${found.components.join("/")}${pattern.endsWith("/") ? "/" : ""}` };
}

function compileStart(start: PatternStart | null): GlobPattern {
  if (start !== null) {
    assertPatternIsText(start.pattern);
    return compileGlob(start.pattern, { matchBasename: start.pattern.startsWith("!") });
  }
  throw createInvalidPatternError(
    "The pattern starts outside the workspace",
    "Leave out the leading /; patterns are relative to the directory that is searched.",
  );
}

interface GlobWalk {
  readonly gate: Gate;
  readonly place: Place;
  readonly pattern: GlobPattern;
  readonly options: GlobOptions;
  readonly skipped: SkippedDirectories;
  /** Is handed every file that matches; answers `false` to end the walk. */
  readonly take: (found: WalkedEntry) => boolean;
}

/** Answers the ignore files that were applied in part. */
async function walkMatches({ gate, place, pattern, options, skipped, take }: GlobWalk): Promise<readonly string[]> {
  const directory = holdPlaceDirectory(place);
  try {
    const chain = chainAt(gate, place, directory);
    const runs = walkTree(directory, place.components, {
      chain,
      includeIgnored: options.includeIgnored === true,
      maxDepth: gate.parts.limits.maxWalkDepth,
      isWorthEntering: (path) => pattern.couldMatchBelow(path),
      onSkipped: (components, reason) => skipped.add(components, reason),
      signal: options.signal,
    });
    for (const run of runs) {
      if (isTurnDue()) await takeTurn(options.signal);
      for (const found of run) {
        if (found.entry.type === "file" && pattern.matches(found.path) && !take(found)) return chain.partlyApplied();
      }
    }
    return chain.partlyApplied();
  } finally {
    directory.close();
  }
}

interface Found {
  readonly paths: readonly string[];
  /** Files that matched, those that are not answered among them. */
  readonly matches: number;
  readonly partlyApplied: readonly string[];
}

type Collect = (walk: Omit<GlobWalk, "take">, wanted: number) => Promise<Found>;

/** Answers the first matches in the order of the walk, which ends there. */
const collectFirst: Collect = async (walk, wanted) => {
  const paths: string[] = [];
  const take = ({ path }: WalkedEntry): boolean => paths.push(path) < wanted;
  const partlyApplied = await walkMatches({ ...walk, take });
  return { paths, matches: paths.length, partlyApplied };
};

/** Answers the newest matches; each is looked at once. */
const collectNewest: Collect = async (walk, wanted) => {
  const newest = new NewestPaths(wanted);
  let matches = 0;
  const take = ({ directory, entry, path }: WalkedEntry): boolean => {
    matches += 1;
    newest.add(path, directory.modifiedMs(entry.name) ?? 0);
    return true;
  };
  const partlyApplied = await walkMatches({ ...walk, take });
  return { paths: newest.finish(), matches, partlyApplied };
};

/** Finds files by pattern, newest first unless asked for the order of paths. */
export async function globFiles(gate: Gate, pattern: string, options: GlobOptions): Promise<GlobResult> {
  const cwd = options.cwd ?? ".";
  const start = planStart(gate.scope, pattern, cwd);
  const request = { path: start?.cwd ?? cwd, intent: "glob", signal: options.signal } as const;
  return gate.access(request, async ({ place, facts }) => {
    const { offset, limit } = resolvePage(options, gate.parts.limits.maxGlobPaths);
    assertOneOf("sort", options.sort ?? "mtime", ["mtime", "path"]);
    const skipped = new SkippedDirectories(place);
    const walk = { gate, place, pattern: compileStart(start), options, skipped };
    const collect = options.sort === "path" ? collectFirst : collectNewest;
    const { paths, matches, partlyApplied } = await collect(walk, offset + limit + 1);
    facts.count = matches;
    const page = paths.slice(offset, offset + limit);
    return {
      paths: page.map((path) => showBelow(place, path)),
      truncated: paths.length > offset + page.length,
      ...describePartlyApplied(place, partlyApplied),
      ...skipped.describe(),
    };
  });
}
