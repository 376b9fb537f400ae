// From a recorded path to the place on the disk that it names, for a recovery. Follows no link.

import type { Directory } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import type { TemporaryFileJournal } from "../directories/temporary-files.js";
import type { Root } from "../paths/scope.js";
import type { WriteTarget } from "../writing/atomic-write.js";
import type { RootedPath, TrackedChange, TransactionDraft } from "./transaction.js";

/** Where a recovery may write, and whom it tells. */
export interface RecoveryScope {
  readonly roots: readonly Root[];
  readonly journalFor: (rootPath: string) => TemporaryFileJournal;
  /** Is told of each path that was left as it is, since somebody else has changed it. */
  readonly onConflict: (conflict: RecoveryConflict) => unknown;
}

/** A path that could not be taken back, and whose change it was. */
export interface RecoveryConflict extends Pick<TransactionDraft, "context"> {
  readonly change: TrackedChange;
}

/** Holds the directory that a path lies in for a step; `null` where there is none. */
export async function inParent<Result>(
  scope: RecoveryScope,
  { components, root }: RootedPath,
  step: (target: WriteTarget) => Promise<Result>,
): Promise<Result | null> {
  const held: Directory[] = [];
  const top = scope.roots.find(({ path }) => path === root)?.directory;
  if (top === undefined) return null;
  try {
    for (const part of components.slice(0, -1)) held.push((held.at(-1) ?? top).openDirectory(part));
    const parent = held.at(-1) ?? top;
    return await step({ parent, name: components.at(-1) ?? "", components, path: components.join("/") });
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP")) return null;
    throw error;
  } finally {
    for (const directory of held.reverse()) directory.close();
  }
}
