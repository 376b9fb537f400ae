// The one way in which content and names are hashed here. Stores, which run without Node too, have a way of their own.

import { createHash, hash } from "node:crypto";

/** Answers the lower-case hex sha256 of bytes, or of a text as UTF-8. */
export function sha256Of(content: Uint8Array | string): string {
  return hash("sha256", content, "hex");
}

/** Answers the lower-case hex sha256 of the bytes that pieces make. */
export function sha256OfPieces(pieces: readonly Uint8Array[]): string {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return sha256Of(only);
  const hashing = createHash("sha256");
  for (const piece of pieces) hashing.update(piece);
  return hashing.digest("hex");
}
