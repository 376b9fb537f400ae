// One file of a store as bytes to search in, read as a stream that ends as soon as the rest is of no use.

import { FsError } from "../errors.js";
import { BINARY_HEAD_BYTES, MAX_BINARY_SCAN_BYTES, MAX_SCAN_FILE_BYTES } from "../limits.js";
import { detectMarkedEncoding } from "../text/byte-order-mark.js";
import type { FileStore, StoreCallOptions } from "./file-store.js";

function enforceScanSize(path: string, readBytes: number): void {
  if (readBytes <= MAX_SCAN_FILE_BYTES) return;
  throw new FsError("file_too_large", `${path} has more than ${MAX_SCAN_FILE_BYTES} bytes.`, {
    path,
    hint: "Read it in windows instead.",
  });
}

function hasBinaryHead(chunks: readonly Uint8Array[]): boolean {
  const head = Buffer.concat(chunks, BINARY_HEAD_BYTES);
  const marked = detectMarkedEncoding(head);
  return head.includes(0) && marked !== "utf-16le" && marked !== "utf-16be";
}

/**
 * Reads a whole file; of a binary one only slightly more than is ever searched, `MAX_BINARY_SCAN_BYTES`.
 * @throws {FsError} file_too_large – when the file has more than `MAX_SCAN_FILE_BYTES` bytes
 */
export async function readSearchableBytes(
  store: FileStore,
  path: string,
  options: StoreCallOptions,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of store.readChunks(path, undefined, options)) {
    const wasSmall = length <= MAX_BINARY_SCAN_BYTES;
    chunks.push(chunk);
    length += chunk.length;
    enforceScanSize(path, length);
    if (wasSmall && length > MAX_BINARY_SCAN_BYTES && hasBinaryHead(chunks)) break;
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}
