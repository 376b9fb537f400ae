// From a place to the file that a mutation changes: its parent directories made if asked for, its locks named.

import { FsError } from "../../errors.js";
import { foldName } from "../../text/fold-name.js";
import type { Directory } from "../directories/directory.js";
import { createErrno, hasErrno } from "../directories/errno.js";
import type { Place } from "../paths/walk-path.js";
import type { WriteTarget } from "./atomic-write.js";

/** A file that a mutation changes; its parent is held until it is released. */
export interface HeldTarget extends WriteTarget {
  /** Equal for all names of one file: the identity of the directory that was reached, and the folded name in it. */
  readonly lockKey: string;
  /** The parents that were made for it, each by its components from the root. */
  readonly madeParents: readonly (readonly string[])[];
  release(): void;
}

/** Makes a directory; answers `false` where something has the name already. */
export function tryMakeDirectory(parent: Directory, name: string): boolean {
  try {
    parent.makeDirectory(name);
    return true;
  } catch (error) {
    if (hasErrno(error, "EEXIST")) return false;
    throw error;
  }
}

interface MadeParents {
  /** The last of them, or the parent that was there. */
  readonly parent: Directory;
  readonly made: readonly (readonly string[])[];
}

/** Makes the missing directories one by one; the caller closes all that are given out in `held`. */
function makeParents(place: Place, held: Directory[]): MadeParents {
  const made: (readonly string[])[] = [];
  let depth = place.components.length - 1 - place.missingParents.length;
  let { parent } = place;
  for (const name of place.missingParents) {
    depth += 1;
    if (tryMakeDirectory(parent, name)) made.push(place.components.slice(0, depth));
    parent = parent.openDirectory(name);
    held.push(parent);
  }
  return { parent, made };
}

/**
 * Refuses a path such as `notes/` for a file, also where nothing is there yet.
 * @throws {FsError} not_a_file – when the path can only name a directory
 */
export function assertNamesFile(place: Place): void {
  if (!place.mustBeDirectory) return;
  if (place.node !== null) throw createErrno("EISDIR");
  throw new FsError("not_a_file", `${place.path}/ names a directory, since it ends with /`, {
    path: place.path,
    hint: "Nothing was done. Leave out the final / to name a file.",
  });
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
  if (place.name === "") throw createErrno("EISROOT");
  if (!createParents) assertParentExists(place);
  const held: Directory[] = [];
  const release = (): void => {
    for (const directory of held.splice(0).reverse()) directory.close();
  };
  try {
    const { parent, made } = makeParents(place, held);
    const lockKey = `${parent.identity}/${foldName(place.name)}`;
    const { name, components, path } = place;
    return { parent, name, components, path, lockKey, madeParents: made, release };
  } catch (error) {
    release();
    throw error;
  }
}
