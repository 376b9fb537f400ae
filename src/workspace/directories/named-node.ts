// A node of a directory that holds its nodes only by their names.

import type { Directory, HeldNode } from "./directory.js";

/** Looks at an entry, and opens by its name later on what is there then. */
export function holdByName(directory: Pick<Directory, "lookup" | "openFile">, name: string): HeldNode | null {
  const stat = directory.lookup(name);
  if (stat === null) return null;
  return {
    stat,
    openFile: () => directory.openFile(name),
    close: () => {
      // Nothing is held open.
    },
  };
}
