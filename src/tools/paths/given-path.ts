// What a call means by a path that was shown quoted. Through a store only.

import { isFsError } from "../../errors.js";
import type { FileStore } from "../../stores/file-store.js";
import { parseShownNames } from "../../text/shown-name.js";
import { type TouchedPath, touchPath } from "../approval/touched-paths.js";
import type { ToolCall } from "../definition/define-tool.js";
import type { FileRequest } from "./find-file.js";

/**
 * Answers the input of a call with the path under which the store knows what it names: the path itself, unless nothing is
 * there and something is under the names that its quoted forms stand for. Stores over a workspace read quoted forms by
 * themselves. A call that was approved means what it meant then.
 */
export async function withGivenPath<Input extends { readonly path: string }>(
  input: Input,
  store: FileStore,
  { signal, approvedVersions }: ToolCall,
): Promise<Input> {
  const meant = parseShownNames(input.path);
  if (meant === input.path) return input;
  const isMeant =
    approvedVersions === undefined
      ? !(await isThere({ store, path: input.path, signal })) && (await isThere({ store, path: meant, signal }))
      : Object.hasOwn(approvedVersions, meant);
  return isMeant ? { ...input, path: meant } : input;
}

/** Answers what such a call changes. */
export async function touchGiven(
  input: { readonly path: string },
  store: FileStore,
  call: ToolCall,
): Promise<readonly TouchedPath[]> {
  const { path } = await withGivenPath(input, store, call);
  return [await touchPath({ store, path, signal: call.signal })];
}

/** A path that a store refuses leads nowhere. */
async function isThere({ store, path, signal }: FileRequest): Promise<boolean> {
  try {
    return (await store.stat(path, { signal })) !== null;
  } catch (error) {
    if (isFsError(error)) return false;
    throw error;
  }
}
