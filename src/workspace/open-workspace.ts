// Opens a workspace on the disk: holds its roots, sweeps what killed processes left, and puts the parts together.

import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { foldName } from "../text/fold-name.js";
import { assembleWorkspace } from "./assemble-workspace.js";
import { createHostShellRunner } from "./commands/host-runner.js";
import { isAnchoringSupported, openAnchoredRoot } from "./directories/anchored-directory.js";
import { openCheckedRoot } from "./directories/checked-directory.js";
import type { Directory } from "./directories/directory.js";
import { openStateDirectory, type StateDirectory } from "./directories/state-directory.js";
import {
  createTemporaryFileJournal,
  sweepTemporaryFiles,
  type TemporaryFileJournal,
} from "./directories/temporary-files.js";
import { createActivity } from "./gate/activity.js";
import { assertWorkspaceOptions, warnIfUntrusted } from "./gate/assert-options.js";
import type { AuditPublisher } from "./gate/audit.js";
import { resolveLimits } from "./gate/default-limits.js";
import { createGateParts } from "./gate/gate-parts.js";
import { createProcessLock } from "./gate/process-lock.js";
import { openHistory, resolveHistoryDirectory } from "./history/open-history.js";
import type { RecoveryConflict } from "./history/recovered-place.js";
import type {
  OpenWorkspaceOptions,
  Workspace,
  WorkspaceGrant,
  WorkspaceGuarantees,
  WorkspaceRoot,
} from "./interfaces/workspace.js";
import { canonicalizeWorkspace, splitPath, startsWithComponents } from "./paths/paths.js";
import type { Root } from "./paths/scope.js";

/** How roots are held on this platform. */
export interface PlatformTier {
  readonly guarantees: WorkspaceGuarantees;
  readonly openRootDirectory: (canonicalPath: string) => Directory;
}

/** Answers the strongest tier that this platform has. */
export function detectTier(): PlatformTier {
  if (isAnchoringSupported()) return { guarantees: "strong", openRootDirectory: openAnchoredRoot };
  return { guarantees: "checked", openRootDirectory: openCheckedRoot };
}

/** Holds the roots of one workspace, each once, until they are all released. */
class HeldRoots {
  readonly #tier: PlatformTier;
  readonly #allowsGit: boolean;
  readonly #roots = new Map<string, Root>();

  constructor(tier: PlatformTier, allowsGit: boolean) {
    this.#tier = tier;
    this.#allowsGit = allowsGit;
  }

  get all(): readonly Root[] {
    return Array.from(this.#roots.values());
  }

  openPrimary(path: string): Root {
    const canonical = canonicalizeWorkspace(path);
    return this.#hold({ canonical, given: path, access: "write", isPrimary: true });
  }

  /** Holds one of the roots that the workspace starts with. */
  openApart(root: WorkspaceRoot): Root {
    this.#assertNotNested(canonicalizeWorkspace(root.path));
    return this.openRoot(root);
  }

  openRoot(root: WorkspaceRoot): Root {
    const canonical = canonicalizeWorkspace(root.path);
    return this.#hold({ canonical, given: root.path, access: root.access, isPrimary: false });
  }

  openGrant(grant: WorkspaceGrant): Root {
    const canonical = canonicalizeGrant(grant.path);
    const onlyName = basename(canonical);
    const isSameName = basename(grant.path) === onlyName;
    return this.#hold({
      canonical: dirname(canonical),
      given: isSameName ? dirname(grant.path) : dirname(canonical),
      access: grant.access,
      isPrimary: false,
      onlyName,
    });
  }

  release(): void {
    for (const root of this.#roots.values()) root.directory.close();
    this.#roots.clear();
  }

  #hold(request: { canonical: string; given: string; onlyName?: string } & Pick<Root, "access" | "isPrimary">): Root {
    const { canonical, given, ...rest } = request;
    const key = JSON.stringify([canonical, rest.access, rest.onlyName]);
    const known = this.#roots.get(key);
    if (known !== undefined) return known;
    const isRead = rest.onlyName !== undefined && rest.access === "read";
    if (!(isRead || this.#allowsGit)) assertNoGitRoot(canonical);
    const spellings = [splitPath(canonical), splitPath(resolve(given))];
    const root: Root = { directory: this.#tier.openRootDirectory(canonical), path: canonical, spellings, ...rest };
    this.#roots.set(key, root);
    return root;
  }

  #assertNotNested(canonical: string): void {
    const components = splitPath(canonical);
    for (const root of this.all) {
      if (root.onlyName !== undefined || root.path === canonical) continue;
      const other = splitPath(root.path);
      if (!(startsWithComponents(components, other) || startsWithComponents(other, components))) continue;
      throw new TypeError(`roots must not be nested: ${canonical} and ${root.path}`);
    }
  }
}

/**
 * Refuses the data of git as a root, and as the place of a file that is granted for writing: there, no rule tells hooks and
 * configuration from other files.
 */
function assertNoGitRoot(canonical: string): void {
  const isInside = splitPath(canonical).some((name) => [".git", "git~1"].includes(foldName(name)));
  if (!isInside && !listAncestors(canonical).some(isGitDirectory)) return;
  throw new TypeError(
    `${canonical} is the data of a git repository, where a write can make git run programs. ` +
      "Name the directory with the files instead, or set allowGitRoot: true.",
  );
}

function listAncestors(directory: string): readonly string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...listAncestors(parent)];
}

