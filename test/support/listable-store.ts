// A store that lists but does not search: the powers that a custom store over a listing service has.

import type { ListableStore } from "../../src/stores/file-store.js";
import { InMemoryFileStore } from "../../src/stores/in-memory-file-store.js";

export function createListableStore(files: Readonly<Record<string, string | Uint8Array>>): ListableStore {
  const store = new InMemoryFileStore(files);
  return {
    stat: (path, options) => store.stat(path, options),
    read: (path, options) => store.read(path, options),
    readChunks: (path, range, options) => store.readChunks(path, range, options),
    write: (path, bytes, options) => store.write(path, bytes, options),
    list: (path, options) => store.list(path, options),
  };
}
