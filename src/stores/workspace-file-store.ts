// A workspace in the shape of a store. Translation only: every decision is taken by `workspace.fs`.

import { FsError, isFsError } from "../errors.js";
import { assertKnownOptions } from "../text/check-options.js";
import { compareNames } from "../text/compare-names.js";
import type { UpdateBytes, UseFile, Workspace, WorkspaceFileSystem } from "../workspace/interfaces/workspace.js";
import type {
  ByteRange,
  ConditionalWriteStore,
  FileStat,
  FileStore,
  HoldableStore,
  ListableStore,
  MutableStore,
  RequestScopedStore,
  SearchableStore,
  StoreCallOptions,
  StoreEntry,
  StoreSearchRequest,
  StoreSearchResult,
  StoreUpdateOptions,
  StoreWriteOptions,
  UpdatableStore,
} from "./file-store.js";

/** Turns the failures that mean "nothing there" into `null`. */
async function nullIfMissing<T>(pending: Promise<T>, missing: string): Promise<T | null> {
  try {
    return await pending;
  } catch (error) {
    if (isFsError(error) && error.kind === missing) return null;
    throw error;
  }
}

let readWorkspace: (store: WorkspaceFileStore) => Workspace;

const OWN_METHODS = ["stat", "read", "readChunks", "write", "update", "list", "remove", "move", "search"] as const;

/** Answers the workspace that a store is a view of; `undefined` for others, and where a method was replaced by another. */
export function workspaceOf(store: FileStore): Workspace | undefined {
  if (!(store instanceof WorkspaceFileStore)) return undefined;
  const isPlain = OWN_METHODS.every((name) => store[name] === WorkspaceFileStore.prototype[name]);
  return isPlain ? readWorkspace(store) : undefined;
}

/** Files of a workspace, under all its rules; ignored files are visible here, since ignore rules only hide. */
export class WorkspaceFileStore
  implements
    ListableStore,
    MutableStore,
    SearchableStore,
    UpdatableStore,
    ConditionalWriteStore,
    HoldableStore,
    RequestScopedStore
{
  readonly supportsRanges = true;
  readonly supportsConditionalWrite = true;
  readonly #workspace: Workspace;

  static {
    readWorkspace = (store) => store.#workspace;
  }

  /** @throws {TypeError} when it is given anything but a workspace, or an option: it has none */
  constructor(workspace: Workspace, options: Readonly<Record<string, never>> = {}) {
    assertKnownOptions("The store", options, []);
    if (typeof workspace !== "object" || workspace === null || !("fs" in workspace)) {
      throw new TypeError("workspace must be a Workspace, such as openWorkspace answers");
    }
    this.#workspace = workspace;
  }

  get #fs(): WorkspaceFileSystem {
    return this.#workspace.fs;
  }

  /**
   * Describes a file or directory, following links; `null` also stands for a link whose target is missing.
   * @throws {FsError} not_a_file – when a socket, pipe or device is there
   */
  async stat(path: string, options?: StoreCallOptions): Promise<FileStat | null> {
    const stat = await this.#fs.stat(path, options);
    if (stat === null || stat.type === "symlink") return null;
    if (stat.type === "other") {
      throw new FsError("not_a_file", `${stat.path} is ${stat.special ?? "a special file of the system"}.`, {
        path: stat.path,
        hint: "Choose a regular file; devices, sockets and pipes are neither read nor changed.",
      });
    }
    const size = stat.type === "dir" ? 0 : stat.size;
    const { type, mode, mtime, path: name, pathFromRoot } = stat;
    return { type, size, mode, mtime, path: name, ...(pathFromRoot === undefined ? {} : { pathFromRoot }) };
  }

  /** @throws {FsError} file_too_large – when the file has more than `limits.readFileSizeCap` bytes */
  read(path: string, options?: StoreCallOptions): Promise<Uint8Array | null> {
    return nullIfMissing(this.#fs.readFile(path, options), "path_not_found");
  }

  readChunks(path: string, range?: ByteRange, options?: StoreCallOptions): AsyncIterable<Uint8Array> {
    return this.#fs.readChunks(path, { ...range, ...options });
  }

  /** Holds one version of a file open while a function reads from it. */
  holdFile<Result>(path: string, use: UseFile<Result>, options?: StoreCallOptions): Promise<Result> {
    return this.#fs.holdFile(path, use, options);
  }

  /** Replaces or creates a file atomically. */
  async write(path: string, bytes: Uint8Array, options: StoreWriteOptions = {}): Promise<void> {
    const { mode, ...rest } = options;
    await this.#fs.writeBytes(path, bytes, { ...rest, fileMode: mode, createParents: true });
  }

  /** Reads, changes and writes one file under the lock of the workspace. */
  async update(path: string, change: UpdateBytes, options: StoreUpdateOptions = {}): Promise<void> {
    const { mode, onWritten, ...rest } = options;
    await this.#fs.update(path, change, {
      ...rest,
      fileMode: mode,
      createParents: true,
      onWritten: ({ sha256 }) => onWritten?.(sha256),
    });
  }

  /** Lists a whole directory, sorted by the code units of the names. A directory that changes meanwhile may be torn. */
  async list(path: string, options?: StoreCallOptions): Promise<readonly StoreEntry[] | null> {
    const stat = await this.#fs.stat(path, options);
    if (stat?.type !== "dir") return null;
    const entries = await nullIfMissing(this.#fs.listAll(path, options), "path_not_found");
    return (
      entries
        ?.toSorted((a, b) => compareNames(a.name, b.name))
        .map(({ name, type, size, mtime }) => ({ name, type, size, mtime })) ?? null
    );
  }

  /** @throws {FsError} not_a_file – when a directory is there */
  async remove(path: string, options?: StoreCallOptions): Promise<boolean> {
    if ((await this.#assertNoDirectory(path, options)) === null) return false;
    const removed = await nullIfMissing(
      this.#fs.remove(path, options).then(() => true),
      "path_not_found",
    );
    return removed ?? false;
  }

  /** @throws {FsError} path_not_found, not_a_file, file_already_exists */
  async move(path: string, targetPath: string, options?: StoreCallOptions): Promise<void> {
    await this.#assertNoDirectory(path, options);
    await this.#fs.move(path, targetPath, { ...options, createParents: true });
  }

  async #assertNoDirectory(path: string, options: StoreCallOptions | undefined): Promise<string | null> {
    const stat = await this.#fs.stat(path, options);
    if (stat?.type !== "dir") return stat?.type ?? null;
    throw new FsError("not_a_file", `${stat.path} is a directory.`, {
      path: stat.path,
      hint: "Name a file; directories are not removed or renamed through a store.",
    });
  }

  /** Searches the workspace, by ripgrep where there is a disk. */
  search(request: StoreSearchRequest): Promise<StoreSearchResult> {
    const { pattern, ...options } = request;
    return this.#fs.grep(pattern, options);
  }

  /** Answers the same files, with the tool call named in the audit log. */
  forRequest(context: { readonly toolCallId?: string | undefined }): FileStore {
    return new WorkspaceFileStore(this.#workspace.forRequest(context));
  }
}
