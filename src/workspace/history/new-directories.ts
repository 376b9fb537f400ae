// Directories that a change of many files needs and that do not exist yet: made once each, held, and taken back.

import type { Directory } from "../directories/directory.js";
import { tryMakeDirectory } from "../writing/write-target.js";

interface MadeDirectory {
  readonly parent: Directory;
  readonly name: string;
}

/** Makes missing directories and remembers which of them are its own. */
export class NewDirectories {
  readonly #held = new Map<string, Directory>();
  readonly #made: MadeDirectory[] = [];

  /** Answers the directory that names lead to from another, missing ones made; held until `release`. */
  make(parent: Directory, names: readonly string[]): Directory {
    return names.reduce((above, name) => this.#enter(above, name), parent);
  }

  /** Removes what was made, the deepest first; what is in use by somebody else, or cannot be removed, stays. */
  takeBack(): void {
    for (const { parent, name } of this.#made.splice(0).reverse()) {
      try {
        parent.removeDirectory(name);
      } catch {
        // An empty directory harms nobody, and the failure that led here is the one to tell.
      }
    }
  }

  /** The directories that were changed by making others in them. */
  get changed(): readonly Directory[] {
    return this.#made.map(({ parent }) => parent);
  }

  release(): void {
    for (const directory of Array.from(this.#held.values()).reverse()) directory.close();
    this.#held.clear();
  }

  #enter(parent: Directory, name: string): Directory {
    const key = `${parent.identity}/${name}`;
    const known = this.#held.get(key);
    if (known !== undefined) return known;
    if (tryMakeDirectory(parent, name)) this.#made.push({ parent, name });
    const directory = parent.openDirectory(name);
    this.#held.set(key, directory);
    return directory;
  }
}
