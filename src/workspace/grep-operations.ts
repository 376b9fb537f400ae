// Search in the files of a workspace: by ripgrep where there is a disk and a binary, by scanning otherwise.

import { createErrno } from "./errno.js";
import type { Gate } from "./gate.js";
import { resolveGrepRequest } from "./grep-request.js";
import { createNotFoundError } from "./not-found.js";
import { grepByScan } from "./scan-grep.js";
import type { Place } from "./walk-path.js";
import type { GrepOptions, GrepResult } from "./workspace.js";

function assertSearchable(place: Place): void {
  if (place.node === null) throw createNotFoundError(place);
  if (place.node.type === "other") throw createErrno("ENOTFILE");
}

/** Finds the lines that match a pattern, in the order of paths and lines. */
export async function grepFiles(gate: Gate, pattern: string, options: GrepOptions): Promise<GrepResult> {
  const access = { path: options.path ?? ".", intent: "grep", signal: options.signal } as const;
  return gate.access(access, async ({ place, facts }) => {
    assertSearchable(place);
    const request = resolveGrepRequest(pattern, options, gate.parts.limits);
    const result = await grepByScan(gate, place, request);
    facts.count = result.hits.length;
    return result;
  });
}
