// From a place to the file that a mutation changes: its parent directories made if asked for, its locks named.

import { FsError } from "../errors.js";
import type { WriteTarget } from "./atomic-write.js";
import type { Directory } from "./directory.js";
import { createErrno, hasErrno } from "./errno.js";
import { foldName } from "./fold-name.js";
import type { Place } from "./walk-path.js";

/** A file that a mutation changes; its parent is held until it is released. */
export interface HeldTarget extends WriteTarget {
  /** Equal for all names of one file: the identity of the directory that was reached, and the folded name in it. */
  readonly lockKey: string;
  release(): void;
}

function makeAndOpen(parent: Directory, name: string): Directory {
  try {
    parent.makeDirectory(name);
  } catch (error) {
    if (!hasErrno(error, "EEXIST")) throw error;
  }
  return parent.openDirectory(name);
}

/** Makes the missing directories one by one and answers the last; the caller closes all that are given out. */
function makeParents(place: Place, held: Directory[]): Directory {
  let parent = place.parent;
  for (const name of place.missingParents) {
    parent = makeAndOpen(parent, name);
    held.push(parent);
  }
  return parent;
}

/**
 * Refuses a path such as `notes/` for a file, also where nothing is there yet.
 * @throws {FsError} not_a_file – when the path can only name a directory
 */
export function assertNamesFile(place: Place): void {
  if (place.mustBeDirectory) throw createErrno("EISDIR");
}

/**
 * Refuses a place whose parent does not exist.
 * @throws {FsError} path_not_found
 */
export function assertParentExists(place: Place): void {
  if (place.missingParents.length === 0) return;
  throw new FsError("path_not_found", `${place.path}: its parent directory does not exist`, {
    path: place.path,
    hint: "Create the parent directory first, or ask for missing parents to be created.",
  });
}

/**
 * Holds the file at a place for a mutation.
 * @throws {FsError} path_not_found – when a parent is missing and `createParents` is not set
 * @throws {FsError} not_a_file – when the place is a root
 */
export function holdTarget(place: Place, createParents: boolean): HeldTarget {
  if (place.name === "") throw createErrno("EISDIR");
  if (!createParents) assertParentExists(place);
  const held: Directory[] = [];
  const release = (): void => {
    for (const directory of held.splice(0).reverse()) directory.close();
  };
  try {
    const parent = makeParents(place, held);
    const lockKey = `${parent.identity}/${foldName(place.name)}`;
    return { parent, name: place.name, components: place.components, path: place.path, lockKey, release };
  } catch (error) {
    release();
    throw error;
  }
}
