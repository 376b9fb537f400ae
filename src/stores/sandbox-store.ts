// The files of a sandbox session, as the AI SDK hands it to tools, as a store. The session is known by its shape alone.

import { FsError } from "../errors.js";
import { compareNames } from "../text/compare-names.js";
import { isStartDue, takeTurn } from "../workspace/gate/take-turns.js";
import { contentSha256 } from "./content-sha256.js";
import type {
  ByteRange,
  FileStat,
  FileStore,
  ListableStore,
  StoreCallOptions,
  StoreEntry,
  StoreWriteOptions,
} from "./file-store.js";
import { resolveStorePath } from "./store-path.js";

/** What each method of a session is given. */
export interface SandboxPathOptions {
  readonly path: string;
  readonly abortSignal?: AbortSignal;
}

/** The part of a sandbox session that holds files; sessions of early versions lack some of these methods. */
export interface SandboxFiles {
  /** Reads a whole file; `null` means that nothing is there. */
  readBinaryFile(options: SandboxPathOptions): PromiseLike<Uint8Array | null>;
  /** Creates or replaces a file, its parents included. */
  writeBinaryFile(options: SandboxPathOptions & { readonly content: Uint8Array }): PromiseLike<void>;
  /** Describes what is at a path; `null` means that nothing is there. */
  stat?(
    options: SandboxPathOptions,
  ): PromiseLike<{ readonly type: "file" | "directory" | "other"; readonly size: number } | null>;
  /** Lists a directory; `null` means that none is there. */
  listDirectory?(
    options: SandboxPathOptions,
  ): PromiseLike<readonly { readonly name: string; readonly type: StoreEntry["type"] | "directory" }[] | null>;
}

const FILE_MODE = 0o644;
const DIRECTORY_MODE = 0o755;

/** What a session does not tell, and this store knows of files that it wrote. */
interface Note {
  readonly mode: number;
  readonly mtime: number;
}

/** Sessions tell neither permission bits nor times. */
function toStat(type: FileStat["type"], size: number, note?: Note): FileStat {
  if (type === "dir") return { type, size: 0, mode: DIRECTORY_MODE, mtime: 0 };
  return { type, size, mode: note?.mode ?? FILE_MODE, mtime: note?.mtime ?? 0 };
}

function assertSession(session: SandboxFiles): void {
  const { readBinaryFile, writeBinaryFile } = (session ?? {}) as Partial<SandboxFiles>;
  if (typeof readBinaryFile === "function" && typeof writeBinaryFile === "function") return;
  throw new TypeError("a sandbox session needs readBinaryFile and writeBinaryFile");
}

function createFailure(cause: unknown, path: string): FsError {
  const hint = "Check the path; the sandbox may have ended.";
  return new FsError("io_error", `${path}: the sandbox did not answer as it should`, { path, hint, cause });
}

/** The four methods over a session that has at least the two that no store can do without. */
class SandboxStore implements FileStore {
  protected readonly session: SandboxFiles;
  readonly #notes = new Map<string, Note>();
  /** Ends when the last write has ended. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(session: SandboxFiles) {
    this.session = session;
  }

  async stat(path: string, options?: StoreCallOptions): Promise<FileStat | null> {
    if (isStartDue()) await takeTurn(options?.signal);
    const name = resolveStorePath(path);
    if (name === "") return toStat("dir", 0);
    if (this.session.stat === undefined) return this.#statByReading(name, options);
    const found = await this.ask(name, options, (given) => this.session.stat?.(given) ?? null);
    if (found === null) return null;
    if (found.type !== "other")
      return toStat(found.type === "directory" ? "dir" : "file", found.size, this.#notes.get(name));
    throw new FsError("not_a_file", `${path} is neither a file nor a directory.`, {
      path,
      hint: "Choose a regular file.",
    });
  }

  async read(path: string, options?: StoreCallOptions): Promise<Uint8Array | null> {
    const name = await this.#resolveFile(path, options);
    const bytes = await this.ask(name, options, (given) => this.session.readBinaryFile(given));
    return bytes === null ? null : bytes.slice();
  }

  async *readChunks(path: string, range?: ByteRange, options?: StoreCallOptions): AsyncGenerator<Uint8Array> {
    const bytes = await this.read(path, options);
    if (bytes === null)
      throw new FsError("path_not_found", `${path} does not exist.`, { path, hint: "List the directory above it." });
    yield bytes.subarray(range?.start ?? 0, range?.end);
  }

  /** Writes one after another, since a session may mix two writes of one file. */
  write(path: string, bytes: Uint8Array, options?: StoreWriteOptions): Promise<void> {
    const content = bytes.slice();
    const written = this.#turn.then(() => this.#writeNow(path, content, options));
    this.#turn = written.catch(() => undefined);
    return written;
  }

