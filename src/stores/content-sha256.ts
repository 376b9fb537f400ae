// The hash that conditional writes compare. Web Crypto only, so that it runs wherever a store runs.

/** Answers the lower-case hex sha256 of the bytes; they must not change before it resolves. */
export async function contentSha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", hasOwnMemory(bytes) ? bytes : new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Web Crypto refuses memory that other threads may change.
function hasOwnMemory(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}
