// What an operation came to, as a value to compare.

import { isFsError } from "../../src/errors.js";

/** Answers the value, or the kind of the failure; anything but an `FsError` is thrown on. */
export async function outcomeOf<Value>(operation: () => Promise<Value>): Promise<Value | string> {
  try {
    return await operation();
  } catch (error) {
    if (isFsError(error)) return error.kind;
    throw error;
  }
}

/** Answers the kind of the failure, `ok` for none; anything but an `FsError` is thrown on. */
export async function kindOf(operation: () => Promise<unknown>): Promise<string> {
  return outcomeOf(async () => {
    await operation();
    return "ok";
  });
}

/** Answers the `FsError` that an operation fails with. */
export async function failureOf(operation: () => Promise<unknown>): Promise<{ kind: string; text: string }> {
  try {
    await operation();
  } catch (error) {
    if (isFsError(error))
      return { kind: error.kind, text: `${error.message}\n${error.hint}\n${JSON.stringify(error)}` };
    throw error;
  }
  return { kind: "ok", text: "" };
}
