// Lists of files that their bytes tell apart, whatever is searched for: those that are not UTF-8, and binary ones. Searches
// that run at once share them.

import { MAX_BINARY_SCAN_BYTES } from "../../limits.js";
import { sortByPath } from "../../search/path-order.js";
import { type ContainedPattern, listWithRipgrep, NO_END, type RipgrepScope } from "../../shell/ripgrep/ripgrep.js";
import type { ForeignFiles } from "./foreign-files.js";
import type { GrepRequest } from "./grep-request.js";
import type { HitVisitor } from "./hit-visitor.js";
import type { RipgrepPass } from "./ripgrep-passes.js";
import type { SearchBase } from "./search-base.js";

/** Files at most whose text is decoded for one search; more are told of in a note. */
const MAX_FOREIGN_FILES = 10_000;

const CONTINUATION = String.raw`[\x80-\xbf]`;
const NO_CONTINUATION = String.raw`(?:[^\x80-\xbf]|$)`;

/** Any byte that is no part of a well-formed sequence of UTF-8, seen from what stands around it in its line. */
const ILL_FORMED: string = [
  String.raw`[\xc0\xc1\xf5-\xff]`,
  `(?:^|[\\x00-\\x7f])${CONTINUATION}`,
  `[\\xc2-\\xdf](?:${NO_CONTINUATION}|${CONTINUATION}{2})`,
  String.raw`\xe0[\x80-\x9f]|\xed[\xa0-\xbf]|\xf0[\x80-\x8f]|\xf4[\x90-\xbf]`,
  `[\\xe0-\\xef](?:${CONTINUATION}?${NO_CONTINUATION}|${CONTINUATION}{3})`,
  `[\\xf0-\\xf4](?:${CONTINUATION}{0,2}${NO_CONTINUATION}|${CONTINUATION}{4})`,
].join("|");

/** A file that ripgrep takes for binary, unless it is marked as UTF-16. */
const HOLDS_NUL: ContainedPattern = { pattern: "\\x00", regex: true, maxBytesAsText: MAX_BINARY_SCAN_BYTES };

/** Characters of names that are handed to ripgrep at a time; Windows takes 32 767 in all. */
const MAX_NAME_LENGTH: number = 16 * 1024;

/** Says what is looked for, where, and who knows which files count. */
export interface ListedSearch {
  readonly request: GrepRequest;
  readonly base: SearchBase;
  readonly scope: RipgrepScope;
  readonly visitor: HitVisitor;
}

function remainingMs({ deadlineMs }: GrepRequest): number {
  return Math.max(1, Math.ceil(deadlineMs - performance.now()));
}

/** Answers wanted files in no order, one more than so many at most; `undefined` when the time was over first. */
async function listWanted(
  { request, scope, visitor }: ListedSearch,
  containing: ContainedPattern,
  maxFiles = Number.POSITIVE_INFINITY,
): Promise<readonly string[] | undefined> {
  const wanted: string[] = [];
  const batches = listWithRipgrep({ ...scope, order: "any", timeoutMs: remainingMs(request), containing });
  try {
    for (let next = await batches.next(); wanted.length <= maxFiles; next = await batches.next()) {
      if (next.done === true) return next.value.isTimedOut ? undefined : wanted;
      await visitor.pause();
      wanted.push(...next.value.filter((path) => visitor.isWanted(path)));
    }
    return wanted;
  } finally {
    await batches.return(NO_END);
  }
}

/** Finds the files that are neither UTF-8 nor marked as UTF-16, nor binary; `undefined` when the time was over first. */
export async function findForeignFiles(search: ListedSearch): Promise<ForeignFiles | undefined> {
  const illFormed = { pattern: `(?-u:${ILL_FORMED})`, regex: true };
  const patienceMs = remainingMs(search.request);
  const paths = await search.base.shareList({ kind: "foreign", patienceMs }, () =>
    listWanted(search, illFormed, MAX_FOREIGN_FILES),
  );
  const files = paths?.slice(0, MAX_FOREIGN_FILES).map((path) => ({ path, places: [], isUnsearched: true }));
  return files && paths && { files: sortByPath(files), isCut: paths.length > MAX_FOREIGN_FILES };
}

function* cutIntoRuns(paths: readonly string[]): Generator<readonly string[]> {
  let run: string[] = [];
  let length = 0;
  for (const path of paths) {
    run.push(path);
    length += path.length;
    if (length < MAX_NAME_LENGTH) continue;
    yield run;
    [run, length] = [[], 0];
  }
  if (run.length > 0) yield run;
}

/**
 * Names the binary files that hold the pattern, so that "no match" is not all there is to say. ripgrep takes a file that it
 * is given by its name for text in any case.
 */
export async function findBinaryFiles(
  pass: RipgrepPass,
  { base, scope }: Omit<ListedSearch, keyof RipgrepPass>,
): Promise<void> {
  const { request, visitor, page } = pass;
  const { pattern, regex, ignoreCase, multiline } = request;
  const patienceMs = remainingMs(request);
  const binaries = await base.shareList({ kind: "binary", patienceMs }, () =>
    listWanted({ request, base, scope, visitor }, HOLDS_NUL),
  );
  if (binaries === undefined) return page.endInTime();
  // Only well-formed names can be handed over.
  for (const path of binaries)
    if (!path.isWellFormed()) await visitor.visit({ path, places: [], isUnsearched: true }, page);
  for (const paths of cutIntoRuns(binaries.filter((path) => path.isWellFormed()))) {
    const containing = { pattern, regex, ignoreCase, multiline };
    const { program, cwd, signal } = scope;
    const held = await listWanted({ request, base, scope: { program, cwd, signal, paths }, visitor }, containing);
    if (held === undefined) return page.endInTime();
    for (const path of held) await visitor.visit({ path, places: [], isUnsearched: true }, page);
  }
}
