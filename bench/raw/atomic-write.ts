// The least that an atomic and durable write has to do: a temporary file, a flush, a rename, a flush of the directory. As
// in the package, what is short is done at once; only flushes and long writes go through the thread pool.

import { closeSync, fsync, openSync, renameSync, write, writeSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";

const flush = promisify(fsync);
const writeThroughPool = promisify(write);

/** Bytes up to which the package writes at once. */
const SYNC_BYTES = 64 * 1024;

async function writeAll(descriptor: number, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const rest = bytes.subarray(written);
    written +=
      rest.length <= SYNC_BYTES ? writeSync(descriptor, rest) : (await writeThroughPool(descriptor, rest)).bytesWritten;
  }
}

async function withDescriptor(path: string, flags: string, work: (descriptor: number) => Promise<void>): Promise<void> {
  const descriptor = openSync(path, flags, 0o600);
  try {
    await work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Replaces a file. */
export async function writeRawAtomically(path: string, content: string): Promise<void> {
  const temporaryPath = `${path}.temporary`;
  await withDescriptor(temporaryPath, "w", async (descriptor) => {
    await writeAll(descriptor, Buffer.from(content));
    await flush(descriptor);
  });
  renameSync(temporaryPath, path);
  await withDescriptor(dirname(path), "r", flush);
}
