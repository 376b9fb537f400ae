// Paths that no mutation may touch, judged on the canonical names that a walk found and on their folded spellings.

import { FsError } from "../../errors.js";
import { compilePathRules, type IgnoreRules } from "../../search/ignore-rules.js";
import { foldName } from "../../text/fold-name.js";
import type { Directory } from "../directories/directory.js";
import { showPath } from "../paths/scope.js";
import type { Place } from "../paths/walk-path.js";

/**
 * Paths protected unless the operator gives a list: git's own data, and settings by which editors, agents, package managers
 * and shells run programs. What people have agents change all the time (manifests, instructions, CI) is a high risk instead.
 */
export const DEFAULT_PROTECTED_PATHS: readonly string[] = [
  ".git/**",
  ".gitmodules",
  ".husky/**",
  ".vscode/tasks.json",
  ".vscode/settings.json",
  ".vscode/launch.json",
  ".idea/**",
  ".cursor/**",
  ".claude/**",
  ".codex/**",
  ".gemini/**",
  "opencode.json",
  ".mcp.json",
  ".npmrc",
  ".yarnrc.yml",
  ".envrc",
];

/** Name under which Windows and git also reach `.git`. */
const SHORT_GIT_NAME = "git~1";

/** Entries that make git take a directory for a repository of its own. Source: setup.c of git, `is_git_directory`. */
const REPOSITORY_ENTRIES: readonly string[] = ["head", "objects", "refs"];

/** Entries through which such a directory makes git run programs; `commondir` brings all others in from elsewhere. */
const ACTIVE_ENTRIES: readonly string[] = ["config", "config.worktree", "hooks", "info", "commondir"];
const LINKED_REPOSITORY: readonly string[] = ["head", "commondir"];
const TELLING_ENTRIES: readonly string[] = ["HEAD", "commondir", "objects", "refs"];

/** Refuses mutations of protected paths. */
export interface PathProtection {
  /**
   * Checks the place of a mutation.
   * @throws {FsError} protected_path – when a rule protects it, or when it lies in or completes a bare git repository
   */
  assertUnprotected(place: Place): void;
  /**
   * Checks files that come into being together, of which none alone would be refused.
   * @throws {FsError} protected_path – when together they complete a bare git repository
   */
  assertUnprotectedTogether(places: readonly Place[]): void;
  /** Tells whether a rule protects the components below a root. */
  isProtected(components: readonly string[]): boolean;
  /** Tells whether a rule protects an entry by itself, for walks that enter nothing protected. */
  isEntryProtected(trail: EntryTrail): boolean;
}

/** The path of an entry below its root, as it is and folded. */
export interface EntryTrail {
  readonly path: string;
  readonly folded: string;
}

/** Answers the trail of an entry of a directory; that of a root is `null`. */
export function followEntry(parent: EntryTrail | null, name: string): EntryTrail {
  const folded = foldComponent(name);
  return parent === null
    ? { path: name, folded }
    : { path: `${parent.path}/${name}`, folded: `${parent.folded}/${folded}` };
}

function toRules(pattern: string): readonly string[] {
  if (pattern.trim() === "") return [];
  const isNegated = pattern.startsWith("!");
  const body = isNegated ? pattern.slice(1) : pattern;
  const anywhere = body.startsWith("/") ? body : `**/${body}`;
  return [`${isNegated ? "!" : ""}${anywhere.replace(/\/\*\*$/, "")}`];
}

function matchesAnyPrefix(rules: IgnoreRules, components: readonly string[]): boolean {
  return components.some((_, index) => rules.decide(components.slice(0, index + 1).join("/"), true) === "ignored");
}

function foldComponent(component: string): string {
  const folded = foldName(component);
  return folded === SHORT_GIT_NAME ? ".git" : folded;
}

function createProtectedError(path: string, why: string): FsError {
  return new FsError("protected_path", `${path}: ${why}`, {
    path,
    hint: "This path may be read but not changed. Leave it as it is; only the operator can lift the protection.",
  });
}

/** Lists which of the entries that make a repository stand in a directory, folded. */
function repositoryEntries(directory: Directory): ReadonlySet<string> {
  if (TELLING_ENTRIES.every((name) => directory.lookup(name) === null)) return new Set();
  return new Set(directory.entries().map((entry) => foldName(entry.name)));
}

