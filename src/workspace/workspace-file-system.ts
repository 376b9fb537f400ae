// The files of a workspace as one request sees them: each method hands its path to the one gate.

import type { ParsedPatch } from "../patch/parsed-patch.js";
import { assertOptions, RECORD } from "../text/check-options.js";
import { Gate, type GateParts } from "./gate/gate.js";
import { applyChanges } from "./history/apply-changes.js";
import type { ChangesOptions, ChangesResult, FileChange } from "./interfaces/file-changes.js";
import type { PatchOptions, PatchResult } from "./interfaces/file-patch.js";
import type {
  AuditContext,
  CallOptions,
  CopyOptions,
  GlobOptions,
  GlobResult,
  GrepOptions,
  GrepResult,
  Intent,
  ListOptions,
  ListResult,
  MkdirOptions,
  ReadBytesOptions,
  ReadBytesResult,
  ReadChunksOptions,
  ReadTextOptions,
  ReadTextResult,
  RemoveOptions,
  ResolvedPath,
  UpdateBytes,
  UpdateOptions,
  UseFile,
  WorkspaceEdit,
  WorkspaceEditResult,
  WorkspaceFileSystem,
  WorkspaceStat,
  WriteOptions,
  WriteResult,
  WriteTextOptions,
} from "./interfaces/workspace.js";
import { globFiles } from "./listing/glob-operations.js";
import { listDirectory, listWholeDirectory } from "./listing/list-operations.js";
import type { Scope } from "./paths/scope.js";
import { holdFile } from "./reading/hold-operation.js";
import { readBytes, readChunks, readFile, resolvePath, statPath } from "./reading/read-operations.js";
import { readText } from "./reading/read-text.js";
import { grepFiles } from "./searching/grep-operations.js";
import { makeDirectory, removePath } from "./writing/tree-operations.js";
import { editText, updateFile, writeBytes, writeText } from "./writing/write-operations.js";

class GatedFileSystem implements WorkspaceFileSystem {
  readonly #gate: Gate;

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  resolve(path: string, intent: Intent, options: CallOptions = {}): Promise<ResolvedPath> {
    return resolvePath(this.#gate, path, { intent, signal: options.signal });
  }

  stat(path: string, options: CallOptions = {}): Promise<WorkspaceStat | null> {
    return statPath(this.#gate, path, options);
  }

  readText(path: string, options: ReadTextOptions = {}): Promise<ReadTextResult> {
    return readText(this.#gate, path, options);
  }

  readBytes(path: string, options: ReadBytesOptions = {}): Promise<ReadBytesResult> {
    return readBytes(this.#gate, path, options);
  }

  readFile(path: string, options: CallOptions = {}): Promise<Uint8Array> {
    return readFile(this.#gate, path, options);
  }

  readChunks(path: string, options: ReadChunksOptions = {}): AsyncIterable<Uint8Array> {
    return readChunks(this.#gate, path, options);
  }

  holdFile<Result>(path: string, use: UseFile<Result>, options: CallOptions = {}): Promise<Result> {
    return holdFile(this.#gate, path, { use, signal: options.signal });
  }

  writeTextAtomic(path: string, content: string, options: WriteTextOptions): Promise<WriteResult> {
    return writeText(this.#gate, path, { content, options: { ...options } });
  }

  writeTextOverwrite(path: string, content: string, options: WriteOptions = {}): Promise<WriteResult> {
    return writeText(this.#gate, path, { content, options: { ...options, mode: "overwrite" } });
  }

  writeBytes(path: string, bytes: Uint8Array, options: WriteOptions = {}): Promise<WriteResult> {
    return writeBytes(this.#gate, path, { bytes, options });
  }

  update(path: string, change: UpdateBytes, options: UpdateOptions = {}): Promise<WriteResult> {
    return updateFile(this.#gate, path, { update: change, options });
  }

  edit(path: string, edit: WorkspaceEdit, options: CallOptions = {}): Promise<WorkspaceEditResult> {
    const asked = { ...edit };
    return editText(this.#gate, path, { ...asked, signal: asked.signal ?? options.signal });
  }

  applyChanges(changes: readonly FileChange[], options: ChangesOptions = {}): Promise<ChangesResult> {
    return applyChanges(this.#gate, { changes, options });
  }

  async applyPatch(patch: string | ParsedPatch, options: PatchOptions = {}): Promise<PatchResult> {
    const { applyPatch } = await import("./patch/apply-patch.js");
    return applyPatch(this.#gate, patch, options);
  }

  list(path: string, options: ListOptions = {}): Promise<ListResult> {
    return listDirectory(this.#gate, path, options);
  }

  listAll(path: string, options: CallOptions = {}): Promise<ListResult["entries"]> {
    return listWholeDirectory(this.#gate, path, options);
  }

  glob(pattern: string, options: GlobOptions = {}): Promise<GlobResult> {
    return globFiles(this.#gate, pattern, options);
  }

  grep(pattern: string, options: GrepOptions = {}): Promise<GrepResult> {
    return grepFiles(this.#gate, pattern, options);
  }

  mkdir(path: string, options: MkdirOptions = {}): Promise<void> {
    return makeDirectory(this.#gate, path, options);
  }

  async copy(path: string, targetPath: string, options: CopyOptions = {}): Promise<void> {
    const { copyFile } = await import("./writing/transfer-operations.js");
    return copyFile(this.#gate, { path, targetPath }, options);
  }

  async move(path: string, targetPath: string, options: CopyOptions = {}): Promise<void> {
    const { movePath } = await import("./writing/transfer-operations.js");
    return movePath(this.#gate, { path, targetPath }, options);
  }

  remove(path: string, options: RemoveOptions = {}): Promise<void> {
    return removePath(this.#gate, path, options);
  }
}

/** Makes file systems that share one workspace and differ in who asks. */
export interface WorkspaceFileSystemFactory {
  /** Answers the files as one request sees them: audited under its context, within its scope. */
  forRequest(context: AuditContext, scope?: Scope): WorkspaceFileSystem;
}

/**
 * Makes a factory over the shared parts of a workspace and its whole scope.
 * @throws {TypeError} when it is given anything else
 */
export function createWorkspaceFileSystemFactory(deps: {
  readonly parts: GateParts;
  readonly scope: Scope;
}): WorkspaceFileSystemFactory {
  assertOptions("createWorkspaceFileSystemFactory", deps, { parts: RECORD, scope: RECORD });
  return {
    forRequest: (context, scope = deps.scope) => new GatedFileSystem(new Gate(deps.parts, scope, context)),
  };
}
