// Operations that show what a directory holds, one level or a whole tree.

import { compileGlob } from "../search/glob-pattern.js";
import { resolveWholeNumber } from "./call-arguments.js";
import type { Directory, NodeEntry } from "./directory.js";
import { createErrno } from "./errno.js";
import type { Gate } from "./gate.js";
import type { IgnoreChain } from "./ignore-chain.js";
import { createNotFoundError } from "./not-found.js";
import { showPath } from "./scope.js";
import { createTurnKeeper } from "./take-turns.js";
import { isTemporaryName } from "./temporary-files.js";
import { holdDirectory, type Place } from "./walk-path.js";
import { walkTree } from "./walk-tree.js";
import type { GlobOptions, GlobResult, ListEntry, ListOptions, ListResult } from "./workspace.js";

/** Collects the rules that hold in the directory at a place. */
export function chainAt(gate: Gate, place: Place, directory: Directory): IgnoreChain {
  const [root, ...below] = place.ancestors;
  let chain = gate.parts.ignore.start(root ?? directory);
  for (const [index, ancestor] of below.entries()) chain = chain.enter(ancestor, place.components.slice(0, index + 1));
  return place.name === "" ? chain : chain.enter(directory, place.components);
}

/** Holds the directory at a place; throws `ENOTDIR` for anything else. */
export function holdPlaceDirectory(place: Place): Directory {
  if (place.root.onlyName !== undefined) throw createErrno("ENOTDIR");
  if (place.node === null) throw createNotFoundError(place);
  if (place.node.type !== "dir") throw createErrno("ENOTDIR");
  return holdDirectory(place);
}

interface Page {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

function resolvePage(
  { offset, limit }: Page,
  defaultLimit: number,
): { readonly offset: number; readonly limit: number } {
  return {
    offset: resolveWholeNumber({ name: "offset", value: offset, least: 0 }, 0),
    limit: resolveWholeNumber({ name: "limit", value: limit, least: 0 }, defaultLimit),
  };
}

function directoriesFirst(a: NodeEntry, b: NodeEntry): number {
  const rank = Number(b.type === "dir") - Number(a.type === "dir");
  return rank || (a.name < b.name ? -1 : Number(a.name > b.name));
}

/** Describes an entry; one that vanished meanwhile has no size. */
function describeEntry(directory: Directory, entry: NodeEntry, isIgnored: boolean): ListEntry {
  const node = entry.isEscaped === true ? null : directory.lookup(entry.name);
  return {
    name: entry.name,
    type: node?.type ?? entry.type,
    size: node?.size ?? 0,
    mtime: node?.mtimeMs ?? 0,
    ...(isIgnored ? { ignored: true } : {}),
  };
}

/** Lists one page of a directory. */
export async function listDirectory(gate: Gate, path: string, options: ListOptions): Promise<ListResult> {
  return gate.access({ path, intent: "list", signal: options.signal }, ({ place, facts }) => {
    const directory = holdPlaceDirectory(place);
    try {
      const chain = chainAt(gate, place, directory);
      const isIgnored = (entry: NodeEntry): boolean =>
        chain.isIgnored([...place.components, entry.name], entry.type === "dir");
      const visible = directory
        .entries()
        .filter((entry) => !isTemporaryName(entry.name) && (options.includeIgnored === true || !isIgnored(entry)))
        .toSorted(directoriesFirst);
      const { offset, limit } = resolvePage(options, gate.parts.limits.maxListEntries);
      const page = visible.slice(offset, offset + Math.min(limit, gate.parts.limits.maxListEntries));
      facts.count = page.length;
      return {
        entries: page.map((entry) =>
          describeEntry(directory, entry, options.includeIgnored === true && isIgnored(entry)),
        ),
        total: visible.length,
        truncated: offset + page.length < visible.length,
      };
    } finally {
      directory.close();
    }
  });
}

interface Match {
  readonly path: string;
  readonly mtimeMs: number;
}

async function collectMatches(
  gate: Gate,
  request: { place: Place; pattern: string; options: GlobOptions; maxMatches: number },
): Promise<Match[]> {
  const { place, options } = request;
  const pattern = compileGlob(request.pattern);
  const directory = holdPlaceDirectory(place);
  const takeTurn = createTurnKeeper();
  const matches: Match[] = [];
  try {
    const entries = walkTree(directory, place.components, {
      chain: chainAt(gate, place, directory),
      includeIgnored: options.includeIgnored === true,
      maxDepth: gate.parts.limits.maxWalkDepth,
      isWorthEntering: (below) => pattern.couldMatchBelow(below.join("/")),
      signal: options.signal,
    });
    for (const { directory: parent, entry, components, below } of entries) {
      await takeTurn();
      if (entry.type !== "file" || !pattern.matches(below.join("/"))) continue;
      const mtimeMs = options.sort === "path" ? 0 : (parent.lookup(entry.name)?.mtimeMs ?? 0);
      matches.push({ path: showPath(place.root, components), mtimeMs });
      if (matches.length >= request.maxMatches) break;
    }
    return matches;
  } finally {
    directory.close();
  }
}

/** Finds files by pattern, newest first unless asked for the order of paths. */
export async function globFiles(gate: Gate, pattern: string, options: GlobOptions): Promise<GlobResult> {
  const request = { path: options.cwd ?? ".", intent: "glob", signal: options.signal } as const;
  return gate.access(request, async ({ place, facts }) => {
    const { offset, limit } = resolvePage(options, gate.parts.limits.maxGlobPaths);
    const maxMatches = options.sort === "path" ? offset + limit + 1 : Number.POSITIVE_INFINITY;
    const matches = await collectMatches(gate, { place, pattern, options, maxMatches });
    facts.count = matches.length;
    const ordered = options.sort === "path" ? matches : matches.toSorted((a, b) => b.mtimeMs - a.mtimeMs);
    const page = ordered.slice(offset, offset + limit);
    return { paths: page.map((match) => match.path), truncated: ordered.length > offset + page.length };
  });
}