  async #writeNow(path: string, content: Uint8Array, options: StoreWriteOptions | undefined): Promise<void> {
    const name = await this.#resolveFile(path, options);
    if (options?.expectedSha256 !== undefined) await this.#assertExpected(path, options.expectedSha256, options);
    await this.#assertParent(name, options);
    await this.ask(name, options, (given) => this.session.writeBinaryFile({ ...given, content }));
    const mode = options?.mode ?? this.#notes.get(name)?.mode ?? FILE_MODE;
    this.#notes.set(name, { mode, mtime: Date.now() });
  }

  /** Calls the session; an abort rejects with its reason, everything else with `io_error`. */
  protected async ask<Result>(
    path: string,
    options: StoreCallOptions | undefined,
    call: (given: SandboxPathOptions) => PromiseLike<Result> | Result,
  ): Promise<Result> {
    const { signal } = options ?? {};
    signal?.throwIfAborted();
    try {
      return await call({ path, ...(signal === undefined ? {} : { abortSignal: signal }) });
    } catch (error) {
      signal?.throwIfAborted();
      throw createFailure(error, path);
    }
  }

  /** A directory cannot be told from nothing without `stat`, unless it can be listed. */
  async #statByReading(name: string, options: StoreCallOptions | undefined): Promise<FileStat | null> {
    const { listDirectory } = this.session;
    if (listDirectory !== undefined) {
      const entries = await this.ask(name, options, (given) => listDirectory.call(this.session, given));
      if (entries !== null) return toStat("dir", 0);
    }
    const bytes = await this.ask(name, options, (given) => this.session.readBinaryFile(given));
    return bytes === null ? null : toStat("file", bytes.length, this.#notes.get(name));
  }

  async #assertParent(name: string, options: StoreCallOptions | undefined): Promise<void> {
    const names = name.split("/");
    for (let length = 1; length < names.length; length += 1) {
      const parent = names.slice(0, length).join("/");
      const found = await this.stat(parent, options);
      if (found === null) return;
      if (found.type === "file")
        throw new FsError("not_a_directory", `${parent} is a file.`, { path: name, hint: "Choose another directory." });
    }
  }

  async #assertExpected(path: string, expected: string | null, options: StoreCallOptions): Promise<void> {
    const current = await this.read(path, options);
    const hint = "Read the file again and repeat the change.";
    if (expected === null && current !== null) {
      throw new FsError("file_already_exists", `${path} exists already.`, { path, hint });
    }
    if (expected === null) return;
    if (current !== null && (await contentSha256(current)) === expected.toLowerCase()) return;
    throw new FsError("hash_mismatch", `${path} is not what was expected.`, { path, hint });
  }

  async #resolveFile(path: string, options: StoreCallOptions | undefined): Promise<string> {
    if (isStartDue()) await takeTurn(options?.signal);
    const name = resolveStorePath(path);
    const isDirectory = name === "" || (await this.stat(path, options))?.type === "dir";
    if (isDirectory)
      throw new FsError("not_a_file", `${path} is a directory.`, { path, hint: "Name a file inside it." });
    return name;
  }
}

class ListableSandboxStore extends SandboxStore implements ListableStore {
  async list(path: string, options?: StoreCallOptions): Promise<readonly StoreEntry[] | null> {
    if (isStartDue()) await takeTurn(options?.signal);
    const name = resolveStorePath(path);
    const given = name === "" ? "." : name;
    const entries = await this.ask(given, options, (asked) => this.session.listDirectory?.(asked) ?? null);
    if (entries === null) return null;
    const described = entries.map(async (entry): Promise<StoreEntry> => {
      const type = entry.type === "directory" ? "dir" : entry.type;
      const size = type === "file" ? await this.#sizeOf(`${given}/${entry.name}`, options) : 0;
      return { name: entry.name, type, size, mtime: 0 };
    });
    return (await Promise.all(described)).toSorted((a, b) => compareNames(a.name, b.name));
  }

  async #sizeOf(path: string, options: StoreCallOptions | undefined): Promise<number> {
    return (await this.stat(path, options))?.size ?? 0;
  }
}

/**
 * Creates a store over the files of a sandbox session; paths are relative to the directory of the session. Methods that
 * a session lacks are made up for where that is possible: without `stat` a file is read to learn its size, and without
 * `listDirectory` the store cannot be searched.
 *
 * NOT guaranteed: that a write is atomic or kept to `expectedSha256` against others than this store, which no session
 * offers; permission bits and times of files that somebody else wrote, which no session tells.
 * @throws {TypeError} when the session can neither read nor write files
 */
export function createSandboxStore(session: SandboxFiles): FileStore | ListableStore {
  assertSession(session);
  return session.listDirectory === undefined ? new SandboxStore(session) : new ListableSandboxStore(session);
}
