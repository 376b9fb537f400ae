// The failure of an edit whose text occurs nowhere: the nearest regions, what differs there, and what went wrong.

import { cutUtf8 } from "../text/cut-text.js";
import { describeDifference } from "./describe-difference.js";
import type { EditDocument } from "./edit-document.js";
import type { EditFailure } from "./edit-failure.js";
import { occursIn } from "./find-occurrences.js";
import type { LineRange } from "./line-index.js";
import { findNearestRegions } from "./nearest-regions.js";
import { countVisible, MAX_TOLERANT_CHARACTERS, MIN_TOLERANT_CHARACTERS, type PreparedEdit } from "./prepare-edit.js";
import { findQuotedLines, resembles } from "./quoted-lines.js";

const MAX_REGION_LINES = 12;
const MAX_REGION_BYTES = 1024;

// Characters of a text that are compared with a file. Source: ten milliseconds.
const MAX_COMPARED_CHARACTERS = 65_536;

// Lines around a region that a text may have been moved or wrapped to.
const NEAR_LINES = 4;

/** Says what surrounds a failing edit. */
export interface NotFoundContext {
  /** Every edit of the call. */
  readonly edits: readonly PreparedEdit[];
  /** Looks for the nearest regions, which costs a pass over the text. */
  readonly explain: boolean;
}

/** Shows a region of the file that resembles the text; lines are 1-based and inclusive. */
export interface NearestRegion {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly difference: string;
}

/** A region, and whether its lines may take the place of the text: they are what it quotes, no more and no fewer. */
export interface FoundRegion {
  readonly shown: NearestRegion;
  readonly isQuoted: boolean;
}

/** Makes the failure for a text that no rung found. */
export function createNotFound(document: EditDocument, edit: PreparedEdit, context: NotFoundContext): EditFailure {
  const nearest = context.explain ? describeNearest(document, edit) : [];
  const [best] = nearest;
  const hint = adviseCopying(best, "oldText", "Read the file again and copy oldText from it character by character.");
  return {
    edit: edit.index,
    kind: "text_not_found",
    message: `oldText does not occur in the file${describeClosest(best)}`,
    hint: findCause(edit, context) ?? hint,
    details: { nearest: nearest.map(({ shown }) => ({ ...shown })) },
  };
}

/** Says where the likeliest region is and what differs there; nothing where there is none. */
export function describeClosest(best: FoundRegion | undefined): string {
  return best === undefined ? "" : `; closest is line ${best.shown.startLine}: ${best.shown.difference}`;
}

/** Says what to copy from where. Lines are named only where nothing is lost when they take the place of the text. */
export function adviseCopying(best: FoundRegion | undefined, what: string, otherwise: string): string {
  if (best === undefined) return otherwise;
  const { startLine, endLine } = best.shown;
  if (!best.isQuoted) {
    return `Whole lines differ there: read the file from line ${startLine} on, and write the old and the new text anew.`;
  }
  if (endLine - startLine < MAX_REGION_LINES) {
    return `Copy ${what} from lines ${startLine}-${endLine} as they are now, or read the file again.`;
  }
  return `Read lines ${startLine}-${endLine} and copy ${what} from them.`;
}

/** Describes up to three regions that resemble an edit's old text, or the start of a long one, the likeliest first. */
export function describeNearest(document: EditDocument, { oldText }: PreparedEdit): readonly FoundRegion[] {
  const isLong = oldText.length > MAX_COMPARED_CHARACTERS;
  const compared = isLong ? startOf(oldText) : oldText;
  const oldLines = compared.replace(/\n$/, "").split("\n");
  const regions = findNearestRegions(document, compared)
    .map((region) => (isLong ? region : (findQuotedLines(document.lines, oldLines, region.start) ?? region)))
    .filter((region) => "isSame" in region || resembles(linesAround(document, region), oldLines))
    .filter(({ start }, index, found) => found.findIndex((other) => other.start === start) === index);
  // What differs in form alone is surely meant; what differs in more is, where nothing else does.
  const certain = regions.filter((region) => "isSame" in region && region.isSame);
  const isTold = certain.length > 0 || regions.length === 1 || oldLines.length > 1;
  return [...new Set([...certain, ...regions])].map((region) => ({
    shown: describeRegion(document, region, oldLines),
    isQuoted: "isSame" in region && isTold,
  }));
}

/** Cuts a text behind a line, or inside the only one. */
function startOf(text: string): string {
  const start = text.slice(0, MAX_COMPARED_CHARACTERS);
  return start.slice(0, start.lastIndexOf("\n") + 1) || start;
}

function linesAround({ lines }: EditDocument, { start, end }: LineRange): readonly string[] {
  const first = Math.max(0, start - NEAR_LINES);
  return Array.from({ length: Math.min(lines.count, end + NEAR_LINES) - first }, (_, line) =>
    lines.contentOf(first + line),
  );
}

function describeRegion(
  { lines }: EditDocument,
  { start, end }: LineRange,
  oldLines: readonly string[],
): NearestRegion {
  // One line more than is shown, so that a line too many can be told from one that differs.
  const length = Math.min(end + 1, lines.count) - start;
  const fileLines = Array.from({ length }, (_, line) => lines.contentOf(start + line));
  return {
    startLine: start + 1,
    endLine: end,
    text: cutUtf8(fileLines.slice(0, Math.min(end - start, MAX_REGION_LINES)).join("\n"), MAX_REGION_BYTES),
    difference: describeDifference({ firstLine: start + 1, fileLines, oldLines }),
  };
}

function findCause({ index, oldText, newText }: PreparedEdit, { edits }: NotFoundContext): string | null {
  const earlier = edits.find((edit) => edit.index !== index && occursIn(edit.newText, oldText));
  if (earlier !== undefined) {
    return `oldText is part of the newText of edits[${earlier.index}], but every edit is matched against the original file: merge the two.`;
  }
  const visible = countVisible(oldText, MIN_TOLERANT_CHARACTERS);
  const isLong = Math.max(oldText.length, newText.length) > MAX_TOLERANT_CHARACTERS;
  if (isLong && visible > 0) return "So long a text is found only as it is: split the change into several edits.";
  if (visible === 0) return "oldText is nothing but white space: quote the lines around it, too.";
  if (visible < MIN_TOLERANT_CHARACTERS) {
    return "So short an oldText must occur exactly, blanks and line endings included: quote the lines around it, too.";
  }
  if (!oldText.includes("\n") && /\\[nt]/.test(oldText)) {
    return "oldText contains a backslash followed by n or t: send real line breaks and tabs, or quote one line only.";
  }
  if (/^[ \t]*(?:(?:\/\/|#|\/\*|<!--)[ \t]*)?(?:\.\.\.|…)/m.test(oldText)) {
    return "oldText contains a placeholder such as `...`: quote every line as it is, or split the change into two edits.";
  }
  return null;
}
