// What the grep tool answers, and how a model sees it: hits grouped by file. Pure.

import { formatHits } from "../search/group-hits.js";
import { showPathText } from "../text/shown-name.js";
import { presentNextPage } from "./page.js";
import * as z from "./schema.js";
import { makeControlsVisible } from "./visible-text.js";

/** One line that matched. */
export interface GrepOutputHit {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Without its ending; a long line is cut around the match. */
  readonly text: string;
  readonly before?: readonly string[] | undefined;
  readonly after?: readonly string[] | undefined;
}

/** A file that could not be searched. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

/** What the grep tool answers. */
export interface GrepOutput {
  /** In the order of paths and lines. */
  readonly hits: readonly GrepOutputHit[];
  readonly truncated: boolean;
  readonly nextOffset?: number | undefined;
  /** The first files that could not be searched. */
  readonly skipped?: readonly SkippedFile[] | undefined;
  /** Files that could not be searched; absent for none. */
  readonly skippedCount?: number | undefined;
  /** What was searched for and where; only when nothing was found. */
  readonly searched?: string | undefined;
}

/** Takes every success of the grep tool. */
export const grepOutputSchema: z.Schema<GrepOutput> = z.object({
  hits: z.array(
    z.object({
      path: z.string(),
      line: z.int(),
      text: z.string(),
      before: z.array(z.string()).optional(),
      after: z.array(z.string()).optional(),
    }),
  ),
  truncated: z.boolean(),
  nextOffset: z.int().optional(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })).optional(),
  skippedCount: z.int().optional(),
  searched: z.string().optional(),
});

/** Shows hits grouped by file, then what is left to know. */
export function presentGrep(output: GrepOutput): string {
  const found =
    output.hits.length === 0
      ? `[no match for ${output.searched ?? "the pattern"}]`
      : makeControlsVisible(formatHits(output.hits.map((hit) => ({ ...hit, path: showPathText(hit.path) }))));
  return [found, presentNextPage(output), presentSkipped(output)].filter((line) => line !== null).join("\n");
}

function presentSkipped({ skipped = [], skippedCount = skipped.length }: GrepOutput): string | null {
  if (skippedCount === 0) return null;
  const shown = skipped.map(({ path, reason }) => `${showPathText(path)} (${reason})`).join(", ");
  const rest = skippedCount > skipped.length ? `, and ${skippedCount - skipped.length} more` : "";
  return `[not searched: ${shown}${rest}]`;
}
