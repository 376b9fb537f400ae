// The hits of a search as lines of JSON, page after page: the first one at once, later ones as they are taken.

import type { GrepOptions, GrepResult, Workspace } from "../workspace/interfaces/workspace.js";
import { createBody } from "./byte-stream.js";
import { describeError } from "./http-error.js";
import type { TakeTurn } from "./route.js";

/** How much larger each page is than the one before, since each is a search of its own. */
const PAGE_GROWTH = 8;

/** Says what to search for, and how many hits are wanted in all. */
export interface GrepRequest extends GrepOptions {
  readonly pattern: string;
  readonly signal: AbortSignal;
}

interface GrepPage {
  readonly result: GrepResult;
  readonly offset: number;
  /** Hits or files that may still follow. */
  readonly remaining: number;
  readonly count: number;
}

async function findPage(
  workspace: Workspace,
  request: GrepRequest,
  page: { readonly offset: number; readonly limit: number; readonly remaining: number },
): Promise<GrepPage> {
  const { pattern, ...options } = request;
  const { offset, limit } = page;
  const result = await workspace.fs.grep(pattern, { ...options, offset, limit });
  const count = result.files?.length ?? result.hits.length;
  return { result, offset, count, remaining: page.remaining - count };
}

function describeItems({ result }: GrepPage): readonly object[] {
  const files = (result.files ?? []).map((file) => ({ kind: "file", ...file }));
  return [...files, ...result.hits.map((hit) => ({ kind: "hit", ...hit }))];
}

/** Says what the search says of itself; the counts are of all pages. */
function describeEnd({ result, offset, count }: GrepPage, total: { items: number; files: number }): object {
  const { hits, files, truncated, filesWithHits, ...rest } = result;
  return {
    kind: "end",
    count: total.items,
    filesWithHits: total.files,
    truncated,
    nextOffset: truncated && count > 0 ? offset + count : null,
    ...rest,
  };
}

function toLines(items: readonly object[]): Uint8Array {
  return Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(""));
}

/** Answers the page behind another one. */
type FindNextPage = (page: GrepPage, limit: number) => Promise<GrepPage>;

async function* streamPages(first: GrepPage, findNext: FindNextPage): AsyncGenerator<Uint8Array> {
  const files = new Set<string>();
  let [page, limit, items] = [first, Math.max(first.count, 1), 0];
  for (;;) {
    for (const { path } of [...page.result.hits, ...(page.result.files ?? [])]) files.add(path);
    items += page.count;
    const isLast = !page.result.truncated || page.remaining <= 0 || page.count === 0;
    const end = isLast ? [describeEnd(page, { items, files: files.size })] : [];
    yield toLines([...describeItems(page), ...end]);
    if (isLast) return;
    limit = Math.min(limit * PAGE_GROWTH, page.remaining);
    page = await findNext(page, limit);
  }
}

/** Tells of a failure in the last line, since the status went out long ago. */
async function* endWithFailure(
  lines: AsyncIterable<Uint8Array>,
  request: GrepRequest,
  workspace: Workspace,
): AsyncGenerator<Uint8Array> {
  try {
    yield* lines;
  } catch (error) {
    request.signal.throwIfAborted();
    yield toLines([{ kind: "error", ...describeError(error, workspace).body }]);
  }
}

/**
 * Begins a search; what is wrong with it is thrown here. The answer makes the stream of its lines.
 * NOT guaranteed: that pages after the first fit to it when files change meanwhile.
 */
export async function openGrepLines(
  workspace: Workspace,
  request: GrepRequest,
  takeTurn: TakeTurn,
): Promise<() => ReadableStream<Uint8Array>> {
  const { offset = 0, limit: remaining = workspace.limits.maxGrepHits } = request;
  const limit = Math.min(remaining, workspace.limits.maxGrepHits);
  const first = await findPage(workspace, request, { offset, limit, remaining });
  const findNext: FindNextPage = ({ offset: start, count, remaining: left }, pageLimit) =>
    takeTurn(() => findPage(workspace, request, { offset: start + count, limit: pageLimit, remaining: left }));
  return () => createBody(endWithFailure(streamPages(first, findNext), request, workspace));
}
