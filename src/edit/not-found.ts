// The failure of an edit whose text occurs nowhere: the nearest regions, what differs there, and what went wrong.

import { cutUtf8 } from "../text/cut-text.js";
import { describeDifference } from "./describe-difference.js";
import type { EditDocument } from "./edit-document.js";
import type { EditFailure } from "./edit-failure.js";
import { occursIn } from "./find-occurrences.js";
import type { LineRange } from "./line-index.js";
import { findNearestRegions } from "./nearest-regions.js";
import { countVisible, MIN_TOLERANT_CHARACTERS, type PreparedEdit } from "./prepare-edit.js";

const MAX_REGION_LINES = 12;
const MAX_REGION_BYTES = 1024;

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

/** Makes the failure for a text that no rung found. */
export function createNotFound(document: EditDocument, edit: PreparedEdit, context: NotFoundContext): EditFailure {
  const nearest = context.explain ? describeNearest(document, edit) : [];
  const [best] = nearest;
  const closest = best === undefined ? "" : `; closest is line ${best.startLine}: ${best.difference}`;
  return {
    edit: edit.index,
    kind: "text_not_found",
    message: `oldText does not occur in the file${closest}`,
    hint: findCause(edit, context) ?? createHint(best),
    details: { nearest: nearest.map((region) => ({ ...region })) },
  };
}

/** Describes up to three regions that resemble an edit's old text, the likeliest first. */
export function describeNearest(document: EditDocument, edit: PreparedEdit): readonly NearestRegion[] {
  return findNearestRegions(document, edit.oldText).map((region) => describeRegion(document, region, edit));
}

function describeRegion({ lines }: EditDocument, { start, end }: LineRange, edit: PreparedEdit): NearestRegion {
  // One line more than is shown, so that a line too many can be told from one that differs.
  const length = Math.min(end + 1, lines.count) - start;
  const fileLines = Array.from({ length }, (_, line) => lines.contentOf(start + line));
  const oldLines = edit.oldText.replace(/\n$/, "").split("\n");
  return {
    startLine: start + 1,
    endLine: end,
    text: cutUtf8(fileLines.slice(0, Math.min(end - start, MAX_REGION_LINES)).join("\n"), MAX_REGION_BYTES),
    difference: describeDifference({ firstLine: start + 1, fileLines, oldLines }),
  };
}

function createHint(best: NearestRegion | undefined): string {
  if (best === undefined) return "Read the file again and copy oldText from it character by character.";
  return `Copy oldText from lines ${best.startLine}-${best.endLine} as they are now, or read the file again.`;
}

function findCause({ index, oldText }: PreparedEdit, { edits }: NotFoundContext): string | null {
  const earlier = edits.find((edit) => edit.index !== index && occursIn(edit.newText, oldText));
  if (earlier !== undefined) {
    return `oldText is part of the newText of edits[${earlier.index}], but every edit is matched against the original file: merge the two.`;
  }
  const visible = countVisible(oldText, MIN_TOLERANT_CHARACTERS);
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
