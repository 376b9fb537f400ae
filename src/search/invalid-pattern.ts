// The one way this room says that a pattern cannot be used. No pattern is parsed here.

import { FsError } from "../errors.js";

/** Creates the `invalid_pattern` failure; `hint` names a pattern that would work. */
export function createInvalidPatternError(message: string, hint: string): FsError {
  return new FsError("invalid_pattern", message, { hint });
}
