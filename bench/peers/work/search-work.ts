// Searching contents and paths.

import type { GlobTask, GrepTask } from "../../harness/task.js";
import type { Abilities } from "../peer.js";
import { defineWork, type PeerWork } from "./peer-work.js";

/** Plans a search of contents. Where there are more hits than asked for, more may be answered, but not fewer. */
export function planGrep({ literal, maxHits }: GrepTask, { grep }: Abilities): PeerWork | null {
  if (!grep) return null;
  return defineWork(
    () => grep(literal, maxHits),
    (hits, floor) => {
      const wanted = Math.min(Number(floor), maxHits);
      const found = hits.filter((hit) => hit.includes(literal)).length;
      const isRight = wanted === maxHits ? found >= wanted : found === wanted;
      return isRight ? null : `wrong: ${found} hits of ${wanted}`;
    },
  );
}

/** Plans a search of paths; they must be those of the floor. */
export function planGlob({ pattern }: GlobTask, { glob }: Abilities): PeerWork | null {
  if (!glob) return null;
  return defineWork(
    () => glob(pattern),
    (paths, floor) => {
      if (paths.toSorted().join("\n") === floor) return null;
      const wanted = new Set(String(floor).split("\n"));
      const missing = wanted.size - paths.filter((path) => wanted.has(path)).length;
      return `wrong: ${paths.length} paths, ${missing} of ${wanted.size} missing`;
    },
  );
}
