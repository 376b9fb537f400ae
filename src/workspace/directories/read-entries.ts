// Reads the entries of a directory by a path that the caller answers for: all at once, or in pieces.

import { type Dirent, opendirSync, type PathLike, readdirSync } from "node:fs";
import { decodeName } from "../../text/name-bytes.js";
import type { NodeEntry } from "./directory.js";
import { nodeTypeOf } from "./node-stat.js";

/** Bytes of a directory from which on it is read in pieces; about 8 000 entries on common file systems. */
export const LARGE_DIRECTORY_BYTES: number = 256 * 1024;

/** Entries of one piece: about a millisecond. */
const BATCH_ENTRIES = 512;

/** Stands in a decoded name for bytes that are no UTF-8, but may also be a character of the name. */
const REPLACEMENT = "\ufffd";

type ByteDirent = Omit<Dirent, "name"> & { readonly name: Uint8Array };

function describeByBytes(path: PathLike): readonly NodeEntry[] {
  const listed = readdirSync(path, { encoding: "buffer", withFileTypes: true }) as unknown as readonly ByteDirent[];
  return listed.map((entry) => ({ name: decodeName(entry.name), type: nodeTypeOf(entry as unknown as Dirent) }));
}

/** Lists all entries. Names are read as text, and once more as bytes only where one may not be UTF-8. */
export function readEntries(path: PathLike): readonly NodeEntry[] {
  const listed = readdirSync(path, { withFileTypes: true });
  if (listed.some((entry) => entry.name.includes(REPLACEMENT))) return describeByBytes(path);
  return listed.map((entry) => ({ name: entry.name, type: nodeTypeOf(entry) }));
}

/** Tells whether a name says nothing certain about its bytes, or has some that are no UTF-8. */
function isUncertain(name: string): boolean {
  return name.includes(REPLACEMENT) || !name.isWellFormed();
}

/** Opens the directory anew; what `describe` answers `null` for is left out. */
function* readPieces(
  path: PathLike,
  encoding: BufferEncoding,
  describe: (entry: Dirent) => NodeEntry | null,
): Generator<readonly NodeEntry[], void, void> {
  const handle = opendirSync(path, { bufferSize: BATCH_ENTRIES, encoding });
  try {
    let batch: NodeEntry[] = [];
    let count = 0;
    for (let entry = handle.readSync(); entry !== null; entry = handle.readSync()) {
      const described = describe(entry);
      if (described !== null) batch.push(described);
      count += 1;
      if (count % BATCH_ENTRIES !== 0) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } finally {
    handle.closeSync();
  }
}

/**
 * Lists the entries in pieces. Each is read when it is asked for; the directory is let go when the caller stops. Names are
 * read as text, which takes half the time; those that are uncertain are read once more, as bytes.
 */
export function* readEntryBatches(path: PathLike): Generator<readonly NodeEntry[], void, void> {
  let hasUncertain = false;
  yield* readPieces(path, "utf8", (entry) => {
    const isCertain = !entry.name.includes(REPLACEMENT);
    hasUncertain ||= !isCertain;
    return isCertain ? { name: entry.name, type: nodeTypeOf(entry) } : null;
  });
  if (!hasUncertain) return;
  yield* readPieces(path, "buffer" as BufferEncoding, (entry) => {
    const name = decodeName(entry.name as unknown as Uint8Array);
    return isUncertain(name) ? { name, type: nodeTypeOf(entry) } : null;
  });
}
