// The one way this room says that a pattern cannot be used. No pattern is parsed here.

import { FsError } from "../errors.js";

/** Creates the `invalid_pattern` failure; `hint` names a pattern that would work. */
export function createInvalidPatternError(message: string, hint: string): FsError {
  return new FsError("invalid_pattern", message, { hint });
}

/**
 * Refuses a pattern that is no text.
 * @throws {FsError} invalid_pattern
 */
export function assertPatternIsText(pattern: unknown): asserts pattern is string {
  if (typeof pattern === "string") return;
  throw createInvalidPatternError("The pattern is no text", "Give the pattern as a string.");
}
