// What one operation tells the outside: that it runs, how it ended, and which error its caller is given.

import { isFsError } from "../../errors.js";
import { toFsError } from "../directories/errno.js";
import type { AuditContext } from "../interfaces/workspace.js";
import type { AuditFacts, AuditPublisher, AuditRecord } from "./audit.js";

/** Carries what a callback of the caller threw, so that it reaches the caller as it was. */
export class CallbackFailure extends Error {
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    super("a callback failed");
    this.thrown = thrown;
  }
}

/** Counts running operations, so that a workspace gives up its handles only after the last one. */
export interface Activity {
  /** Throws once the workspace is closed. */
  begin(): void;
  end(): void;
}

/** Figures for the audit event, filled in by the operation. */
export type WritableFacts = { -readonly [Fact in keyof AuditFacts]: AuditFacts[Fact] };

/** Where a record is published and counted. */
export interface RecordSinks {
  readonly audit: AuditPublisher;
  readonly activity: Activity;
}

/** What was asked for. */
export interface RecordedRequest {
  readonly path: string;
  readonly intent: AuditRecord["intent"];
  readonly signal?: AbortSignal | undefined;
}

/** Follows one operation from its beginning to the one event that it publishes. */
export class OperationRecord {
  /** How the event names the path: as it was given, until its canonical name is known. */
  path: string;
  readonly facts: WritableFacts = {};
  readonly #sinks: RecordSinks;
  readonly #context: AuditContext;
  readonly #request: RecordedRequest;
  readonly #startedMs: number = performance.now();
  #isPublished = false;
  #isActive = true;

  constructor(sinks: RecordSinks, context: AuditContext, request: RecordedRequest) {
    this.#sinks = sinks;
    sinks.activity.begin();
    this.#context = context;
    this.#request = request;
    this.path = String(request.path);
  }

  succeed(): void {
    this.#publish({});
  }

  /** Answers what the caller is to throw: an abort's own reason, or an FsError. */
  fail(error: unknown): unknown {
    const { signal } = this.#request;
    if (signal?.aborted === true && error === signal.reason) {
      this.#publish({ isAborted: true });
      return error;
    }
    if (error instanceof CallbackFailure && !isFsError(error.thrown)) {
      this.#publish({ errorKind: "internal_error" });
      return error.thrown;
    }
    const failure = toFsError(
      error instanceof CallbackFailure ? error.thrown : error,
      isFsError(error) ? "" : this.path,
    );
    this.#publish({ errorKind: failure.kind });
    return failure;
  }

  /** Lets the workspace be closed although the operation goes on. */
  leave(): void {
    if (this.#isActive) this.#sinks.activity.end();
    this.#isActive = false;
  }

  /** Publishes a stream that its consumer left early as a success. */
  end(): void {
    if (!this.#isPublished) this.succeed();
    this.leave();
  }

  #publish(end: Pick<AuditRecord, "errorKind" | "isAborted">): void {
    if (this.#isPublished) return;
    this.#isPublished = true;
    const { intent } = this.#request;
    const record = { intent, path: this.path, startedMs: this.#startedMs, facts: this.facts, ...end };
    this.#sinks.audit.publish(this.#context, record);
  }
}
