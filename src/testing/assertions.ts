// What a case of the store contract may claim, with messages that name the difference. Needs no test runner.

import { type FsErrorKind, isFsError } from "../errors.js";

/** Fails unless both values are the same primitive. */
export function assertEqual<T extends string | number | boolean | null | undefined>(
  actual: T,
  expected: T,
  what: string,
): void {
  if (Object.is(actual, expected)) return;
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}.`);
}

/** Fails unless the answer is `null`. */
export function assertNull(actual: unknown, what: string): void {
  if (actual !== null) throw new Error(`${what}: expected null, got something.`);
}

/** Fails unless both lists hold the same strings in the same order. */
export function assertSameNames(actual: readonly string[], expected: readonly string[], what: string): void {
  assertEqual(JSON.stringify(actual), JSON.stringify(expected), what);
}

/** Fails when the value is `null`, and answers it otherwise. */
export function assertPresent<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`${what}: expected something to be there, got null.`);
  return value;
}

function firstDifference(actual: Uint8Array, expected: Uint8Array): number {
  const length = Math.min(actual.length, expected.length);
  for (let offset = 0; offset < length; offset += 1) {
    if (actual[offset] !== expected[offset]) return offset;
  }
  return length;
}

/** Fails unless the bytes are there and equal; the message names both lengths and the first difference. */
export function assertBytes(actual: Uint8Array | null, expected: Uint8Array, what: string): void {
  const bytes = assertPresent(actual, what);
  const byteOffset = firstDifference(bytes, expected);
  if (bytes.length === expected.length && byteOffset === expected.length) return;
  throw new Error(
    `${what}: expected ${expected.length} bytes, got ${bytes.length}; they differ from byte ${byteOffset} on.`,
  );
}

/** Fails unless the number lies between both bounds, inclusive. */
export function assertBetween(
  actual: number,
  bounds: { readonly min: number; readonly max: number },
  what: string,
): void {
  if (actual >= bounds.min && actual <= bounds.max) return;
  throw new Error(`${what}: expected a number from ${bounds.min} to ${bounds.max}, got ${actual}.`);
}

interface Failure {
  readonly error: unknown;
}

async function failureOf(action: () => Promise<unknown>): Promise<Failure | null> {
  try {
    await action();
    return null;
  } catch (error) {
    return { error };
  }
}

/** Fails unless the action rejects with exactly this value. */
export async function assertRejectsWith(action: () => Promise<unknown>, reason: unknown, what: string): Promise<void> {
  const failure = await failureOf(action);
  if (failure === null) throw new Error(`${what}: expected a rejection with ${String(reason)}, but it succeeded.`);
  if (failure.error === reason) return;
  throw new Error(`${what}: expected a rejection with ${String(reason)}, got ${String(failure.error)}.`, {
    cause: failure.error,
  });
}

/** Fails unless the action rejects with an `FsError` of one of the kinds. */
export async function assertFails(
  action: () => Promise<unknown>,
  kinds: readonly FsErrorKind[],
  what: string,
): Promise<void> {
  const wanted = `an FsError of kind ${kinds.join(" or ")}`;
  const failure = await failureOf(action);
  if (failure === null) throw new Error(`${what}: expected ${wanted}, but it succeeded.`);
  const { error } = failure;
  if (!isFsError(error)) throw new Error(`${what}: expected ${wanted}, got ${String(error)}.`, { cause: error });
  if (kinds.includes(error.kind)) return;
  throw new Error(`${what}: expected ${wanted}, got ${error.kind} (${error.message}).`, { cause: error });
}

/** Fails unless a call that is given an aborted signal rejects with the reason of that signal. */
export function assertAborted(call: (signal: AbortSignal) => Promise<unknown>, what: string): Promise<void> {
  const reason = new Error("the caller gave up");
  return assertRejectsWith(() => call(AbortSignal.abort(reason)), reason, `${what} with an aborted signal`);
}
