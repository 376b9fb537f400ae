// The public shapes of the audit log. Types only.

import type { FsErrorKind } from "../../errors.js";
import type { Intent } from "./workspace-files.js";

/** Says who asks, for the audit log; none of it changes what is allowed. */
export interface AuditContext {
  readonly requestId?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly route?: string | undefined;
}

/** Shows one operation to the operator. */
export interface AuditEvent {
  readonly type: "fs.access" | "fs.denied" | "exec.run" | "exec.denied";
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly context: AuditContext;
  readonly intent: Intent | "exec" | "grep";
  /** Path relative to its root; only with `rawPaths`. */
  readonly path?: string;
  /** Lower-case hex sha256 of the path. */
  readonly pathHash: string;
  readonly outcome: "ok" | "denied" | "failed";
  readonly errorKind?: FsErrorKind;
  readonly bytesRead?: number;
  readonly bytesWritten?: number;
  readonly sha256?: string;
  readonly durationMs: number;
  readonly matchedIgnore?: boolean;
  /** Files that a walk visited, for one event that stands for many. */
  readonly count?: number;
}

/** Keeps the latest events in memory. */
export interface AuditLog {
  /** Answers up to 512 events, oldest first. */
  recent(): readonly AuditEvent[];
}
