// The rules that are no path rules: trust, text or binary, sizes, and what ignore rules hide. No I/O.

import { FsError } from "../../errors.js";
import { BINARY_PROBE_BYTES, MAX_READ_BYTES, MAX_WRITE_BYTES, READ_FILE_SIZE_CAP } from "../../limits.js";
import type { IgnoreRules } from "../../search/ignore-rules.js";
import { detectBinary } from "../../text/detect-binary.js";
import type { Intent } from "../interfaces/workspace.js";

export { BINARY_PROBE_BYTES, detectBinary, MAX_READ_BYTES, MAX_WRITE_BYTES };

const MUTATIONS: ReadonlySet<string> = new Set(["write", "edit", "exec"]);

/** Tells whether an intent changes files or runs something. */
export function isMutation(intent: Intent | "exec" | "grep"): boolean {
  return MUTATIONS.has(intent);
}

/**
 * Lets reading intents through, and the others only in a trusted workspace.
 * @throws {FsError} untrusted_workspace – when the intent changes files or runs something and trust was not given
 */
export function assertTrustedForIntent(isTrusted: boolean, intent: Intent | "exec" | "grep"): void {
  if (isTrusted || !isMutation(intent)) return;
  throw new FsError("untrusted_workspace", "the workspace is open for reading only", {
    hint: "Nothing can be changed or run here. The operator can open the workspace with trusted: true.",
  });
}

/**
 * Refuses to hold more bytes at once than an adapter may buffer.
 * @throws {FsError} file_too_large – when `sizeBytes` is above `maxBytes`
 */
export function enforceReadSize(sizeBytes: number, path: string, maxBytes: number = READ_FILE_SIZE_CAP): void {
  if (sizeBytes <= maxBytes) return;
  throw new FsError(
    "file_too_large",
    `${path}: ${sizeBytes} bytes are more than the ${maxBytes} that may be held at once`,
    {
      path,
      hint: "Read a window of it instead.",
      details: { sizeBytes, maxBytes },
    },
  );
}

/**
 * Refuses a read without a window of a file that is larger than one call returns.
 * @throws {FsError} file_too_large – when `sizeBytes` is above `maxBytes`
 */
export function enforceReadBytesSize(sizeBytes: number, path: string, maxBytes: number = MAX_READ_BYTES): void {
  if (sizeBytes <= maxBytes) return;
  throw new FsError("file_too_large", `${path}: ${sizeBytes} bytes are more than the ${maxBytes} of one read`, {
    path,
    hint: "Ask for a window by line and limit, or by offset and length; a window has no limit on the size of the file.",
    details: { sizeBytes, maxBytes },
  });
}

/**
 * Refuses content that is larger than one write takes.
 * @throws {FsError} file_too_large – when `sizeBytes` is above `maxBytes`
 */
export function enforceWriteSize(sizeBytes: number, path: string, maxBytes: number = MAX_WRITE_BYTES): void {
  if (sizeBytes <= maxBytes) return;
  throw new FsError("file_too_large", `${path}: ${sizeBytes} bytes are more than the ${maxBytes} of one write`, {
    path,
    hint: "Nothing was written. Write less at once, or change a part of the file with an edit.",
    details: { sizeBytes, maxBytes },
  });
}

/**
 * Tells whether a set of ignore rules hides a path; a parent directory that is hidden is not looked at here.
 * @param relativePath path relative to the directory of the ignore file, with `/`
 */
export function shouldIgnore(rules: IgnoreRules, relativePath: string, isDirectory: boolean): boolean {
  return rules.decide(relativePath, isDirectory) === "ignored";
}
