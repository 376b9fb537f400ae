// Search by ripgrep: it names places, and the boundary reads the lines there through its own held directories.

import { HitPage, type SearchPage } from "../search/hit-page.js";
import type { RipgrepScope } from "../shell/ripgrep.js";
import type { Gate } from "./gate.js";
import { type GrepRequest, resolvePageOptions } from "./grep-request.js";
import { HitVisitor } from "./hit-visitor.js";
import { escapeGlob, findIgnoredDirectories } from "./ignored-directories.js";
import { findBinaryFiles } from "./ripgrep-binaries.js";
import { collectAny, collectInOrder, type RipgrepPass } from "./ripgrep-passes.js";
import { openSearchBase, type SearchBase } from "./search-base.js";
import { TEMPORARY_NAME_GLOB } from "./temporary-files.js";
import type { Place } from "./walk-path.js";

/** Milliseconds that the search in order is given before all threads take over: a page of frequent hits takes 10. */
const IN_ORDER_MS = 25;

function planScope(
  base: SearchBase,
  program: string,
  { request, maxLevels }: { readonly request: GrepRequest; readonly maxLevels?: number },
): RipgrepScope {
  return {
    program,
    cwd: base.directory.pathForChild() ?? "",
    path: base.onlyFile,
    excludeGlobs: [TEMPORARY_NAME_GLOB, ...findIgnoredDirectories(base, maxLevels).map(escapeGlob)],
    signal: request.signal,
  };
}

/**
 * Fills a page. ripgrep answers in a fixed order only on one thread, so it is asked that way first, for long enough to
 * fill a page of frequent hits. What takes longer is searched on all threads and put in order at the end; only when that
 * finds more than the page takes, the search in order decides what is on it.
 */
async function fillPage(pass: RipgrepPass, program: string): Promise<HitPage> {
  const { base, request } = pass;
  const first = new HitPage(resolvePageOptions(request));
  const isWhole = base.onlyFile !== undefined;
  const near = planScope(base, program, { request, maxLevels: 1 });
  const end = await collectInOrder(pass, first, isWhole ? near : { ...near, timeoutMs: IN_ORDER_MS });
  if (end === "done" || isWhole) return first;
  const scope = planScope(base, program, { request });
  const page = new HitPage(resolvePageOptions(request));
  if ((await collectAny(pass, page, scope)) === "done") return page;
  const ordered = new HitPage(resolvePageOptions(request));
  await collectInOrder(pass, ordered, scope);
  return ordered;
}

/** Names binary files with the pattern where nothing else has it, so that "no match" is not all there is to say. */
async function explainEmptyPage(pass: RipgrepPass, page: HitPage, program: string): Promise<HitPage> {
  const { base, request, visitor } = pass;
  if (base.onlyFile === undefined) {
    await findBinaryFiles(pass, page, planScope(base, program, { request }));
    return page;
  }
  const named = new HitPage(resolvePageOptions(request));
  return (await visitor.visitIfBinary(base.onlyFile, named)) ? named : page;
}

/**
 * Searches a file, or every file below a directory, in the order of paths.
 * ripgrep reads no ignore file, since one may be a pipe or endless: it is told which directories to leave out, and the
 * chain of rules judges each file with a hit.
 */
export async function grepByRipgrep(
  gate: Gate,
  place: Place,
  search: { readonly request: GrepRequest; readonly program: string },
): Promise<SearchPage> {
  const { request, program } = search;
  const base = openSearchBase(gate, place, request.includeIgnored);
  const visitor = new HitVisitor({ place, base, request });
  const pass: RipgrepPass = { base, request, visitor };
  try {
    const page = await fillPage(pass, program);
    return (page.isEmpty ? await explainEmptyPage(pass, page, program) : page).finish();
  } finally {
    visitor.close();
    base.directory.close();
  }
}
