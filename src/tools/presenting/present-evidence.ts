// The lines of a file that a failure speaks of, as a model sees them: numbered and within a budget. Pure.

import type { JsonValue } from "../../errors.js";
import { cutUtf8, utf8Length } from "../../text/cut-text.js";
import { showPathText } from "../../text/shown-name.js";
import { presentRegions, type TextRegion } from "./text-region.js";

/** Lines of evidence that a model is shown of one failure at most, titles included. */
export const MAX_EVIDENCE_LINES = 30;

/** UTF-8 bytes of evidence that a model is shown of one failure at most. */
export const MAX_EVIDENCE_BYTES = 2048;

const MAX_REGIONS = 3;

/** Holds the details of a failure, perhaps made by another version: every field is judged before it is used. */
type Details = Readonly<Record<string, JsonValue | undefined>>;

/**
 * Answers the lines that the details of a failure hold, each list under a title: the candidates of an ambiguous text,
 * and the regions nearest to a text that was not found. Empty when there are none.
 */
export function presentEvidence(details: Details): readonly string[] {
  const failures = Array.isArray(details["failures"]) ? details["failures"] : [details];
  const lines = failures.filter(isDetails).flatMap(({ ...failure }) => {
    return listEvidence(failure, failures.length > 1 ? ` of ${namePart(failure)}` : "");
  });
  return takeWithinBudget(lines);
}

/** Names the part of a call that failed: an edit by its place in the list, or a hunk of a patch. */
function namePart({ edit, path, hunk }: Details): string {
  if (typeof path !== "string") return `edits[${String(edit)}]`;
  const shown = showPathText(path);
  return hunk === undefined ? shown : `${shown}, hunk ${String(hunk)}`;
}

function listEvidence(details: Details, part: string): readonly string[] {
  const candidates = readCandidates(details["candidates"]);
  if (candidates.length > 0) return [`Candidates${part}:`, ...presentRegions(candidates)];
  const nearest = readRegions(details["nearest"], "startLine").slice(0, MAX_REGIONS);
  return nearest.length > 0 ? [`Nearest lines${part}:`, ...presentRegions(nearest)] : [];
}

/** Reads candidates with the line that tells each from the others, in the order of the file. */
function readCandidates(value: JsonValue | undefined): readonly TextRegion[] {
  const telling = Array.isArray(value) ? value.filter(isDetails).map((candidate) => candidate["differs"] ?? null) : [];
  const regions = [...readRegions(value, "line"), ...readRegions(telling, "line")];
  const ordered = regions.toSorted((left, right) => left.startLine - right.startLine);
  return ordered.filter(({ startLine }, index) => startLine !== ordered[index - 1]?.startLine);
}

function readRegions(value: JsonValue | undefined, lineField: string): readonly TextRegion[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isDetails).flatMap((region) => {
    const startLine = region[lineField];
    const text = region["text"];
    return typeof startLine === "number" && typeof text === "string" ? [{ startLine, text }] : [];
  });
}

function isDetails(value: unknown): value is Details {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Takes lines from the front. The one that no longer fits is cut; a title with nothing below it is left out. */
function takeWithinBudget(lines: readonly string[]): readonly string[] {
  const taken: string[] = [];
  let bytesLeft = MAX_EVIDENCE_BYTES;
  for (const line of lines.slice(0, MAX_EVIDENCE_LINES)) {
    const isWhole = utf8Length(line) <= bytesLeft;
    taken.push(isWhole ? line : `${cutUtf8(line, bytesLeft - utf8Length("…"))}…`);
    if (!isWhole) break;
    bytesLeft -= utf8Length(line) + 1;
  }
  return taken.slice(0, 1 + taken.findLastIndex((line) => /^\d+\t/.test(line)));
}
