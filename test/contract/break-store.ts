// How a broken store is made: a sound one, of which some methods are replaced.

import type { ConditionalWriteStore, FileStore, UpdatableStore } from "../../src/stores/file-store.js";
import { MinimalStore } from "../support/minimal-store.js";

export interface BrokenStore {
  readonly fault: string;
  /** Part of the name of a case that must fail, and part of what it says. */
  readonly caughtBy: { readonly name: string; readonly message: string };
  create(): FileStore;
}

type Replacement = Partial<FileStore & ConditionalWriteStore & UpdatableStore>;

/** Creates a sound store of which the methods that `replace` answers are replaced. */
export function breakStore(replace: (sound: FileStore) => Replacement): FileStore {
  const sound = new MinimalStore();
  return {
    stat: (path, options) => sound.stat(path, options),
    read: (path, options) => sound.read(path, options),
    readChunks: (path, range, options) => sound.readChunks(path, range, options),
    write: (path, bytes, options) => sound.write(path, bytes, options),
    ...replace(sound),
  };
}
