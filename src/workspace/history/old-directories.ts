// Directories that go away with a change of many files, unless something is in them, and their way back.

import type { Directory } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import type { Place } from "../paths/walk-path.js";
import { tryMakeDirectory } from "../writing/write-target.js";

interface RemovedDirectory {
  readonly parent: Directory;
  readonly name: string;
}

/** Removes empty directories and remembers which it has removed. */
export class OldDirectories {
  readonly #places: readonly Place[];
  readonly #removed: RemovedDirectory[] = [];

  constructor(targets: readonly { readonly place: Place }[]) {
    const places = targets.map(({ place }) => place).filter(({ node }) => node?.type === "dir");
    this.#places = places.toSorted((a, b) => b.components.length - a.components.length);
  }

  /** Removes them, the deepest first; one that is in use or gone already is no failure. Throws the platform's errors. */
  remove(): void {
    for (const { name, parent } of this.#places) {
      try {
        parent.removeDirectory(name);
        this.#removed.push({ parent, name });
      } catch (error) {
        if (!hasErrno(error, "ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR")) throw error;
      }
    }
  }

  /** The directories that held them. */
  get changed(): readonly Directory[] {
    return this.#removed.map(({ parent }) => parent);
  }

  /** Makes them again. */
  takeBack(): void {
    for (const { name, parent } of this.#removed.splice(0).reverse()) {
      try {
        tryMakeDirectory(parent, name);
      } catch {
        // An empty directory is no content, and the failure that led here is the one to tell.
      }
    }
  }
}
