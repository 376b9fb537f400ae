// Looks at a copy on the disk, and at its source again, before the source is given up.

import { FsError } from "../../errors.js";
import { READ_FILE_SIZE_CAP } from "../../limits.js";
import { sha256Of } from "../../text/sha256.js";
import { readWholeFile } from "../reading/read-file.js";
import type { WriteTarget } from "./atomic-write.js";

/** A copy that was made, and of which version of the source. */
export interface Copied {
  readonly bytesWritten: number;
  /** Of the bytes that were read. */
  readonly sha256: string;
  readonly sourceVersion: string;
}

function createChangedError(source: WriteTarget, target: WriteTarget): FsError {
  return new FsError("hash_mismatch", `${source.path}: it or its copy changed while it was moved to another device`, {
    path: source.path,
    hint: `It is left where it is, and its copy is ${target.path}: compare the two, then delete one.`,
  });
}

/**
 * Refuses to give up a source whose copy is not what was read from it, or which has changed since.
 * @throws {FsError} hash_mismatch
 */
export async function assertCopied(source: WriteTarget, target: WriteTarget, copied: Copied): Promise<void> {
  const file = target.parent.openFile(target.name);
  try {
    const { bytes } = await readWholeFile(file, { path: target.path, maxBytes: READ_FILE_SIZE_CAP });
    const isSame = source.parent.lookup(source.name)?.version === copied.sourceVersion;
    if (!isSame || sha256Of(bytes) !== copied.sha256) throw createChangedError(source, target);
  } finally {
    file.close();
  }
}
