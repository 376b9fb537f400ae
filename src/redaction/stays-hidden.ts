// Whether a change would lay bare what was hidden before it, such as by taking away the name in front of a password. Pure.

import { FsError } from "../errors.js";
import type { HiddenPiece, RedactedText } from "./redacted-text.js";
import type { Seal, UnsealedText } from "./sealed-text.js";
import type { TextSpan } from "./secret-pieces.js";

// Secrets that are looked for in the open at most. Source: some milliseconds in the largest file that can be changed.
const MAX_SOUGHT_SECRETS = 64;

/** Holds a file before and after a change. */
export interface SealedChange {
  readonly path: string;
  readonly seal: Seal;
  /** The new text, with the places of the secrets that were hidden in the old one. */
  readonly unsealed: UnsealedText;
  /** The new text, with what would be hidden in it. */
  readonly after: RedactedText;
}

/**
 * Asserts that no character of a secret which was hidden before a change can be seen after it, unless the whole secret
 * could be seen elsewhere in the file before, which is not looked for where there are very many.
 * @throws {FsError} protected_path – when one could
 */
export function assertStaysHidden({ path, seal, unsealed, after }: SealedChange): void {
  const bare = new Set(
    findBare(unsealed.secrets, after.pieces).map(({ start, end }) => unsealed.text.slice(start, end)),
  );
  if (bare.size <= MAX_SOUGHT_SECRETS && [...bare].every((secret) => seal.sealed.includes(secret))) return;
  throw new FsError("protected_path", `The change would show a secret of ${path} that is hidden now.`, {
    path,
    hint: "Nothing was written. Keep the text around a placeholder, or leave the whole secret out.",
  });
}

/** Finds the secrets that are not wholly hidden; both lists are in order. */
function findBare(secrets: readonly TextSpan[], pieces: readonly HiddenPiece[]): readonly TextSpan[] {
  let index = 0;
  return secrets.filter(({ start, end }) => {
    while ((pieces[index]?.end ?? end) <= start) index += 1;
    let covered = start;
    for (let next = index; (pieces[next]?.start ?? end) <= covered && covered < end; next += 1) {
      covered = pieces[next]?.end ?? covered;
    }
    return covered < end;
  });
}
