// The files that a tool works on: those of a workspace, or of a store with the powers that the tool needs.

import { MAX_GLOB_PATHS, MAX_LIST_ENTRIES } from "../../limits.js";
import {
  type FileStore,
  isListable,
  isMutable,
  type ListableStore,
  type MutableStore,
} from "../../stores/file-store.js";
import type { FileOperations } from "../../stores/store-files.js";
import { storeForRequest } from "../../stores/store-lock.js";
import { WorkspaceFileStore, workspaceOf } from "../../stores/workspace-file-store.js";
import type { Workspace, WorkspaceLimits } from "../../workspace/interfaces/workspace.js";
import { fileNotFoundError } from "../paths/find-file.js";
import { assertStore, assertWorkspace } from "./tool-options.js";

/** Names the files of a tool: a workspace, or a store. */
export type FilesOption<Store extends FileStore> =
  | { readonly workspace: Workspace; readonly store?: undefined }
  | { readonly store: Store; readonly workspace?: undefined };

/** A power that a tool may need of a store. */
type Power = "list" | "mutate";

/** The files of one tool. */
export interface ToolFiles {
  readonly store: FileStore;
  /** The root by which absolute paths begin; absent where there is none. */
  readonly root?: string | undefined;
  /** Directories can be made and removed, too. */
  readonly hasDirectories: boolean;
  readonly limits: Pick<WorkspaceLimits, "maxGlobPaths" | "maxListEntries">;
  /** Answers the operations as one call of the model sees them. */
  forCall(call: { readonly toolCallId: string | undefined }): Promise<FileOperations>;
}

/** Answers what a store has to have for a tool and has not; `null` when it has everything. */
export function findMissingPower(store: FileStore, powers: readonly Power[]): string | null {
  if (powers.includes("list") && !isListable(store)) return "a store with the method list";
  return powers.includes("mutate") && !isMutable(store) ? "a store with the methods remove and move" : null;
}

/** Takes the files of a workspace. */
export function filesOfWorkspace(
  workspace: Workspace,
  store: FileStore = new WorkspaceFileStore(workspace),
): ToolFiles {
  assertWorkspace(workspace, "fs");
  return {
    store,
    root: workspace.root,
    hasDirectories: true,
    limits: workspace.limits,
    forCall: async ({ toolCallId }) => workspace.forRequest({ toolCallId }).fs,
  };
}

/**
 * Resolves the files of a tool.
 * @throws {TypeError} when there is neither a workspace nor a store with the powers that are needed
 */
export function resolveFiles(
  { workspace, store }: FilesOption<FileStore | ListableStore | MutableStore>,
  powers: readonly Power[],
): ToolFiles {
  if (store === undefined) return filesOfWorkspace(workspace);
  if (workspace !== undefined) throw new TypeError("Give either a workspace or a store, not both.");
  assertStore(store);
  const missing = findMissingPower(store, powers);
  if (missing !== null) throw new TypeError(`store must be ${missing} for this tool.`);
  const known = workspaceOf(store);
  if (known !== undefined) return filesOfWorkspace(known, store);
  return {
    store,
    hasDirectories: false,
    limits: { maxGlobPaths: MAX_GLOB_PATHS, maxListEntries: MAX_LIST_ENTRIES },
    forCall: async (call) => {
      const { createStoreFiles } = await import("../../stores/store-files.js");
      return createStoreFiles(storeForRequest(store, call), fileNotFoundError);
    },
  };
}
