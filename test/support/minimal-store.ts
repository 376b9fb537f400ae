// The smallest store that keeps every promise of the contract: the one that the README shows.

import { FsError } from "../../src/errors.js";
import type {
  ByteRange,
  FileStat,
  FileStore,
  StoreCallOptions,
  StoreWriteOptions,
} from "../../src/stores/file-store.js";
import { resolveStorePath } from "../../src/stores/store-path.js";

export class MinimalStore implements FileStore {
  readonly #files = new Map<string, { bytes: Uint8Array; mode: number; mtime: number }>();

  async stat(path: string, options?: StoreCallOptions): Promise<FileStat | null> {
    options?.signal?.throwIfAborted();
    const name = resolveStorePath(path);
    const file = this.#files.get(name);
    if (file !== undefined) return { type: "file", size: file.bytes.length, mode: file.mode, mtime: file.mtime };
    const isDirectory = name === "" || [...this.#files.keys()].some((other) => other.startsWith(`${name}/`));
    return isDirectory ? { type: "dir", size: 0, mode: 0o755, mtime: Date.now() } : null;
  }

  async read(path: string, options?: StoreCallOptions): Promise<Uint8Array | null> {
    return this.#files.get(await this.#resolveFile(path, options))?.bytes.slice() ?? null;
  }

  async *readChunks(path: string, range?: ByteRange, options?: StoreCallOptions): AsyncGenerator<Uint8Array> {
    const bytes = await this.read(path, options);
    if (bytes === null) throw new FsError("path_not_found", `${path} does not exist.`, { path });
    yield bytes.subarray(range?.start ?? 0, range?.end);
  }

  async write(path: string, bytes: Uint8Array, options?: StoreWriteOptions): Promise<void> {
    const name = await this.#resolveFile(path, options);
    const parent = [...this.#files.keys()].find((other) => name.startsWith(`${other}/`));
    if (parent !== undefined) throw new FsError("not_a_directory", `${parent} is a file.`, { path });
    const mode = options?.mode ?? this.#files.get(name)?.mode ?? 0o600;
    this.#files.set(name, { bytes: bytes.slice(), mode, mtime: Date.now() });
  }

  async #resolveFile(path: string, options: StoreCallOptions | undefined): Promise<string> {
    const stat = await this.stat(path, options);
    if (stat?.type === "dir") throw new FsError("not_a_file", `${path} is a directory.`, { path });
    return resolveStorePath(path);
  }
}
