// Pages of long answers: which offset comes next, and the words for it. Pure.

import { showPathText } from "../../text/shown-name.js";

/** Says where the next page begins. */
export interface PageFields {
  readonly truncated: boolean;
  /** `offset` of the next page. */
  readonly nextOffset?: number;
}

/** Describes a page of items that began at an offset: 0-based, so many items are skipped. */
export function describePage(offset: number, count: number, truncated: boolean): PageFields {
  return truncated ? { truncated, nextOffset: offset + count } : { truncated };
}

/** Tells a model how to go on; `null` at the end. */
export function presentNextPage(page: {
  readonly truncated: boolean;
  readonly nextOffset?: number | undefined;
}): string | null {
  return page.truncated ? `[more exist; continue with offset: ${page.nextOffset}]` : null;
}

/** Says that ignore files were applied in part; `null` when all were applied in full. */
export function presentPartlyApplied(files: readonly string[] | undefined): string | null {
  if (files === undefined || files.length === 0) return null;
  return `[rules that could not be applied, so that some ignored entries are shown: ${files.map(showPathText).join(", ")}]`;
}
