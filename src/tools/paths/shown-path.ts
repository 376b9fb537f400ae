// The name under which an answer speaks of a file. Through a store only.

import type { FileRequest } from "./find-file.js";

/** Answers the store's own name for a file that was asked for by an absolute or roundabout path. */
export async function findShownPath({ store, path, signal }: FileRequest): Promise<string> {
  const isPlain = !(path.startsWith("/") || /(?:^|\/)\.{1,2}(?:\/|$)/.test(path));
  if (isPlain) return path;
  return (await store.stat(path, { signal }))?.path ?? path;
}

/** Answers the store's own name for a file; the given one for a file that is not there. */
export async function findOwnPath({ store, path, signal }: FileRequest): Promise<string> {
  return (await store.stat(path, { signal }))?.path ?? path;
}
