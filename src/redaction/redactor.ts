// What a redactor is, and the key that makes its placeholders unforgeable. Knows no file and no scanner.

import { createHmac, randomBytes } from "node:crypto";
import type { RunSteps } from "../text/steps.js";

const KEY_BYTES = 32;
const TAG_CHARACTERS = 16;

// Shorter texts are looked at in a few milliseconds.
const LEAST_REMEMBERED_CHARACTERS = 64 * 1024;

/** Marks characters of a text that must not be seen: 0-based UTF-16 offsets, `end` exclusive. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
  /** What kind of secret it is, such as `github`; shown in the placeholder. Other characters than `a-z0-9-` go. */
  readonly kind: string;
}

/**
 * Finds the secrets of a text: a whole file where it is small enough, a large region of it otherwise. Must take no longer
 * than linear time for any text, and let nothing in the text switch it off.
 */
export type FindSecrets = (text: string) => readonly SecretRange[] | Promise<readonly SecretRange[]>;

/** Hides secrets from a model. Tools that share files must share one redactor, or they refuse each other's placeholders. */
export interface Redactor {
  /** Finds the secrets of a text; ranges may overlap and come in any order. */
  readonly findSecrets: FindSecrets;
  /** Answers 16 characters of `0-9a-f` that stand for a secret of a file and that nobody else can make. */
  sign(path: string, secret: string): string;
}

/** A redactor that may take its work in steps; any other one takes it at once. */
export interface SteppedRedactor extends Redactor {
  readonly findSecrets: (text: string, run?: RunSteps) => ReturnType<FindSecrets>;
}

/** Creates a redactor over any scanner. Its key is random and never leaves it, so placeholders do not outlive it. */
export function createRedactor(findSecrets: FindSecrets): Redactor {
  if (typeof findSecrets !== "function") throw new TypeError("findSecrets must be a function.");
  return createSteppedRedactor((text) => findSecrets(text));
}

/** Does the same over a scanner that takes steps. */
export function createSteppedRedactor(findSecrets: SteppedRedactor["findSecrets"]): SteppedRedactor {
  const key = randomBytes(KEY_BYTES);
  return {
    findSecrets: rememberLast(findSecrets),
    sign: (path, secret) =>
      createHmac("sha256", key).update(`${path}\0${secret}`).digest("hex").slice(0, TAG_CHARACTERS),
  };
}

/** Keeps what was found in the last long text: a file is looked at whole for every page of it. */
function rememberLast(findSecrets: SteppedRedactor["findSecrets"]): SteppedRedactor["findSecrets"] {
  let last: { readonly text: string; readonly found: readonly SecretRange[] } | undefined;
  return async (text, run) => {
    if (text.length < LEAST_REMEMBERED_CHARACTERS) return findSecrets(text, run);
    if (last?.text === text) return last.found;
    const found = await findSecrets(text, run);
    last = { text, found };
    return found;
  };
}

/**
 * Asserts the `redact` option of a tool.
 * @throws {TypeError} when a value is no redactor
 */
export function assertRedactor(value: Redactor | undefined): void {
  if (value === undefined) return;
  if (typeof value?.findSecrets === "function" && typeof value.sign === "function") return;
  throw new TypeError("redact must be a Redactor, such as createSecretRedactor() answers.");
}
