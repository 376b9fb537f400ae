// The one way in which content and names are hashed here. Stores, which run without Node too, have a way of their own.

import { hash } from "node:crypto";

/** Answers the lower-case hex sha256 of bytes, or of a text as UTF-8. */
export function sha256Of(content: Uint8Array | string): string {
  return hash("sha256", content, "hex");
}
