// The operations of a workspace that tools need, over any store that has the powers for them; without trust, protected
// paths or a history, which only a workspace has.

import { FsError } from "../errors.js";
import { MAX_GLOB_PATHS, MAX_LIST_ENTRIES, MAX_SKIPPED_FILES, MAX_TREE_ENTRIES } from "../limits.js";
import { compileGlob } from "../search/glob-pattern.js";
import { IgnoreLevels } from "../search/ignore-levels.js";
import { compilePathRules } from "../search/ignore-rules.js";
import { assertPatternIsText } from "../search/invalid-pattern.js";
import { isTurnDue, takeTurn } from "../workspace/gate/take-turns.js";
import type {
  CallOptions,
  CopyOptions,
  GlobOptions,
  GlobResult,
  ListEntry,
  ListOptions,
  ListResult,
  WorkspaceFileSystem,
  WorkspaceStat,
} from "../workspace/interfaces/workspace.js";
import { directoriesFirst } from "../workspace/listing/listing.js";
import { NewestPaths } from "../workspace/listing/newest-paths.js";
import {
  type FileStat,
  type FileStore,
  isListable,
  isMutable,
  type ListableStore,
  type MutableStore,
} from "./file-store.js";
import { type ExplainMissing, type FileRequest, resolveOwnPath } from "./own-path.js";
import { runInTurn, updateThroughStore } from "./store-lock.js";
import { resolveStorePath, showStorePath } from "./store-path.js";
import { type StoreWalk, type WalkedStoreEntry, walkStore } from "./walk-store.js";

/** What tools do with the files of a workspace or of a store; a store makes its directories by itself. */
export type FileOperations = Pick<
  WorkspaceFileSystem,
  "stat" | "list" | "glob" | "copy" | "move" | "remove" | "applyPatch"
> &
  Partial<Pick<WorkspaceFileSystem, "mkdir">>;

/** A walk that has begun, with what it could not look into. */
interface BegunWalk {
  readonly entries: AsyncIterable<WalkedStoreEntry>;
  readonly prefixLength: number;
  /** Answers what the walk had to leave out. */
  readonly finish: () => Pick<ListResult, "skipped" | "partlyApplied">;
}

/** The operations over one store. */
class StoreFiles implements FileOperations {
  readonly #store: FileStore;
  readonly #explainMissing: ExplainMissing;

  constructor(store: FileStore, explainMissing: ExplainMissing) {
    this.#store = store;
    this.#explainMissing = explainMissing;
  }

  async stat(path: string, options: CallOptions = {}): Promise<WorkspaceStat | null> {
    const stat = await this.#store.stat(path, options);
    if (stat === null) return null;
    const { type, size, mode, mtime, pathFromRoot } = stat;
    const name = stat.path ?? showStorePath(path);
    return { path: name, type, size, mode, mtime, ...(pathFromRoot === undefined ? {} : { pathFromRoot }) };
  }

  async list(path: string, options: ListOptions = {}): Promise<ListResult> {
    const { depth = 1, offset = 0, limit = MAX_LIST_ENTRIES, ignore = [], includeIgnored, signal } = options;
    const end = offset + Math.min(limit, MAX_LIST_ENTRIES);
    const patterns = compilePathRules(ignore);
    const isUnwanted = (name: string, type: string): boolean => patterns.decide(name, type === "dir") === "ignored";
    const isNear = (name: string): boolean => name.split("/").length < depth && !isUnwanted(name, "dir");
    const request = { path, signal, order: directoriesFirst, showsIgnored: includeIgnored === true };
    const { entries, prefixLength, finish } = await this.#walk(request, isNear);
    const page: ListEntry[] = [];
    let total = 0;
    for await (const { entry, path: found, isIgnored } of entries) {
      const name = found.slice(prefixLength);
      if (isUnwanted(name, entry.type)) continue;
      const { type, size, mtime } = entry;
      if (total >= offset && total < end)
        page.push({ name, type, size, mtime, ...(isIgnored ? { ignored: true } : {}) });
      total += 1;
      if (depth > 1 && total > Math.max(end, MAX_TREE_ENTRIES)) break;
    }
    return { entries: page, total, truncated: offset + page.length < total, ...finish() };
  }

