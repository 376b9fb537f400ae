// The form of an expected failure at the edge of a tool: data for the program, a few lines for the model.

import { FsError, type FsErrorKind, isFsError, type JsonValue } from "../../errors.js";
import { showTextAbout } from "../../text/shown-name.js";
import { readCurrentLines } from "../freshness/stale-refusal.js";
import { presentEvidence } from "../presenting/present-evidence.js";
import { presentRegions } from "../presenting/text-region.js";
import { endSentence } from "./tool-options.js";

/** Says why a tool did not do what it was asked; further fields are the details of the kind. */
export interface ToolError {
  readonly kind: FsErrorKind;
  readonly message: string;
  /** The next step that is likely to succeed. */
  readonly hint?: string | undefined;
  /** HTTP status that stands for the kind. */
  readonly status: number;
  readonly path?: string | undefined;
  readonly [detail: string]: JsonValue | undefined;
}

/** The output of a tool that failed as expected; `"error" in output` tells it from a success. */
export interface ToolFailure {
  readonly error: ToolError;
}

/** Tells whether an output is a failure, also one that was stored by another version and read back. */
export function isToolFailure(output: unknown): output is ToolFailure {
  if (typeof output !== "object" || output === null || !("error" in output)) return false;
  const error: unknown = output.error;
  return typeof error === "object" && error !== null && "kind" in error && typeof error.kind === "string";
}

/**
 * Answers the failure that stands for an error of a tool call, or throws what must not become data: `signal.reason`
 * when the call was aborted, and every error that is not an `FsError`.
 */
export function resolveToolFailure(error: unknown, signal: AbortSignal | undefined): ToolFailure {
  signal?.throwIfAborted();
  if (!isFsError(error)) throw error;
  return { error: toToolError(error) };
}

/** Answers the error that a failure was made from, without its cause. */
export function toFsError({ kind, message, hint, status: _status, path, ...details }: ToolError): FsError {
  const known = Object.entries(details).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new FsError(kind, message, { hint, path, details: Object.fromEntries(known) });
}

/** Answers `kind: message`, the hint on a line of its own, and then the lines of the file that the details hold. */
export function presentFailure({ error }: ToolFailure): string {
  const hint = error.hint === undefined ? [] : [error.hint];
  const show = (text: string): string => showTextAbout(error.path ?? "", text);
  const current = presentRegions(readCurrentLines(error));
  return [`${error.kind}: ${show(error.message)}`, ...hint.map(show), ...presentEvidence(error), ...current].join("\n");
}

/** Answers an error as data; message and hint are for readers, `path` is the path that somebody gave. */
export function toToolError(error: FsError): ToolError {
  return {
    ...error.details,
    kind: error.kind,
    message: endSentence(showTextAbout(error.path ?? "", error.message)),
    ...(error.hint === undefined ? {} : { hint: endSentence(showTextAbout(error.path ?? "", error.hint)) }),
    status: error.status,
    ...(error.path === undefined ? {} : { path: error.path }),
  };
}
