// How a part of a patch fails, and the one error that reports every failing part at once.

import { FsError, type FsErrorKind, isFsError, type JsonValue } from "../errors.js";
import { showPathText } from "../text/shown-name.js";

/** Says why one part of a patch cannot be applied. */
export interface PatchProblem {
  readonly kind: FsErrorKind;
  /** Says what is wrong, without a full stop. */
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: Readonly<Record<string, JsonValue>> | undefined;
  /** Overrides the status of the kind, for `parse_error`. */
  readonly status?: 422 | undefined;
  /** What failed underneath; never shown. */
  readonly cause?: unknown;
}

/** Names the part of a patch that a problem is about. */
export interface PatchPart {
  readonly path: string;
  /** The line of the patch that the part begins at, 1-based. */
  readonly patchLine: number;
  /** The hunk among those of its operation, 1-based; absent when the whole operation failed. */
  readonly hunk?: number | undefined;
}

/** Holds a problem with the part that it is about. */
export interface PatchFailure extends PatchPart {
  readonly problem: PatchProblem;
}

/** Answers the problem that an error stands for; what is no {@link FsError} is thrown on. */
export function toProblem(error: unknown): PatchProblem {
  if (!isFsError(error)) throw error;
  const { kind, message, hint, details, status } = error;
  return {
    kind,
    message,
    hint,
    details,
    status: kind === "parse_error" && status === 422 ? status : undefined,
    cause: error,
  };
}

/** Makes the error of a patch: kind, hint and details of the first failure, and every failure in message and details. */
export function createPatchError(failures: readonly [PatchFailure, ...PatchFailure[]]): FsError {
  const [first] = failures;
  const { kind, hint, status, details, cause } = first.problem;
  return new FsError(kind, describeFailures(failures), {
    path: first.path,
    hint,
    status,
    details: { ...details, failures: failures.map(toJson) },
    cause,
  });
}

function describeFailures(failures: readonly PatchFailure[]): string {
  const lines = failures.map((failure) => `${describePart(failure)}: ${failure.problem.message}`);
  const lead = failures.length > 1 ? `${failures.length} parts of the patch failed` : "the patch failed";
  return `${lead}, so nothing was changed: ${lines.join("; ")}`;
}

function describePart({ path, hunk, patchLine }: PatchPart): string {
  const shown = showPathText(path);
  return hunk === undefined ? `${shown} (patch line ${patchLine})` : `${shown}, hunk ${hunk} (patch line ${patchLine})`;
}

function toJson({ path, patchLine, hunk, problem }: PatchFailure): JsonValue {
  const { kind, message, hint, details } = problem;
  const optional = { ...(hunk === undefined ? {} : { hunk }), ...(hint === undefined ? {} : { hint }) };
  return { ...details, path, patchLine, kind, message, ...optional };
}
