// Searching any store: by its own search, or by listing and reading it. How text is matched is the business of `search`.

import { FsError, isFsError } from "../errors.js";
import { MAX_GREP_CONTEXT_LINES, MAX_GREP_HITS, MAX_GREP_LINE_BYTES } from "../limits.js";
import { compileGlob, type GlobPattern } from "../search/glob-pattern.js";
import { createLineMatcher, type LineMatcher } from "../search/line-matcher.js";
import { scanText } from "../search/scan-text.js";
import {
  type FileStore,
  isListable,
  isSearchable,
  type StoreSearchHit,
  type StoreSearchRequest,
  type StoreSearchResult,
} from "./file-store.js";
import { readSearchableText } from "./read-searchable.js";
import { resolveStorePath } from "./store-path.js";
import { walkStoreFiles } from "./walk-store.js";

/** A search that has begun. */
interface Search {
  readonly store: FileStore;
  readonly request: StoreSearchRequest;
  readonly matcher: LineMatcher;
  readonly glob: GlobPattern | null;
  /** Hits that are looked for: those before the page, those of the page, and one that shows that more follow. */
  readonly wantedHits: number;
  readonly hits: StoreSearchHit[];
  readonly skipped: { readonly path: string; readonly reason: string }[];
}

async function createSearch(store: FileStore, request: StoreSearchRequest): Promise<Search> {
  const { pattern, glob, offset = 0, limit = MAX_GREP_HITS } = request;
  return {
    store,
    request,
    matcher: await createLineMatcher(pattern, request),
    glob: glob === undefined ? null : compileGlob(glob, { matchBasename: true }),
    wantedHits: offset + limit + 1,
    hits: [],
    skipped: [],
  };
}

function createUnlistableError(path: string): FsError {
  return new FsError("not_a_file", `${path} is a directory, and this store does not list directories.`, {
    path,
    hint: "Search one file: give its path.",
  });
}

async function* selectBelow(search: Search, directory: string): AsyncGenerator<string, void, void> {
  const { store, glob, request, skipped } = search;
  if (!isListable(store)) throw createUnlistableError(request.path ?? ".");
  const relative = (path: string): string => (directory === "" ? path : path.slice(directory.length + 1));
  const paths = walkStoreFiles(store, {
    directory,
    signal: request.signal,
    canEnter: (path) => glob?.couldMatchBelow(relative(path)) ?? true,
    onSkipped: (path, reason) => skipped.push({ path, reason }),
  });
  for await (const path of paths) {
    if (glob?.matches(relative(path)) ?? true) yield path;
  }
}

/** Scans one file; answers whether it was text. */
async function scanFile(search: Search, path: string): Promise<boolean> {
  const { store, request, matcher, hits, wantedHits } = search;
  const text = await readSearchableText(store, path, { signal: request.signal });
  if (text === null) return false;
  const options = {
    context: Math.min(request.context ?? 0, MAX_GREP_CONTEXT_LINES),
    maxHits: wantedHits - hits.length,
    maxBytesPerLine: request.maxBytesPerLine ?? MAX_GREP_LINE_BYTES,
  };
  for (const hit of scanText(text, matcher, options)) hits.push({ path, ...hit });
  return true;
}

async function scanDirectory(search: Search, directory: string): Promise<void> {
  for await (const path of selectBelow(search, directory)) {
    try {
      await scanFile(search, path);
    } catch (error) {
      if (!isFsError(error)) throw error;
      search.skipped.push({ path, reason: error.message });
    }
    if (search.hits.length >= search.wantedHits) return;
  }
}

async function scanPath(search: Search, path: string): Promise<void> {
  const { store, request, skipped } = search;
  const normalPath = resolveStorePath(path);
  const stat = await store.stat(path, { signal: request.signal });
  if (stat === null) {
    throw new FsError("path_not_found", `${path} does not exist.`, { path, hint: "Search a directory above it." });
  }
  if (stat.type === "dir") return scanDirectory(search, normalPath);
  if (!(await scanFile(search, normalPath))) skipped.push({ path: normalPath, reason: "the file is binary" });
}

function toResult(search: Search): StoreSearchResult {
  const { request, hits, skipped, wantedHits } = search;
  const page = hits.slice(request.offset ?? 0, wantedHits - 1);
  return {
    hits: page,
    truncated: hits.length >= wantedHits,
    filesWithHits: new Set(page.map((hit) => hit.path)).size,
    skipped,
  };
}

/**
 * Asserts that more than single files of a store can be searched.
 * @throws {TypeError} when the store neither searches by itself nor lists its directories
 */
export function assertSearchable(store: FileStore): void {
  if (isSearchable(store) || isListable(store)) return;
  throw new TypeError("The store cannot be searched: give it a search method, or a list method.");
}

/**
 * Searches a store: by its own `search` if it has one, otherwise by reading its files one after another.
 * Of a directory, ignore files and `.git` are honoured, links are not followed, and binary files are left out without a
 * word, as ripgrep does; a file that is named itself is searched whatever hides it, and counts as skipped when binary.
 * A store that does not list directories is searched one named file at a time.
 * @throws {FsError} invalid_pattern, path_not_found
 * @throws {FsError} not_a_file – when a directory is to be searched and the store does not list
 */
export async function searchStore(store: FileStore, request: StoreSearchRequest): Promise<StoreSearchResult> {
  if (isSearchable(store)) return store.search(request);
  request.signal?.throwIfAborted();
  const search = await createSearch(store, request);
  if (request.path === undefined) await scanDirectory(search, "");
  else await scanPath(search, request.path);
  return toResult(search);
}