/** Tells whether git would take a directory for a repository, bare or kept apart from its files; `HEAD` may be a link. */
function isGitDirectory(directory: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => isThere(join(directory, name)));
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Above the root there may be directories that this user cannot look into.
    return false;
  }
}

/** Answers the canonical path of a granted file, which need not exist yet. */
function canonicalizeGrant(path: string): string {
  const canonical = findGranted(path) ?? resolve(canonicalizeWorkspace(dirname(resolve(path))), basename(path));
  if (!isDirectory(canonical)) return canonical;
  throw new TypeError(`a grant must be a single file, use roots for a directory: ${path}`);
}

function findGranted(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Makes one journal for each root, when it is first asked for. */
function createJournals(state: StateDirectory): { forRoot(path: string): TemporaryFileJournal; close(): void } {
  const journals = new Map<string, TemporaryFileJournal>();
  return {
    forRoot: (path) => {
      const journal = journals.get(path) ?? createTemporaryFileJournal(state, path);
      journals.set(path, journal);
      return journal;
    },
    close: () => {
      for (const journal of journals.values()) journal.close();
    },
  };
}

/** Names the state directory as a pattern where it lies inside a root. */
function stateInside(state: StateDirectory, roots: readonly Root[]): readonly string[] {
  return roots.flatMap((root) => {
    const way = relative(root.path, state.path);
    return way === "" || way.startsWith("..") ? [] : [`/${way}`];
  });
}

/** Tells the audit log what a recovery has left as somebody else had made it. */
function publishConflicts(audit: AuditPublisher, conflicts: readonly RecoveryConflict[]): void {
  for (const { change, context } of conflicts) {
    const { path } = change;
    audit.publish(context, { intent: "write", path, startedMs: performance.now(), errorKind: "patch_conflict" });
  }
}

/** Opens a workspace in a given tier; {@link openWorkspace} chooses the tier. */
export async function openWorkspaceInTier(options: OpenWorkspaceOptions, tier: PlatformTier): Promise<Workspace> {
  const held = new HeldRoots(tier, options.allowGitRoot === true);
  try {
    const primary = held.openPrimary(options.root);
    const further = [
      ...(options.roots ?? []).map((root) => held.openApart(root)),
      ...(options.grants ?? []).map((grant) => held.openGrant(grant)),
    ];
    const ownRoots = [primary, ...further].filter((root) => root.onlyName === undefined);
    const state = openStateDirectory(held.all.map((root) => root.path));
    for (const root of held.all) sweepTemporaryFiles(state, root.path, root.directory);
    const journals = createJournals(state);
    const activity = createActivity();
    const ownPaths = ownRoots.map((root) => root.path);
    const historyDirectory = resolveHistoryDirectory(options.history, ownPaths);
    const conflicts: RecoveryConflict[] = [];
    const onConflict = (conflict: RecoveryConflict): unknown => conflicts.push(conflict);
    const log = await openHistory(options.history, historyDirectory, {
      state,
      scope: { roots: held.all, journalFor: (path) => journals.forRoot(path), onConflict },
      lockTimeoutMs: resolveLimits(options.limits).lockTimeoutMs,
    });
    const parts = createGateParts(options, {
      activity,
      createProcessLock: (limits) => createProcessLock(state, limits.lockTimeoutMs),
      journalFor: (path) => journals.forRoot(path),
      log,
      alwaysProtected: stateInside(state, held.all),
    });
    publishConflicts(parts.audit, conflicts);
    const assembly = {
      name: options.name ?? basename(primary.path),
      guarantees: tier.guarantees,
      parts,
      activity,
      runner: options.runner ?? createHostShellRunner(),
      ownRoots,
      opener: {
        closedPaths: [canonicalizeWorkspace(state.path), ...(historyDirectory === undefined ? [] : [historyDirectory])],
        canonicalize: canonicalizeWorkspace,
        openRoot: (root: WorkspaceRoot) => held.openRoot(root),
        openGrant: (grant: WorkspaceGrant) => held.openGrant(grant),
      },
      release: () => {
        parts.log.close();
        journals.close();
        parts.processLock.close();
        held.release();
      },
    };
    return assembleWorkspace(assembly, [primary, ...further], options.focus);
  } catch (error) {
    held.release();
    throw error;
  }
}

/**
 * Opens a directory as a workspace. It must be closed.
 * @throws {TypeError} when the root is no directory, or one of git without `allowGitRoot`, roots are nested, an option is of another form or out of its range, or
 *   `require: "strong"` asks for more than the platform gives
 * @throws {FsError} path_not_found or not_a_directory – when the focus is no directory inside a root
 */
export async function openWorkspace(options: OpenWorkspaceOptions): Promise<Workspace> {
  assertWorkspaceOptions(options);
  const tier = detectTier();
  if (options.require === "strong" && tier.guarantees !== "strong") {
    throw new TypeError("this platform gives only the checked tier; open without require or run on Linux with /proc");
  }
  const workspace = await openWorkspaceInTier(options, tier);
  warnIfUntrusted(options);
  return workspace;
}
