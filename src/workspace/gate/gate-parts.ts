// The shared parts of a gate from the options that every kind of workspace takes.

import { resolveSnapshotBudget } from "../history/history-budget.js";
import { SnapshotMemory } from "../history/snapshot-memory.js";
import { createIgnoreReader, DEFAULT_IGNORE_FILES } from "../ignoring/ignore-chain.js";
import type { OpenWorkspaceOptions, WorkspaceLimits } from "../interfaces/workspace.js";
import { createAuditPublisher } from "./audit.js";
import { resolveLimits } from "./default-limits.js";
import { createFileNotesCache } from "./file-notes.js";
import type { GateParts } from "./gate.js";
import { createLanes, NESTED_PATIENCE_MS } from "./lanes.js";
import type { Activity } from "./operation-record.js";
import { createPathLock } from "./path-lock.js";
import type { ProcessLock } from "./process-lock.js";
import { createPathProtection, DEFAULT_PROTECTED_PATHS } from "./protected-paths.js";
import { SharedLooks } from "./shared-looks.js";

/** What differs between a disk and a tree in memory. */
export interface GateEnvironment {
  readonly activity: Activity;
  readonly createProcessLock: (limits: WorkspaceLimits) => ProcessLock;
  readonly journalFor: GateParts["journalFor"];
  readonly log: GateParts["log"];
  /** Patterns that are protected whatever the operator says, such as the boundary's own state. */
  readonly alwaysProtected: readonly string[];
}

/** Files that are read at once at most. Source: with their directories, well below 1024 descriptors. */
const READS_AT_ONCE = 64;

/** Files that are streamed at once at most, as long as their readers go on. Source: as many again fit below 256 descriptors. */
const STREAMS_AT_ONCE = 32;

/** Milliseconds in which no stream has ended, after which more are let through: a reader may have stopped for good. */
const STREAM_PATIENCE_MS = 500;

const PERMISSION_BITS = 0o777;

function resolveNewFileMode(mode: OpenWorkspaceOptions["newFileMode"]): number {
  if (mode === undefined) return 0o600;
  if (mode === "umask") return 0o666 & ~process.umask();
  if (Number.isInteger(mode) && mode >= 0 && mode <= PERMISSION_BITS) return mode;
  throw new TypeError('newFileMode must be "umask" or permission bits such as 0o644');
}

function assertFileNames(names: readonly string[]): readonly string[] {
  const wrong = names.find((name) => name === "" || /[/\\\0]/.test(name));
  if (wrong !== undefined) throw new TypeError(`ignoreFiles: ${JSON.stringify(wrong)} is not a file name`);
  return names;
}

/**
 * Makes the parts of a gate.
 * @throws {TypeError} when an option is out of its range
 */
export function createGateParts(options: Omit<OpenWorkspaceOptions, "root">, environment: GateEnvironment): GateParts {
  const limits = resolveLimits(options.limits);
  const snapshotBudget = resolveSnapshotBudget(options.history);
  return {
    isTrusted: options.trusted === true,
    symlinks: options.symlinks ?? "follow-inside",
    limits,
    protection: createPathProtection([
      ...(options.protectedPaths ?? DEFAULT_PROTECTED_PATHS),
      ...environment.alwaysProtected,
    ]),
    ignore: createIgnoreReader(assertFileNames(options.ignoreFiles ?? DEFAULT_IGNORE_FILES)),
    fileLists: new SharedLooks(),
    fileNotes: createFileNotesCache(),
    newFileMode: resolveNewFileMode(options.newFileMode),
    readLanes: createLanes(READS_AT_ONCE, { patienceMs: NESTED_PATIENCE_MS }),
    streamLanes: createLanes(STREAMS_AT_ONCE, { patienceMs: STREAM_PATIENCE_MS }),
    pathLock: createPathLock(),
    processLock: environment.createProcessLock(limits),
    journalFor: environment.journalFor,
    log: environment.log,
    snapshots: snapshotBudget === null ? null : new SnapshotMemory(snapshotBudget),
    audit: createAuditPublisher({ listener: options.audit, rawPaths: options.rawPaths }),
    activity: environment.activity,
  };
}
