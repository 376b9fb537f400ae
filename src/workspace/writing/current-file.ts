// What stands at the place of a mutation right now, read under its locks.

import { READ_FILE_SIZE_CAP } from "../../limits.js";
import type { OpenFile } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import { readWholeFile, type WholeFile } from "../reading/read-file.js";
import type { WriteTarget } from "./atomic-write.js";

/** Opens what a mutation is about to replace; `null` means that nothing is there. Throws the platform's errors. */
export function openCurrent(target: WriteTarget): OpenFile | null {
  try {
    return target.parent.openFile(target.name);
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return null;
    throw error;
  }
}

/**
 * Reads what a mutation is about to replace; `null` means that nothing is there.
 * @throws {FsError} file_too_large – when it has more bytes than may be held at once
 * @throws {FsError} hash_mismatch – when it keeps changing while it is read
 */
export async function readCurrent(target: WriteTarget, signal: AbortSignal | undefined): Promise<WholeFile | null> {
  const file = openCurrent(target);
  if (file === null) return null;
  try {
    return await readWholeFile(file, { path: target.path, maxBytes: READ_FILE_SIZE_CAP, signal });
  } finally {
    file.close();
  }
}
