// Files of the history itself: written, read, and made durable where that is asked for.
// They lie outside every root, in a directory that belongs to the operator.

import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { flushDescriptor } from "../directories/file-handles.js";
import { unlinkIfThere } from "../directories/state-directory.js";

/** Bytes that are read first in search of the end of a line. Source: a record of one file, without its contents. */
const FIRST_CHUNK_BYTES = 2 * 1024;

/** How much more is read each further time. */
const CHUNK_GROWTH = 4;

const NEWLINE = 0x0a;

/** Writes a whole new file that only the user may read, or none. Nothing waits for the disk. */
export function writePrivateFile(path: string, parts: readonly Uint8Array[]): void {
  const descriptor = openSync(path, "wx", 0o600);
  try {
    const bytes = Buffer.concat(parts);
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    unlinkIfThere(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Reads the first line of a file, without its end; a file without one is read whole. Throws the platform's errors. */
export function readFirstLine(path: string): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const chunks: Buffer[] = [];
    for (let bytes = FIRST_CHUNK_BYTES; ; bytes *= CHUNK_GROWTH) {
      const memory = Buffer.allocUnsafe(bytes);
      const chunk = memory.subarray(0, readSync(descriptor, memory));
      const end = chunk.indexOf(NEWLINE);
      chunks.push(end === -1 ? chunk : chunk.subarray(0, end));
      if (end !== -1 || chunk.length === 0) return Buffer.concat(chunks);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a part of a file; shorter where the file ends. Throws the platform's errors. */
export function readPart(path: string, start: number, length: number): Uint8Array {
  const descriptor = openSync(path, "r");
  try {
    const memory = Buffer.allocUnsafe(length);
    return memory.subarray(0, readSync(descriptor, memory, 0, length, start));
  } finally {
    closeSync(descriptor);
  }
}

async function flushOpened(path: string, flags: "r" | "r+"): Promise<void> {
  const descriptor = openSync(path, flags);
  try {
    await flushDescriptor(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Resolves once the entries of a directory are on the disk; on Windows, which has no such step, at once. */
export async function flushDirectory(path: string): Promise<void> {
  if (process.platform !== "win32") await flushOpened(path, "r");
}

/** What must be on the disk before something else may happen: flushed all at once, which a disk does in one go. */
export class FlushList {
  readonly #files = new Set<string>();
  readonly #directories = new Set<string>();

  /** Adds a file for its bytes, and its directory for its name. */
  add(path: string, directory: string): void {
    this.#files.add(path);
    this.#directories.add(directory);
  }

  addDirectory(path: string): void {
    this.#directories.add(path);
  }

  /** Resolves once all of it would survive the loss of power. */
  async flush(): Promise<void> {
    const outcomes = await Promise.allSettled([
      ...Array.from(this.#directories, flushDirectory),
      ...Array.from(this.#files, (path) => flushOpened(path, "r+")),
    ]);
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }
}
