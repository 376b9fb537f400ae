// Whether a change would lay bare what was hidden before it, such as by taking away the name in front of a password. Pure.

import { FsError } from "../errors.js";
import type { RedactedText } from "./redacted-text.js";
import type { Seal } from "./sealed-text.js";

const GRAM_CHARACTERS = 8;

/** Holds a file before and after a change. */
export interface SealedChange {
  readonly path: string;
  readonly seal: Seal;
  readonly before: RedactedText;
  readonly after: RedactedText;
}

/**
 * Asserts that no secret which was hidden before a change can be seen after it, unless it could be seen elsewhere before.
 * @throws {FsError} protected_path – when one could
 */
export function assertStaysHidden({ path, seal, before, after }: SealedChange): void {
  const secrets = new Set(before.pieces.map(({ secret }) => secret));
  if (secrets.size === 0) return;
  const bare = findBare(seal.sealVersion(after), secrets);
  const isNew = [...bare].some((secret) => !seal.sealed.includes(secret));
  if (!isNew) return;
  throw new FsError("protected_path", `The change would show a secret of ${path} that is hidden now.`, {
    path,
    hint: "Nothing was written. Keep the text around a placeholder, or leave the whole secret out.",
  });
}

/** Finds the secrets that a text holds. Their first characters are looked up, so that many cost no more than one. */
function findBare(text: string, secrets: ReadonlySet<string>): ReadonlySet<string> {
  const short = [...secrets].filter((secret) => secret.length < GRAM_CHARACTERS && text.includes(secret));
  const byGram = new Map<string, string[]>();
  for (const secret of secrets) {
    if (secret.length < GRAM_CHARACTERS) continue;
    const gram = secret.slice(0, GRAM_CHARACTERS);
    byGram.set(gram, [...(byGram.get(gram) ?? []), secret]);
  }
  const found = new Set(short);
  if (byGram.size === 0) return found;
  for (let start = 0; start + GRAM_CHARACTERS <= text.length; start += 1) {
    const candidates = byGram.get(text.slice(start, start + GRAM_CHARACTERS)) ?? [];
    for (const secret of candidates) if (text.startsWith(secret, start)) found.add(secret);
  }
  return found;
}
