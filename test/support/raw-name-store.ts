// A store of somebody else that takes every text for a name, whatever characters it has.

import { FsError } from "../../src/errors.js";
import type { ByteRange, FileStat, FileStore } from "../../src/stores/file-store.js";

export class RawNameStore implements FileStore {
  readonly files: Map<string, Uint8Array> = new Map();

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) this.files.set(path, Buffer.from(text));
  }

  async stat(path: string): Promise<FileStat | null> {
    const bytes = this.files.get(path);
    return bytes === undefined ? null : { type: "file", size: bytes.length, mode: 0o600, mtime: 0 };
  }

  async read(path: string): Promise<Uint8Array | null> {
    return this.files.get(path)?.slice() ?? null;
  }

  async *readChunks(path: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const bytes = this.files.get(path);
    if (bytes === undefined) throw new FsError("path_not_found", `${path} does not exist.`, { path });
    yield bytes.subarray(range?.start ?? 0, range?.end);
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    this.files.set(path, bytes.slice());
  }
}
