// Audit events: one for each operation, kept in a ring and handed to a listener. Nothing here decides anything.

import type { FsErrorKind } from "../../errors.js";
import { AUDIT_RING_SIZE } from "../../limits.js";
import { assertOptions, FLAG, FUNCTION, type OptionRules } from "../../text/check-options.js";
import { sha256Of } from "../../text/sha256.js";
import type { AuditContext, AuditEvent, AuditLog } from "../interfaces/workspace.js";

/** Type of the event for an operation on a path that was let through, whether or not it then succeeded. */
export const FS_ACCESS_EVENT_TYPE = "fs.access";

/** Type of the event for an operation on a path that the boundary refused. */
export const FS_DENIED_EVENT_TYPE = "fs.denied";

/** Kinds that stand for a refusal by the boundary or the operating system, not for a failure of the operation. */
const DENIALS: ReadonlySet<FsErrorKind> = new Set<FsErrorKind>([
  "path_outside_workspace",
  "symlink_escape",
  "untrusted_workspace",
  "protected_path",
  "permission_denied",
  "invalid_path",
  "command_not_allowed",
]);

/** What an operation reports about itself. */
export interface AuditRecord {
  readonly intent: AuditEvent["intent"];
  /** Path as results name it, or as it was given when it was refused. */
  readonly path: string;
  readonly startedMs: number;
  readonly errorKind?: FsErrorKind | undefined;
  /** The caller's signal ended the operation. */
  readonly isAborted?: boolean | undefined;
  readonly facts?: AuditFacts | undefined;
}

/** Figures that an operation may add to its event. */
export type AuditFacts = Partial<Pick<AuditEvent, "bytesRead" | "bytesWritten" | "sha256" | "matchedIgnore" | "count">>;

/** Takes records and keeps the latest events. */
export interface AuditPublisher extends AuditLog {
  /** Makes the event of one operation, keeps it and hands it to the listener. */
  publish(context: AuditContext, record: AuditRecord): void;
}

/** Says where events go and what they may carry. */
export interface AuditPublisherOptions {
  /** Is given every event as it happens; what it throws changes nothing. */
  readonly listener?: ((event: AuditEvent) => void) | undefined;
  readonly rawPaths?: boolean | undefined;
}

const PUBLISHER_RULES: OptionRules<AuditPublisherOptions> = { listener: FUNCTION, rawPaths: FLAG };

function eventType(record: AuditRecord, isDenied: boolean): AuditEvent["type"] {
  if (record.intent === "exec") return isDenied ? "exec.denied" : "exec.run";
  return isDenied ? FS_DENIED_EVENT_TYPE : FS_ACCESS_EVENT_TYPE;
}

function outcomeOf(record: AuditRecord, isDenied: boolean): AuditEvent["outcome"] {
  if (isDenied) return "denied";
  return record.errorKind === undefined && record.isAborted !== true ? "ok" : "failed";
}

/**
 * Makes a publisher. A listener that throws, or answers a promise that rejects, changes nothing.
 * @throws {TypeError} when an option is wrong
 */
export function createAuditPublisher(options: AuditPublisherOptions = {}): AuditPublisher {
  assertOptions("createAuditPublisher", options, PUBLISHER_RULES);
  const ring: AuditEvent[] = [];
  return {
    recent: () => [...ring],
    publish: (context, record) => {
      const isDenied = record.errorKind !== undefined && DENIALS.has(record.errorKind);
      const now = Date.now();
      const event: AuditEvent = {
        type: eventType(record, isDenied),
        time: now,
        context,
        intent: record.intent,
        ...(options.rawPaths === true ? { path: record.path } : {}),
        pathHash: sha256Of(record.path),
        outcome: outcomeOf(record, isDenied),
        ...(record.errorKind === undefined ? {} : { errorKind: record.errorKind }),
        ...record.facts,
        durationMs: Math.max(0, performance.now() - record.startedMs),
      };
      ring.push(event);
      if (ring.length > AUDIT_RING_SIZE) ring.shift();
      notify(options.listener, event);
    },
  };
}

function notify(listener: AuditPublisherOptions["listener"], event: AuditEvent): void {
  // The operation is done; what its observer does with the news is the observer's own affair.
  try {
    const answer: unknown = listener?.(event);
    if (answer instanceof Promise) answer.catch(() => {});
  } catch {}
}
