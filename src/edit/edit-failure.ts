// How an edit fails, and the one error that reports every failing edit of a call.

import { FsError, type FsErrorKind, type JsonValue } from "../errors.js";

/** Says why one edit cannot be applied. */
export interface EditFailure {
  /** Index of the edit in the call, 0-based. */
  readonly edit: number;
  readonly kind: FsErrorKind;
  /** Goes on after "edit N:", without a full stop. */
  readonly message: string;
  readonly hint: string;
  readonly details?: Readonly<Record<string, JsonValue>>;
  /** Overrides the status of the kind, for `parse_error`. */
  readonly status?: 422;
}

/** Says what a call was about, for its error. */
export interface FailureContext {
  readonly path: string;
  /** Number of edits in the call. */
  readonly editCount: number;
  /** Number of edits that were tried before the call was given up. */
  readonly triedCount: number;
}

/** Makes the error of a call: the kind, hint and details of the first failure, and every failure in the message. */
export function createEditError(failures: readonly [EditFailure, ...EditFailure[]], context: FailureContext): FsError {
  const [first] = failures;
  return new FsError(first.kind, describeFailures(failures, context), {
    path: context.path,
    hint: first.hint,
    status: first.status,
    details: { ...first.details, edit: first.edit, ...(failures.length > 1 ? { failures: failures.map(toJson) } : {}) },
  });
}

function describeFailures(
  failures: readonly [EditFailure, ...EditFailure[]],
  { editCount, triedCount }: FailureContext,
): string {
  if (editCount === 1) return failures[0].message;
  const lines = failures.map((failure) => `edits[${failure.edit}]: ${failure.message}`);
  const tried = triedCount < editCount ? `the first ${triedCount} of ${editCount}` : `${editCount}`;
  return `${failures.length} of ${tried} edits failed, so none was applied: ${lines.join("; ")}`;
}

function toJson({ edit, kind, message, hint, details }: EditFailure): JsonValue {
  return { ...details, edit, kind, message, hint };
}
