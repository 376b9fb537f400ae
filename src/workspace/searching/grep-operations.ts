// Search in the files of a workspace: by ripgrep where there is a disk and a binary, by scanning otherwise.

import { accessSync, constants } from "node:fs";
import { resolveRipgrep } from "../../shell/ripgrep/ripgrep.js";
import { createNotFileErrno } from "../directories/errno.js";
import type { Gate } from "../gate/gate.js";
import type { GrepOptions, GrepResult } from "../interfaces/workspace.js";
import { createNotFoundError } from "../paths/not-found.js";
import type { Place } from "../paths/walk-path.js";
import { type GrepRequest, resolveGrepRequest } from "./grep-request.js";
import { grepByScan } from "./scan-grep.js";

const SCAN_NOTE = "ripgrep is missing here, so that files were read one by one";

function assertSearchable(place: Place): void {
  if (place.node === null) throw createNotFoundError(place);
  if (place.node.type === "other") throw createNotFileErrno(place.node);
}

/** Answers the program that can search below a place; `null` where there is no disk or no binary. */
async function findProgram(place: Place): Promise<string | null> {
  if (place.parent.pathForChild() === null) return null;
  const program = await resolveRipgrep();
  try {
    if (program !== null) accessSync(program, constants.X_OK);
    return program;
  } catch {
    return null;
  }
}

/** Says so where ripgrep should be, since the scan takes longer and knows a little less of the dialect. */
async function search(gate: Gate, place: Place, request: GrepRequest): Promise<GrepResult> {
  const program = await findProgram(place);
  if (program !== null) {
    const { grepByRipgrep } = await import("./ripgrep-grep.js");
    return grepByRipgrep(gate, place, { request, program });
  }
  const result = await grepByScan(gate, place, request);
  return place.parent.pathForChild() === null ? result : { ...result, notes: [...(result.notes ?? []), SCAN_NOTE] };
}

/** Finds the lines that match a pattern, in the order of paths and lines. */
export async function grepFiles(gate: Gate, pattern: string, options: GrepOptions): Promise<GrepResult> {
  const access = { path: options.path ?? ".", intent: "grep", signal: options.signal } as const;
  return gate.access(access, async ({ place, facts }) => {
    assertSearchable(place);
    const request = resolveGrepRequest(pattern, options, gate.parts.limits);
    const result = await search(gate, place, request);
    facts.count = result.files?.length ?? result.hits.length;
    return result;
  });
}
