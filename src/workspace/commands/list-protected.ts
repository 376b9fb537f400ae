// Finds what stands in the roots for writing and is protected, for runners that hold commands back from it.

import { MAX_WALK_DEPTH } from "../../limits.js";
import type { Directory } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import type { Gate } from "../gate/gate.js";
import { type EntryTrail, followEntry, type PathProtection } from "../gate/protected-paths.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import { joinPath } from "../paths/paths.js";
import type { Root } from "../paths/scope.js";

/** One step of the walk: what is protected, or `null` for a directory that was looked at. */
type Step = EntryTrail | null;

class ProtectedWalk {
  readonly #protection: PathProtection;

  constructor(protection: PathProtection) {
    this.#protection = protection;
  }

  /** Links are left out: what they lead to is not what is protected, and may lie outside. */
  *below(directory: Directory, at: EntryTrail | null, depth: number): Generator<Step, void, void> {
    yield null;
    for (const { name, type } of directory.entries()) {
      if (type !== "dir" && type !== "file") continue;
      const trail = followEntry(at, name);
      if (this.#protection.isEntryProtected(trail)) yield trail;
      else if (type === "dir" && depth < MAX_WALK_DEPTH) yield* this.#enter(this.#open(directory, name), trail, depth);
    }
  }

  *#enter(directory: Directory | null, at: EntryTrail, depth: number): Generator<Step, void, void> {
    if (directory === null) return;
    try {
      yield* this.below(directory, at, depth + 1);
    } finally {
      directory.close();
    }
  }

  /** What cannot be entered by this process cannot be changed by its commands. */
  #open(parent: Directory, name: string): Directory | null {
    try {
      return parent.openDirectory(name);
    } catch (error) {
      if (hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EPERM", "ESTALE")) return null;
      throw error;
    }
  }
}

function isWritten({ access, onlyName }: Root): boolean {
  return access === "write" && onlyName === undefined;
}

/**
 * Lists the protected files and directories that exist in the roots for writing, as absolute paths; what lies in such a
 * directory is not named. Takes the time of a walk through everything, ignored or not, since a command may change the
 * ignore files; other work gets its turn meanwhile.
 */
export async function listProtected(gate: Gate): Promise<readonly string[]> {
  const walk = new ProtectedWalk(gate.parts.protection);
  const paths: string[] = [];
  for (const root of gate.scope.roots.filter(isWritten)) {
    for (const step of walk.below(root.directory, null, 1)) {
      if (step !== null) paths.push(joinPath(root.path, [step.path]));
      if (isTurnDue()) await takeTurn();
    }
  }
  return paths;
}
