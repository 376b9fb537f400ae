// Looks at everything below a directory before the whole of it is moved or removed.

import { MAX_WALK_DEPTH } from "../../limits.js";
import type { Directory, NodeEntry } from "../directories/directory.js";
import { createErrno } from "../directories/errno.js";
import type { Place } from "../paths/walk-path.js";
import type { Gate } from "./gate.js";
import { createProtectedBelowError } from "./protected-paths.js";
import { isTurnDue, takeTurn } from "./take-turns.js";

interface FoundBelow {
  readonly entry: NodeEntry;
  /** Components from the directory that is looked at. */
  readonly below: readonly string[];
}

function* listBelow(directory: Directory, components: readonly string[] = []): Generator<FoundBelow, void, void> {
  if (components.length > MAX_WALK_DEPTH) throw createErrno("ENAMETOOLONG");
  for (const entry of directory.entries()) {
    const below = [...components, entry.name];
    yield { entry, below };
    if (entry.type !== "dir") continue;
    const next = directory.openDirectory(entry.name);
    try {
      yield* listBelow(next, below);
    } finally {
      next.close();
    }
  }
}

/**
 * Refuses to move or remove a directory with something below it that is protected, under its old names or its new ones.
 * @throws {FsError} protected_path
 */
export async function assertChangeableBelow(
  gate: Gate,
  place: Place,
  names: readonly (readonly string[])[],
): Promise<void> {
  if (place.node?.type !== "dir") return;
  const directory = place.parent.openDirectory(place.name);
  try {
    for (const { below } of listBelow(directory)) {
      if (isTurnDue()) await takeTurn();
      const found = names
        .map((name) => [...name, ...below])
        .find((components) => gate.parts.protection.isProtected(components));
      if (found !== undefined) throw createProtectedBelowError(place, found);
    }
  } finally {
    directory.close();
  }
}
