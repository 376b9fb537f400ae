// Searching any store: by its own search, or by listing and reading it. How text is matched is the business of `search`.

import { FsError, isFsError } from "../errors.js";
import {
  GREP_TIMEOUT_MS,
  MAX_GREP_CONTEXT_LINES,
  MAX_GREP_HITS,
  MAX_GREP_LINE_BYTES,
  MAX_SKIPPED_FILES,
} from "../limits.js";
import { compileGlob, type GlobPattern } from "../search/glob-pattern.js";
import { HitPage } from "../search/hit-page.js";
import { IgnoreLevels } from "../search/ignore-levels.js";
import { createLineMatcher } from "../search/line-matcher.js";
import { type FileSearch, scanFile } from "../search/scan-file.js";
import { findNotationError } from "../text/meant-path.js";
import { createSearchClock } from "../workspace/searching/search-clock.js";
import { createHardPartSearch } from "../workspace/threads/hard-part-search.js";
import {
  type FileStore,
  isListable,
  isSearchable,
  type StoreSearchRequest,
  type StoreSearchResult,
} from "./file-store.js";
import { findNearest } from "./own-path.js";
import { readSearchableBytes } from "./read-searchable.js";
import { resolveStorePath } from "./store-path.js";
import { walkStoreFiles } from "./walk-store.js";

/** A search that has begun. */
interface Search {
  readonly store: FileStore;
  readonly request: StoreSearchRequest;
  readonly glob: GlobPattern | null;
  readonly files: FileSearch;
  readonly rules: IgnoreLevels;
}

async function createSearch(store: FileStore, request: StoreSearchRequest): Promise<Search> {
  const { pattern, glob, mode = "content", offset = 0, limit = MAX_GREP_HITS } = request;
  const end = { deadlineMs: performance.now() + GREP_TIMEOUT_MS, signal: request.signal };
  return {
    store,
    request,
    rules: IgnoreLevels.start(),
    glob: glob === undefined ? null : compileGlob(glob, { matchBasename: true }),
    files: {
      matcher: await createLineMatcher(pattern, request),
      page: new HitPage({ mode, offset, limit, maxSkipped: MAX_SKIPPED_FILES }),
      clock: createSearchClock(end),
      hardParts: createHardPartSearch(end),
      mode,
      context: Math.min(request.context ?? 0, MAX_GREP_CONTEXT_LINES),
      maxBytesPerLine: request.maxBytesPerLine ?? MAX_GREP_LINE_BYTES,
    },
  };
}

function createUnlistableError(path: string): FsError {
  return new FsError("not_a_file", `${path} is a directory, and this store does not list directories.`, {
    path,
    hint: "Search one file: give its path.",
  });
}

/** Waits only where a turn is due, since it is asked at each entry; the end of the time ends the page. */
function createPace({ clock, page }: FileSearch): () => boolean | Promise<boolean> {
  let isInTime = true;
  const look = async (): Promise<boolean> => {
    isInTime = await clock.tick();
    if (!isInTime) page.endInTime();
    return isInTime;
  };
  return () => (isInTime && clock.isDue() ? look() : isInTime);
}

async function* selectBelow(search: Search, directory: string): AsyncGenerator<string, void, void> {
  const { store, glob, request, files, rules } = search;
  if (!isListable(store)) throw createUnlistableError(request.path ?? ".");
  const relative = (path: string): string => (directory === "" ? path : path.slice(directory.length + 1));
  const paths = walkStoreFiles(store, {
    directory,
    rules,
    signal: request.signal,
    includesIgnored: request.includeIgnored,
    mayGoOn: createPace(files),
    canEnter: (path) => glob?.couldMatchBelow(relative(path)) ?? true,
    onSkipped: (path, reason) => files.page.skip(path, reason),
  });
  for await (const path of paths) {
    if (glob?.matches(relative(path)) ?? true) yield path;
  }
}

async function searchFile({ store, request, files }: Search, path: string, isNamed: boolean): Promise<void> {
  const bytes = await readSearchableBytes(store, path, { signal: request.signal });
  await scanFile({ path, bytes, isNamed }, files);
}

async function searchDirectory(search: Search, directory: string): Promise<void> {
  const { page, clock } = search.files;
  for await (const path of selectBelow(search, directory)) {
    if (!(await clock.tick())) return page.endInTime();
    try {
      await searchFile(search, path, false);
    } catch (error) {
      if (!isFsError(error)) throw error;
      page.skip(path, error.message);
    }
    if (page.isFull) return;
  }
}

async function createNotFoundError({ store, request: { signal } }: Search, path: string): Promise<FsError> {
  const { missing } = await findNearest({ store, path, signal });
  const notation = findNotationError({ given: path, missing });
  const hint = "Search a directory above it.";
  return notation ?? new FsError("path_not_found", `${path} does not exist.`, { path, hint });
}

async function searchPath(search: Search, path: string): Promise<void> {
  const stat = await search.store.stat(path, { signal: search.request.signal });
  if (stat === null) throw await createNotFoundError(search, path);
  const normalPath = resolveStorePath(path);
  if (stat.type === "dir") return searchDirectory(search, normalPath);
  await searchFile(search, normalPath, true);
}

/**
 * Searches a store: by its own `search` if it has one, otherwise by reading its files one after another.
 * Of a directory, ignore files and `.git` are honoured, links are not followed, and binary files are named only when they
 * have the pattern and nothing else does; a file that is named itself is searched whatever hides it, and counts as
 * skipped when binary.
 * A store that does not list directories is searched one named file at a time.
 * @throws {FsError} invalid_pattern, path_not_found
 * @throws {FsError} not_a_file – when a directory is to be searched and the store does not list
 */
export async function searchStore(store: FileStore, request: StoreSearchRequest): Promise<StoreSearchResult> {
  if (isSearchable(store)) return store.search(request);
  request.signal?.throwIfAborted();
  const search = await createSearch(store, request);
  if (request.path === undefined) await searchDirectory(search, "");
  else await searchPath(search, request.path);
  const partlyApplied = search.rules.partlyApplied();
  return { ...search.files.page.finish(), ...(partlyApplied.length > 0 ? { partlyApplied } : {}) };
}
