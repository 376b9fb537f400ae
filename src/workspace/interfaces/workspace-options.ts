// The public shapes of what a workspace is opened and asked with. Types only.

import type { CommandRunner } from "../../shell/command-runner.js";
import type { AuditContext, AuditEvent } from "./audit-event.js";
import type { HistoryOptions } from "./workspace-history.js";

/** A further directory that a workspace may touch. */
export interface WorkspaceRoot {
  /** Existing directory; canonicalised once. */
  readonly path: string;
  readonly name?: string | undefined;
  readonly access: "read" | "write";
}

/** A single file outside every root that a workspace may touch. */
export interface WorkspaceGrant {
  readonly path: string;
  readonly access: "read" | "write";
}

/** Every limit of a workspace, in the unit that its name gives. */
export interface WorkspaceLimits {
  readonly maxReadBytes: number;
  readonly maxWriteBytes: number;
  readonly readFileSizeCap: number;
  readonly maxGrepHits: number;
  readonly maxGrepLineBytes: number;
  readonly grepTimeoutMs: number;
  readonly maxGlobPaths: number;
  readonly maxListEntries: number;
  readonly maxWalkDepth: number;
  readonly execTimeoutMs: number;
  readonly maxExecOutputBytes: number;
  readonly lockTimeoutMs: number;
}

/** Opens a workspace. */
export interface OpenWorkspaceOptions {
  /** Existing directory; canonicalised once. */
  readonly root: string;
  /**
   * `false` (the default) lets reads through and answers every mutation and command with `untrusted_workspace`. Where it is
   * not given, a warning says so once in a process.
   */
  readonly trusted?: boolean | undefined;
  /** What a model is shown instead of a host path; default the last component of the root. */
  readonly name?: string | undefined;
  /** Further roots; none may contain another. */
  readonly roots?: readonly WorkspaceRoot[] | undefined;
  readonly grants?: readonly WorkspaceGrant[] | undefined;
  /** Directory inside a root that relative paths start from; default the root. */
  readonly focus?: string | undefined;
  /** Names of ignore files; default `.gitignore`, `.ignore`, `.agentignore`, later names override earlier ones. */
  readonly ignoreFiles?: readonly string[] | undefined;
  /** Patterns in the manner of gitignore that no mutation may touch, at any depth; `[]` protects nothing. */
  readonly protectedPaths?: readonly string[] | undefined;
  /** `follow-inside` (the default) follows links that stay inside for reading; `reject` refuses every link. */
  readonly symlinks?: "follow-inside" | "reject" | undefined;
  /** Permission bits of new files, or `"umask"` for `0o666` less the process's umask; default `0o600`. */
  readonly newFileMode?: number | "umask" | undefined;
  readonly limits?: Partial<WorkspaceLimits> | undefined;
  /** Is given every audit event as it happens, besides the ring that the workspace keeps. */
  readonly audit?: ((event: AuditEvent) => void) | undefined;
  /** Puts relative paths, not only their hashes, into audit events. */
  readonly rawPaths?: boolean | undefined;
  /** Lets a root be `.git`, lie in it, or be a bare repository, where nothing is protected any more; default `false`. */
  readonly allowGitRoot?: boolean | undefined;
  /** Refuses to open where the platform gives only the weaker tier. */
  readonly require?: "strong" | undefined;
  /** How much is remembered of the changes, and where; default in memory. `false` remembers nothing. */
  readonly history?: HistoryOptions | false | undefined;
  /** Runs commands; default the host's shell. */
  readonly runner?: CommandRunner | undefined;
}

/** A directory that the operator opens besides the roots. */
export interface OperatorRoot extends WorkspaceRoot {
  /** Passes over a directory that is missing or may not be opened, where it is an error otherwise. */
  readonly optional?: boolean | undefined;
}

/** Narrows or widens a workspace for one request. Set by the program, never by a model. */
export interface RequestOptions extends AuditContext {
  /** Directory inside a root that relative paths start from. */
  readonly focus?: string | undefined;
  /**
   * A directory inside a root narrows that root to it, with no more access than the root has; several of one root leave
   * them all. Any other directory is added behind the roots. Relative paths are those of the workspace.
   */
  readonly roots?: readonly WorkspaceRoot[] | undefined;
  /** Leaves out every root and granted file that `roots` does not name. */
  readonly onlyRoots?: boolean | undefined;
  /** Single files that are added, whatever the roots are narrowed to. */
  readonly grants?: readonly WorkspaceGrant[] | undefined;
  /**
   * Absolute paths of directories that are added, unless they lie in a root. Unlike `roots` they may contain roots: those
   * are reached by their own paths only, and nothing that contains one is searched, moved or removed as a whole.
   */
  readonly operatorRoots?: readonly OperatorRoot[] | undefined;
  /** Adds every drive that the roots lie on, without the directories of the operating system. */
  readonly unrestricted?: boolean | undefined;
}
