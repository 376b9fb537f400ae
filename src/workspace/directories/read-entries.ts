// Reads the entries of a directory by a path that the caller answers for: all at once, or in pieces.

import { type Dirent, opendirSync, type PathLike, readdirSync } from "node:fs";
import { decodeName } from "../../text/name-bytes.js";
import type { NodeEntry } from "./directory.js";
import { nodeTypeOf } from "./node-stat.js";

/** Bytes of a directory from which on it is read in pieces; about 8 000 entries on common file systems. */
export const LARGE_DIRECTORY_BYTES: number = 256 * 1024;

/** Entries of one piece: a few milliseconds. */
const BATCH_ENTRIES = 2048;

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

/** Lists the entries in pieces. Each is read when it is asked for; the directory is let go when the caller stops. */
export function* readEntryBatches(path: PathLike): Generator<readonly NodeEntry[], void, void> {
  const handle = opendirSync(path, { bufferSize: BATCH_ENTRIES, encoding: "buffer" as BufferEncoding });
  try {
    let batch: NodeEntry[] = [];
    for (let entry = handle.readSync(); entry !== null; entry = handle.readSync()) {
      batch.push({ name: decodeName(entry.name as unknown as Uint8Array), type: nodeTypeOf(entry) });
      if (batch.length < BATCH_ENTRIES) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } finally {
    handle.closeSync();
  }
}
