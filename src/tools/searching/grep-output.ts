// What the grep tool answers, and how a model sees it: hits grouped by file. Pure.

import { formatHits } from "../../search/group-hits.js";
import { showPathText } from "../../text/shown-name.js";
import { showControls } from "../../text/visible-text.js";
import { presentNextPage, presentPartlyApplied } from "../definition/page.js";
import * as z from "../definition/schema.js";
import { presentSkipped, type SkippedFile, skippedSchema } from "../presenting/present-skipped.js";

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

/** One file that has hits. */
export interface GrepOutputFile {
  readonly path: string;
  /** Lines in which a match begins; only in mode `count`. */
  readonly hits?: number | undefined;
}

/** What the grep tool answers. */
export interface GrepOutput {
  /** In the order of paths and lines; empty in the modes `files` and `count`. */
  readonly hits: readonly GrepOutputHit[];
  /** Only in the modes `files` and `count`, in the order of paths. */
  readonly files?: readonly GrepOutputFile[] | undefined;
  readonly truncated: boolean;
  readonly nextOffset?: number | undefined;
  /** The first files that could not be searched. */
  readonly skipped?: readonly SkippedFile[] | undefined;
  /** Files that could not be searched; absent for none. */
  readonly skippedCount?: number | undefined;
  /** The time was over before everything was searched. */
  readonly timedOut?: boolean | undefined;
  /** Sentences about how the search was done. */
  readonly notes?: readonly string[] | undefined;
  /** Ignore files that were not applied in full: too long, or not readable. */
  readonly partlyApplied?: readonly string[] | undefined;
  /** What was searched for and where; only when nothing was found. */
  readonly searched?: string | undefined;
  /** The literal text has no hit; these are the hits of the pattern as a regular expression. */
  readonly asRegex?: boolean | undefined;
  /** The `redact` option changed lines. */
  readonly redacted?: boolean | undefined;
}

/** Takes every success of the grep tool. */
export const grepOutputSchema = (): z.Schema<GrepOutput> =>
  z.object({
    hits: z.array(
      z.object({
        path: z.string(),
        line: z.int(),
        text: z.string(),
        before: z.array(z.string()).optional(),
        after: z.array(z.string()).optional(),
      }),
    ),
    files: z.array(z.object({ path: z.string(), hits: z.int().optional() })).optional(),
    truncated: z.boolean(),
    nextOffset: z.int().optional(),
    skipped: skippedSchema().optional(),
    skippedCount: z.int().optional(),
    timedOut: z.boolean().optional(),
    notes: z.array(z.string()).optional(),
    partlyApplied: z.array(z.string()).optional(),
    searched: z.string().optional(),
    asRegex: z.boolean().optional(),
    redacted: z.boolean().optional(),
  });

/** Shows hits grouped by file, or files, then what is left to know; that a search is not complete stands before "no match". */
export function presentGrep(output: GrepOutput): string {
  const { notes = [] } = output;
  const missed = [presentSkipped(output.skipped, output.skippedCount), presentEnd(output)];
  const found = presentFound(output);
  const rest = [
    presentNextPage(output),
    ...(found === null ? [] : missed),
    presentPartlyApplied(output.partlyApplied),
    output.asRegex === true
      ? "[no hit for the literal text; this is the pattern as a regular expression, as with regex: true]"
      : null,
    ...notes.map((note) => `[${note}]`),
  ];
  return [...(found === null ? presentNothing(output, missed) : [found]), ...rest]
    .filter((line) => line !== null)
    .join("\n");
}

function presentFound({ hits, files = [] }: GrepOutput): string | null {
  if (hits.length > 0) return showControls(formatHits(hits.map((hit) => ({ ...hit, path: showPathText(hit.path) }))));
  return files.length > 0 ? files.map(presentFile).join("\n") : null;
}

function presentNothing(
  { searched = "the pattern" }: GrepOutput,
  missed: readonly (string | null)[],
): (string | null)[] {
  if (missed.every((line) => line === null)) return [`[no match for ${searched}]`];
  return ["[the search is not complete]", ...missed, `[no match in what was searched for ${searched}]`];
}

function presentFile({ path, hits }: GrepOutputFile): string {
  return hits === undefined ? showPathText(path) : `${hits}\t${showPathText(path)}`;
}

function presentEnd({ timedOut }: GrepOutput): string | null {
  return timedOut === true ? "[the time was over: not everything was searched; narrow it by path or glob]" : null;
}
