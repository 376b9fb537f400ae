// Judges the numbers that calls are given; they may come from a model or a request, so what is wrong is an FsError.

import { FsError } from "../errors.js";

/**
 * Answers a whole number of at least `least` and at most `most`, or the fallback where none was given.
 * @throws {FsError} parse_error – when it is anything else
 */
export function resolveWholeNumber<Fallback extends number | undefined>(
  argument: {
    readonly name: string;
    readonly value: number | undefined;
    readonly least: number;
    readonly most?: number;
  },
  fallback: Fallback,
): number | Fallback {
  const { name, value, least, most = Number.MAX_SAFE_INTEGER } = argument;
  if (value === undefined) return fallback;
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const range = argument.most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new FsError("parse_error", `${name} must be a whole number ${range}`, {
    hint: `Leave ${name} out, or give a whole number ${range}.`,
  });
}
