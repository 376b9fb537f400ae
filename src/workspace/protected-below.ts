// Looks for protected entries below a directory before the whole of it is moved or removed.

import { MAX_WALK_DEPTH } from "../limits.js";
import type { Directory } from "./directory.js";
import { createErrno } from "./errno.js";
import type { Gate } from "./gate.js";
import { createProtectedBelowError } from "./protected-paths.js";
import type { Place } from "./walk-path.js";

/** Visits every entry below a directory; the components are relative to it. */
function* listBelow(
  directory: Directory,
  components: readonly string[] = [],
): Generator<readonly string[], void, void> {
  if (components.length > MAX_WALK_DEPTH) throw createErrno("ENAMETOOLONG");
  for (const entry of directory.entries()) {
    const below = [...components, entry.name];
    yield below;
    if (entry.type !== "dir") continue;
    const next = directory.openDirectory(entry.name);
    try {
      yield* listBelow(next, below);
    } finally {
      next.close();
    }
  }
}

/** Refuses to move or remove a directory with something protected below it, under its old names and its new ones. */
export function assertNothingProtectedBelow(gate: Gate, place: Place, names: readonly (readonly string[])[]): void {
  if (place.node?.type !== "dir") return;
  const directory = place.parent.openDirectory(place.name);
  try {
    for (const below of listBelow(directory)) {
      const found = names
        .map((name) => [...name, ...below])
        .find((components) => gate.parts.protection.isProtected(components));
      if (found !== undefined) throw createProtectedBelowError(place, found);
    }
  } finally {
    directory.close();
  }
}
