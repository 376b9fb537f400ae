// What the write tool answers, and how a model sees it. Pure.

import { cutUtf8 } from "../../text/cut-text.js";
import type { ShownText } from "../../text/visible-text.js";
import * as z from "../definition/schema.js";
import { formatBytes } from "../definition/tool-options.js";
import type { FreshnessStamp } from "../freshness/freshness-stamp.js";
import { showAboveDiff } from "../presenting/present-diff.js";

// About 300 tokens of a diff are shown, and of lines that go or come together the first few.
const MAX_DIFF_LINES = 24;
const MAX_DIFF_BYTES = 1024;
const MAX_RUN_LINES = 3;

/** What the write tool answers. */
export interface WriteOutput {
  readonly path: string;
  /** The file did not exist before. */
  readonly created: boolean;
  readonly bytesWritten: number;
  /** Of the new content, in lower-case hex. */
  readonly sha256: string;
  /** Unified diff against the old text; empty when nothing changed or the old content was not text. */
  readonly diff: string;
  /** The diff was cut or left out. */
  readonly diffTruncated?: boolean | undefined;
  /** Lines that the new text does not have any more; absent where no text was replaced by another. */
  readonly linesRemoved?: number | undefined;
  /** Lines that the old text did not have; absent where no text was replaced by another. */
  readonly linesAdded?: number | undefined;
  /** Every line of the file ended in CRLF, so those of the content, which had LF, were written with it. */
  readonly keptLineEnding?: "crlf" | undefined;
  /** What the `warn` guard has to say. */
  readonly warning?: string | undefined;
  /** The diff shows placeholders for secrets. */
  readonly redacted?: boolean | undefined;
}

/** Takes every success of the write tool. */
export const writeOutputSchema = (): z.Schema<WriteOutput> =>
  z.object({
    path: z.string(),
    created: z.boolean(),
    bytesWritten: z.int(),
    sha256: z.string(),
    diff: z.string(),
    diffTruncated: z.boolean().optional(),
    linesRemoved: z.int().optional(),
    linesAdded: z.int().optional(),
    keptLineEnding: z.oneOf(["crlf"]).optional(),
    warning: z.string().optional(),
    redacted: z.boolean().optional(),
  });

/**
 * Shows a write in one line of figures, with a short diff where something was replaced: the model has just written the
 * new text, and the output holds the whole diff.
 */
export function presentWrite(output: WriteOutput): ShownText {
  const { created, diff, warning } = output;
  const ending =
    output.keptLineEnding === undefined ? [] : ["Its lines end in CRLF, as those of the file did; the content had LF."];
  const words = [describeWrite(output), ...ending, ...(warning === undefined ? [] : [warning])];
  return showAboveDiff(words, created || diff === "" ? undefined : shortenDiff(diff));
}

function describeWrite(output: WriteOutput): string {
  const { path, created, bytesWritten, diff, diffTruncated, linesRemoved = 0, linesAdded = 0 } = output;
  const isSame = !created && diff === "" && diffTruncated !== true;
  const isCounted = !created && linesRemoved + linesAdded > 0;
  const lines = isCounted
    ? `; ${linesRemoved} ${linesRemoved === 1 ? "line" : "lines"} removed, ${linesAdded} added`
    : "";
  const verb = created ? "Created" : "Replaced";
  return `${verb} ${path} (${formatBytes(bytesWritten)}${lines})${isSame ? "; its content was the same before" : ""}.`;
}

/** Shows the first lines of a diff, and of each of its runs. */
function shortenDiff(diff: string): string {
  const lines = diff.replace(/\n$/, "").split("\n");
  const short: string[] = [];
  let left = lines.length;
  for (let start = 0; start < lines.length && short.length < MAX_DIFF_LINES; ) {
    const end = endOfRun(lines, start);
    const shown = end - start > MAX_RUN_LINES + 1 ? MAX_RUN_LINES : end - start;
    short.push(...lines.slice(start, start + shown));
    if (start + shown < end) short.push(`… ${end - start - shown} more such lines`);
    left -= end - start;
    start = end;
  }
  const text = short.join("\n");
  const whole = cutUtf8(text, MAX_DIFF_BYTES);
  if (whole.length === text.length) return left > 0 ? `${whole}\n… ${left} more diff lines` : whole;
  return `${whole}…\n[the diff is cut here; it has ${lines.length} lines]`;
}

/** A run are lines that go together, or come together; every other line stands alone. */
function endOfRun(lines: readonly string[], start: number): number {
  const mark = lines[start]?.charAt(0);
  if ((mark !== "+" && mark !== "-") || start < 2) return start + 1;
  let end = start + 1;
  while (lines[end]?.charAt(0) === mark) end += 1;
  return end;
}

/** Says which version of which file a write leaves. */
export function stampWrite({ path, sha256 }: WriteOutput): FreshnessStamp {
  return { path, version: sha256, lines: "all" };
}
