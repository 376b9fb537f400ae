// Files of the history itself: written under a temporary name, made durable where that is asked for, renamed.
// They lie outside every root, in a directory that belongs to the operator.

import { closeSync, openSync, renameSync, writeSync } from "node:fs";
import { flushDescriptor } from "../file-handles.js";

/** Ending of names that never got their own; swept with the next opening. */
export const UNFINISHED: ".unfinished" = ".unfinished";

/** Writes a whole new file that only the user may read. */
export async function writePrivateFile(path: string, bytes: Uint8Array, isDurable: boolean): Promise<void> {
  const descriptor = openSync(path, "wx", 0o600);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    if (isDurable) await flushDescriptor(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Resolves once the entries of a directory, or the content of a file, are on the disk. */
export async function flushPath(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    await flushDescriptor(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Renames within one directory, and makes that durable where it is asked for. */
export async function renamePrivateFile(
  from: string,
  to: string,
  flush: { readonly directory: string; readonly isDurable: boolean },
): Promise<void> {
  renameSync(from, to);
  if (flush.isDurable) await flushPath(flush.directory);
}
