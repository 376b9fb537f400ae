// Pages of long answers: which offset comes next, and the words for it. Pure.

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
