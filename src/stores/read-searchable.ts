// One file of a store as text to search in, read as a stream that ends as soon as the file turns out to be no text.

import { FsError } from "../errors.js";
import { BINARY_PROBE_BYTES, MAX_SCAN_FILE_BYTES } from "../limits.js";
import { detectBinary } from "../text/detect-binary.js";
import { decodeText, detectTextFormat } from "../text/encoding.js";
import type { FileStore, StoreCallOptions } from "./file-store.js";

function enforceScanSize(path: string, readBytes: number): void {
  if (readBytes <= MAX_SCAN_FILE_BYTES) return;
  throw new FsError("file_too_large", `${path} has more than ${MAX_SCAN_FILE_BYTES} bytes.`, {
    path,
    hint: "Read it in windows instead.",
  });
}

async function readUnlessBinary(store: FileStore, path: string, options: StoreCallOptions): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of store.readChunks(path, undefined, options)) {
    const wasProbed = length >= BINARY_PROBE_BYTES;
    chunks.push(chunk);
    length += chunk.length;
    enforceScanSize(path, length);
    if (wasProbed || length < BINARY_PROBE_BYTES) continue;
    if (detectBinary(Buffer.concat(chunks, BINARY_PROBE_BYTES))) return null;
  }
  const bytes = Buffer.concat(chunks);
  return detectBinary(bytes) ? null : bytes;
}

/**
 * Reads and decodes a whole file; `null` means that it is binary. What is no valid text in it becomes U+FFFD.
 * @throws {FsError} file_too_large – when the file has more than `MAX_SCAN_FILE_BYTES` bytes
 */
export async function readSearchableText(
  store: FileStore,
  path: string,
  options: StoreCallOptions,
): Promise<string | null> {
  const bytes = await readUnlessBinary(store, path, options);
  return bytes === null ? null : decodeText(bytes, detectTextFormat(bytes));
}