function hasAll(entries: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return wanted.every((entry) => entries.has(entry));
}

function isRepository(entries: ReadonlySet<string>): boolean {
  return hasAll(entries, REPOSITORY_ENTRIES) || hasAll(entries, LINKED_REPOSITORY);
}

/** Tells whether git would both take a directory for a repository and find something in it to run. */
function isActiveRepository(entries: ReadonlySet<string>): boolean {
  return isRepository(entries) && ACTIVE_ENTRIES.some((entry) => entries.has(entry));
}

function assertNoBareRepository(place: Place): void {
  const belowRoot = place.ancestors.slice(1);
  if (belowRoot.some((directory) => isRepository(repositoryEntries(directory)))) {
    throw createProtectedError(place.path, "it lies in a bare git repository");
  }
  const name = foldName(place.missingParents[0] ?? place.name);
  if (![...REPOSITORY_ENTRIES, ...ACTIVE_ENTRIES].includes(name)) return;
  if (isActiveRepository(new Set([...repositoryEntries(place.parent), name]))) {
    throw createProtectedError(place.path, "it would complete a bare git repository");
  }
}

/** Lists what a directory is going to hold: what is there, and what comes into it. */
interface ComingEntries {
  readonly entries: Set<string>;
  /** The last of the places that lead through it. */
  readonly place: Place;
}

function collectComing(places: readonly Place[]): Iterable<ComingEntries> {
  const byDirectory = new Map<string, ComingEntries>();
  for (const place of places) {
    for (const [depth, component] of place.components.entries()) {
      const name = foldName(component);
      if (![...REPOSITORY_ENTRIES, ...ACTIVE_ENTRIES].includes(name)) continue;
      const key = JSON.stringify([place.root.path, ...place.components.slice(0, depth).map(foldName)]);
      const directory = place.ancestors[depth];
      const known = byDirectory.get(key)?.entries ?? (directory === undefined ? [] : repositoryEntries(directory));
      byDirectory.set(key, { entries: new Set([...known, name]), place });
    }
  }
  return byDirectory.values();
}

function assertNoRepositoryTogether(places: readonly Place[]): void {
  for (const { entries, place } of collectComing(places)) {
    if (isActiveRepository(entries)) throw createProtectedError(place.path, "it would complete a bare git repository");
  }
}

/** Compiles rules of which none may be left out, since what is left out would not be protected. */
function compileAll(rules: readonly string[]): IgnoreRules {
  const compiled = compilePathRules(rules);
  if (compiled.truncated) throw new TypeError("protectedPaths: the patterns are too many or too long to hold them all");
  return compiled;
}

/**
 * Makes the protection from patterns in the manner of gitignore; one without a leading slash holds at every depth.
 * @throws {TypeError} when the patterns go over the budget of the matcher
 */
export function createPathProtection(patterns: readonly string[]): PathProtection {
  const written = patterns.flatMap(toRules);
  const rules = compileAll(written);
  const folded = written.map((pattern) => pattern.normalize("NFC").toLowerCase());
  const foldedRules = compileAll(folded);
  const isFoldedAlready = folded.every((pattern, index) => pattern === written[index]);
  const isProtected = (components: readonly string[]): boolean =>
    matchesAnyPrefix(rules, components) || matchesAnyPrefix(foldedRules, components.map(foldComponent));
  return {
    isProtected,
    isEntryProtected: ({ path, folded }) =>
      rules.decide(path, true) === "ignored" ||
      (!(isFoldedAlready && folded === path) && foldedRules.decide(folded, true) === "ignored"),
    assertUnprotected: (place) => {
      if (patterns.length === 0) return;
      if (isProtected(place.components)) throw createProtectedError(place.path, "it is protected");
      assertNoBareRepository(place);
    },
    assertUnprotectedTogether: (places) => {
      if (patterns.length > 0) assertNoRepositoryTogether(places);
    },
  };
}

/** Names a path in an error about a protected entry below a directory. */
export function createProtectedBelowError(place: Place, components: readonly string[]): FsError {
  return createProtectedError(showPath(place.root, components), "it is protected and lies in the directory");
}
