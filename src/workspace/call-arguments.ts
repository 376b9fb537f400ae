// Judges the numbers that calls are given; they may come from a model or a request, so what is wrong is an FsError.

import { FsError } from "../errors.js";

/**
 * Answers a whole number of at least `least`, or the fallback where none was given.
 * @throws {FsError} parse_error – when it is anything else
 */
export function resolveWholeNumber<Fallback extends number | undefined>(
  argument: { readonly name: string; readonly value: number | undefined; readonly least: number },
  fallback: Fallback,
): number | Fallback {
  const { name, value, least } = argument;
  if (value === undefined) return fallback;
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new FsError("parse_error", `${name} must be a whole number of at least ${least}`, {
    hint: `Leave ${name} out, or give a number from ${least} on.`,
  });
}
