// What the edit tool answers, and how a model sees it. Pure.

import type { EditReplacement, MatchRung } from "../../edit/text-edit.js";
import { type ShownText, showText } from "../../text/visible-text.js";
import * as z from "../definition/schema.js";
import { formatBytes } from "../definition/tool-options.js";
import type { FreshnessStamp } from "../freshness/freshness-stamp.js";
import type { LineSpan } from "../freshness/known-lines.js";
import { presentDiff, showAboveDiff } from "../presenting/present-diff.js";

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
  /** The file is new. */
  readonly created?: boolean | undefined;
  /** What the `warn` guard has to say. */
  readonly warning?: string | undefined;
  /** Under a guard, after a partial read: the lines of the new content that the conversation has seen. */
  readonly knownLines?: readonly LineSpan[] | undefined;
  /** The diff shows placeholders for secrets. */
  readonly redacted?: boolean | undefined;
}

const matchRung = (): z.Schema<MatchRung, false> => z.unknown<MatchRung>();

/** Takes every success of the edit tool. */
export const editOutputSchema = (): z.Schema<EditOutput> =>
  z.object({
    path: z.string(),
    diff: z.string(),
    diffTruncated: z.boolean().optional(),
    firstChangedLine: z.int(),
    replacements: z.array(z.object({ edit: z.int(), line: z.int(), matchedBy: matchRung() })),
    sha256: z.string(),
    bytesWritten: z.int(),
    dryRun: z.boolean().optional(),
    created: z.boolean().optional(),
    warning: z.string().optional(),
    knownLines: z.array(z.object({ startLine: z.int(), endLine: z.int() })).optional(),
    redacted: z.boolean().optional(),
  });

/** Shows an edit in one line, or two where a difference was tolerated, and then its diff. */
export function presentEdit(output: EditOutput): ShownText {
  const { path, replacements, firstChangedLine, diff } = output;
  if (output.created === true) return showText(presentCreation(output));
  const count = replacements.length === 1 ? "1 replacement" : `${replacements.length} replacements`;
  const verb = output.dryRun === true ? "Dry run, nothing written:" : "Edited";
  const line = `${verb} ${path}: ${count}, first change in line ${firstChangedLine}.`;
  const loose = replacements.filter(({ matchedBy }) => matchedBy !== "exact");
  const rungs = [...new Set(loose.map(({ matchedBy }) => matchedBy.replaceAll("_", " ")))].join(", ");
  const tolerated = loose.length === 0 ? [] : [`The old text differed in ${rungs}.`];
  const warning = output.warning === undefined ? [] : [output.warning];
  return showAboveDiff([line, ...tolerated, ...warning], presentDiff(diff));
}

function presentCreation({ path, bytesWritten, dryRun, warning }: EditOutput): string {
  const line =
    dryRun === true ? `Dry run, nothing written: ${path} is new.` : `Created ${path} (${formatBytes(bytesWritten)}).`;
  return [line, ...(warning === undefined ? [] : [warning])].join("\n");
}

/** Answers the stamp of an edit; `null` when nothing was written. */
export function stampEdit({ path, sha256, dryRun, knownLines }: EditOutput): FreshnessStamp | null {
  return dryRun === true ? null : { path, version: sha256, lines: knownLines ?? "all" };
}
