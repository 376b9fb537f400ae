// What the edit tool answers, and how a model sees it. Pure.

import { z } from "zod/v4";
import type { EditReplacement, MatchRung } from "../edit/text-edit.js";
import { presentDiff } from "./present-diff.js";

/** What the edit tool answers. */
export interface EditOutput {
  readonly path: string;
  /** Unified diff of the whole call. */
  readonly diff: string;
  /** The diff was cut; its last line says how much is gone. */
  readonly diffTruncated?: boolean | undefined;
  /** 1-based; the same number in the old and in the new text. */
  readonly firstChangedLine: number;
  readonly replacements: readonly EditReplacement[];
  /** Of the new content, in lower-case hex. */
  readonly sha256: string;
  /** Bytes of the new content; 0 for a dry run. */
  readonly bytesWritten: number;
  readonly dryRun?: boolean | undefined;
}

const matchRung = z.custom<MatchRung>((value) => typeof value === "string");

/** Takes every success of the edit tool. */
export const editOutputSchema: z.ZodType<EditOutput> = z.object({
  path: z.string(),
  diff: z.string(),
  diffTruncated: z.boolean().optional(),
  firstChangedLine: z.int(),
  replacements: z.array(z.object({ edit: z.int(), line: z.int(), matchedBy: matchRung })),
  sha256: z.string(),
  bytesWritten: z.int(),
  dryRun: z.boolean().optional(),
});

/** Shows an edit in one line, or two where a difference was tolerated, and then its diff. */
export function presentEdit(output: EditOutput): string {
  const { path, replacements, firstChangedLine, diff } = output;
  const count = replacements.length === 1 ? "1 replacement" : `${replacements.length} replacements`;
  const verb = output.dryRun === true ? "Dry run, nothing written:" : "Edited";
  const line = `${verb} ${path}: ${count}, first change in line ${firstChangedLine}.`;
  const loose = replacements.filter(({ matchedBy }) => matchedBy !== "exact");
  const rungs = [...new Set(loose.map(({ matchedBy }) => matchedBy.replaceAll("_", " ")))].join(", ");
  const tolerated = loose.length === 0 ? [] : [`The old text differed in ${rungs}.`];
  return [line, ...tolerated, presentDiff(diff)].join("\n");
}
