// Judges the arguments that calls are given; they may come from a model or a request, so what is wrong is an FsError.

import { FsError } from "../../errors.js";

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

/**
 * Refuses anything but text, the empty one included.
 * @throws {FsError} parse_error
 */
export function assertText(name: string, value: unknown): asserts value is string {
  if (typeof value === "string") return;
  throw new FsError("parse_error", `${name} must be a text`, { hint: `Give ${name} as a string.` });
}

/**
 * Refuses an expected version that can be the sha256 of nothing, such as one that was shortened; `null` and `undefined` pass.
 * @throws {FsError} parse_error
 */
export function assertExpectedSha256(value: unknown): void {
  if (value === null || value === undefined) return;
  assertText("expectedSha256", value);
  if (/^[0-9a-f]{64}$/.test(value)) return;
  const length = value.length === 64 ? "" : `; it has ${value.length} characters`;
  throw new FsError("parse_error", `expectedSha256 must be 64 lower-case hexadecimal digits${length}.`, {
    hint: "Nothing was done. Give the whole sha256 of the last result for the file, or leave expectedSha256 out.",
  });
}

/**
 * Refuses anything but bytes.
 * @throws {FsError} parse_error
 */
export function assertBytes(name: string, value: unknown): asserts value is Uint8Array {
  if (value instanceof Uint8Array) return;
  throw new FsError("parse_error", `${name} must be a Uint8Array`, { hint: "Encode text first, or write it as text." });
}

/**
 * Refuses a word that is none of those which are known.
 * @throws {FsError} parse_error
 */
export function assertOneOf(name: string, value: unknown, known: readonly string[]): void {
  if (typeof value === "string" && known.includes(value)) return;
  throw new FsError("parse_error", `${name} must be one of ${known.join(", ")}`, {
    hint: `Choose ${name} from these.`,
  });
}