  async glob(pattern: string, options: GlobOptions = {}): Promise<GlobResult> {
    const { cwd = ".", offset = 0, limit = MAX_GLOB_PATHS, includeIgnored, signal } = options;
    assertPatternIsText(pattern);
    const compiled = compileGlob(pattern.replace(/^\/+/, ""));
    const mayHold = (name: string): boolean => compiled.couldMatchBelow(name);
    const { entries, prefixLength, finish } = await this.#walk(
      { path: cwd, includesIgnored: includeIgnored, signal },
      mayHold,
    );
    const newest = new NewestPaths(offset + limit + 1);
    for await (const { entry, path } of entries) {
      if (entry.type === "file" && compiled.matches(path.slice(prefixLength))) newest.add(path, entry.mtime);
    }
    const paths = newest.finish();
    const page = paths.slice(offset, offset + limit);
    return { paths: page, truncated: paths.length > offset + page.length, ...finish() };
  }

  applyPatch: WorkspaceFileSystem["applyPatch"] = async (patch, options = {}) => {
    const { patchStore } = await import("./patch-store.js");
    return patchStore(this.#mutable, patch, { ...options, explainMissing: this.#explainMissing });
  };

  async copy(path: string, targetPath: string, options: CopyOptions = {}): Promise<void> {
    const { overwrite, signal } = options;
    const source = await this.#statFile({ store: this.#store, path, signal });
    await this.#assertTarget(source, targetPath, options);
    const bytes = await this.#store.read(path, { signal });
    if (bytes === null) throw await this.#explainMissing({ store: this.#store, path, signal });
    await updateThroughStore(this.#store, {
      path: targetPath,
      mode: source.mode,
      expectedSha256: overwrite === true ? undefined : null,
      signal,
      change: () => bytes,
    });
  }

  async move(path: string, targetPath: string, options: CopyOptions = {}): Promise<void> {
    const { overwrite, signal } = options;
    const source = await this.#statFile({ store: this.#store, path, signal });
    await this.#assertTarget(source, targetPath, options);
    const isTaken = overwrite === true && (await this.#store.stat(targetPath, { signal })) !== null;
    if (isTaken) await this.copy(path, targetPath, options);
    await runInTurn(this.#store, { paths: [path, targetPath], signal }, async () => {
      if (isTaken) await this.#mutable.remove(path);
      else await this.#mutable.move(path, targetPath, { signal });
    });
  }

  async remove(path: string, { signal }: CallOptions = {}): Promise<void> {
    const file = { store: this.#store, path, signal };
    await this.#statFile(file);
    const isRemoved = await runInTurn(this.#store, { paths: [path], signal }, () =>
      this.#mutable.remove(path, { signal }),
    );
    if (!isRemoved) throw await this.#explainMissing(file);
  }

  get #listable(): ListableStore {
    if (isListable(this.#store)) return this.#store;
    throw new TypeError("The store has no method list.");
  }

  get #mutable(): MutableStore {
    if (isMutable(this.#store)) return this.#store;
    throw new TypeError("The store has no methods remove and move.");
  }

  async #statFile(file: FileRequest): Promise<FileStat & { readonly path: string }> {
    const stat = await this.stat(file.path, file);
    if (stat === null) throw await this.#explainMissing(file);
    if (stat.type === "file") return { ...stat, type: stat.type };
    throw new FsError("not_a_file", `${stat.path} is a directory.`, {
      path: stat.path,
      hint: "Nothing was done. Name one file: this store copies, moves and removes files one by one.",
    });
  }

  async #assertTarget(source: { readonly path: string }, path: string, options: CopyOptions): Promise<void> {
    const { createParents, overwrite, signal } = options;
    const target = await resolveOwnPath({ store: this.#store, path, signal });
    const stat = await this.#store.stat(path, { signal });
    if (target === source.path) {
      const hint = "Nothing was done. Choose another path.";
      throw new FsError("no_change", `${target}: source and target are the same.`, { path: target, hint });
    }
    if (stat !== null && (overwrite !== true || stat.type === "dir")) {
      throw new FsError("file_already_exists", `${target}: something is already there`, {
        path: target,
        hint: "Choose another path, or look at what is there.",
      });
    }
    const parent = path.replace(/\/*[^/]*\/*$/, "");
    if (createParents === true || parent === "" || (await this.#store.stat(parent, { signal })) !== null) return;
    throw new FsError("path_not_found", `${target}: its parent directory does not exist`, {
      path: target,
      hint: "Ask for missing parents to be created.",
    });
  }

  /** @param mayEnter is given the path of a directory from the one that the walk starts in */
  async #walk(
    { path, ...request }: { readonly path: string } & Partial<StoreWalk>,
    mayEnter: (name: string) => boolean,
  ): Promise<BegunWalk> {
    const { signal } = request;
    const stat = await this.stat(path, { signal });
    if (stat === null) throw await this.#explainMissing({ store: this.#store, path, signal });
    if (stat.type !== "dir") {
      const hint = "Name the directory that it is in, or read it as a file.";
      throw new FsError("not_a_directory", `${stat.path} is not a directory.`, { path: stat.path, hint });
    }
    const directory = resolveStorePath(stat.path);
    const prefixLength = directory === "" ? 0 : directory.length + 1;
    const rules = IgnoreLevels.start();
    const skipped: { readonly path: string; readonly reason: string }[] = [];
    const entries = walkStore(this.#listable, {
      ...request,
      directory,
      rules,
      mayGoOn: () => !isTurnDue() || takeTurn(signal).then(() => true),
      canEnter: (below) => mayEnter(below.slice(prefixLength)),
      onSkipped: (below, reason) => {
        if (skipped.length < MAX_SKIPPED_FILES) skipped.push({ path: below, reason });
      },
    });
    const finish = (): Pick<ListResult, "skipped" | "partlyApplied"> => {
      const partlyApplied = rules.partlyApplied();
      return { ...(partlyApplied.length > 0 ? { partlyApplied } : {}), ...(skipped.length > 0 ? { skipped } : {}) };
    };
    return { entries, prefixLength, finish };
  }
}

/** Creates the operations over a store; those for which it lacks the power end with a `TypeError`. */
export function createStoreFiles(store: FileStore, explainMissing: ExplainMissing): FileOperations {
  return new StoreFiles(store, explainMissing);
}
