// The two ways in which ripgrep is asked: in the order of paths on one thread, and on all threads in any order.

import type { HitPage } from "../../search/hit-page.js";
import { sortByPath } from "../../search/path-order.js";
import {
  listWithRipgrep,
  NO_END,
  type RipgrepEnd,
  type RipgrepHit,
  type RipgrepScope,
  searchWithRipgrep,
} from "../../shell/ripgrep/ripgrep.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import { type ForeignFiles, mergeForeign } from "./foreign-files.js";
import type { GrepRequest } from "./grep-request.js";
import type { FoundFile, HitVisitor } from "./hit-visitor.js";
import { isStillHidden, type LeftOut, planLeavingOut } from "./left-out.js";

/** One way through the files: what is sought, who confirms it, and the page it goes to. */
export interface RipgrepPass {
  readonly request: GrepRequest;
  readonly visitor: HitVisitor;
  readonly page: HitPage;
  /** Files that are searched in any case, since ripgrep cannot. */
  readonly foreign: ForeignFiles;
}

/**
 * `done`: the page is what it is to be. `unfinished`: time, or in any order the page, was over first.
 * `doubtful`: something was left out that is not hidden.
 */
export type PassEnd = "done" | "unfinished" | "doubtful";

type Output = AsyncGenerator<readonly FoundFile[], RipgrepEnd, void>;

function groupByFile(hits: readonly RipgrepHit[]): readonly FoundFile[] {
  const files: { path: string; places: RipgrepHit[] }[] = [];
  for (const hit of hits) {
    const last = files.at(-1);
    if (last?.path === hit.path) last.places.push(hit);
    else files.push({ path: hit.path, places: [hit] });
  }
  return files;
}

async function* searchFiles(scope: RipgrepScope, request: GrepRequest): Output {
  const { pattern, regex, ignoreCase, mode, offset, limit } = request;
  const maxHitsPerFile = mode === "content" ? offset + limit + 1 : 1;
  const hits = searchWithRipgrep({ ...scope, pattern, regex, ignoreCase, maxHitsPerFile });
  try {
    for (let next = await hits.next(); ; next = await hits.next()) {
      if (next.done === true) return next.value;
      yield groupByFile(next.value);
    }
  } finally {
    await hits.return(NO_END);
  }
}

/** Where each file is scanned anyway, across lines and for counts, ripgrep only names them, and counts no lines. */
async function* listFiles(scope: RipgrepScope, request: GrepRequest): Output {
  const { pattern, regex, ignoreCase, multiline } = request;
  const paths = listWithRipgrep({ ...scope, containing: { pattern, regex, ignoreCase, multiline } });
  try {
    for (let next = await paths.next(); ; next = await paths.next()) {
      if (next.done === true) return next.value;
      yield next.value.map((path) => ({ path, places: [] }));
    }
  } finally {
    await paths.return(NO_END);
  }
}

function askRipgrep({ request, foreign }: RipgrepPass, scope: RipgrepScope): Output {
  const remainingMs = Math.max(1, Math.ceil(request.deadlineMs - performance.now()));
  const limited = { ...scope, timeoutMs: remainingMs };
  const isListed = request.multiline || request.mode === "count";
  const output = isListed ? listFiles(limited, request) : searchFiles(limited, request);
  return foreign.files.length === 0 ? output : mergeForeign(output, foreign);
}

function isOver(request: GrepRequest): boolean {
  return performance.now() >= request.deadlineMs;
}

/** Puts what the end of a run says on the page; the end of the whole search's time makes the page final. */
function takeEnd({ request, visitor, page }: RipgrepPass, end: RipgrepEnd): PassEnd {
  for (const { path, reason } of end.skipped) page.skip(visitor.show(path), reason);
  if (!end.isTimedOut) return "done";
  if (!isOver(request)) return "unfinished";
  page.endInTime();
  return "done";
}

/** Adds hits in the order of paths until the page is full; a trial that takes too long ends the pass unfinished. */
export async function collectInOrder(pass: RipgrepPass, scope: RipgrepScope): Promise<PassEnd> {
  const output = askRipgrep(pass, { ...scope, order: "path" });
  try {
    for (let next = await output.next(); ; next = await output.next()) {
      if (next.done === true) return takeEnd(pass, next.value);
      for (const found of next.value) {
        await pass.visitor.visit(found, pass.page);
        if (pass.page.isFull) return "done";
      }
    }
  } finally {
    await output.return(NO_END);
  }
}

/** Holds what was found in any order, up to one more than the page takes. */
class FoundFiles {
  readonly #filesByPath = new Map<string, { readonly places: RipgrepHit[]; readonly isUnsearched: boolean }>();
  readonly #pass: RipgrepPass;
  #count = 0;

  constructor(pass: RipgrepPass) {
    this.#pass = pass;
  }

  get isTooMuch(): boolean {
    const { offset, limit } = this.#pass.request;
    return this.#count > offset + limit;
  }

  add({ path, places, isUnsearched = false }: FoundFile): void {
    const known = this.#filesByPath.get(path);
    // One that is searched here is judged when it is opened.
    if (known === undefined && !(isUnsearched || this.#pass.visitor.isWanted(path))) return;
    if (known === undefined) this.#filesByPath.set(path, { places: [...places], isUnsearched });
    else for (const place of places) known.places.push(place);
    if (!isUnsearched) this.#count += Math.max(1, places.length);
  }

  inOrder(): readonly FoundFile[] {
    return sortByPath(Array.from(this.#filesByPath, ([path, file]) => ({ path, ...file })));
  }
}

/** Answers how ripgrep ended; `null` when more was found than the page takes. */
async function collectAll(output: Output, found: FoundFiles): Promise<RipgrepEnd | null> {
  try {
    for (let next = await output.next(); ; next = await output.next()) {
      if (next.done === true) return next.value;
      for (const file of next.value) {
        // Ignore rules may take long for each path.
        if (isTurnDue()) await takeTurn();
        found.add(file);
      }
      if (found.isTooMuch) return null;
    }
  } finally {
    await output.return(NO_END);
  }
}

/**
 * Collects hits in any order and adds them in order at the end; more than the page takes ends the pass unfinished. Where
 * something is left out, ignore files are searched in this process, since ripgrep only names them then.
 */
export async function collectAny(pass: RipgrepPass, scope: RipgrepScope, leftOut?: LeftOut): Promise<PassEnd> {
  const found = new FoundFiles(pass);
  const limited = leftOut === undefined ? scope : planLeavingOut(scope, leftOut);
  const ended = await collectAll(askRipgrep(pass, { ...limited, order: "any" }), found);
  if (ended === null) return "unfinished";
  if (leftOut !== undefined && !(await isStillHidden(pass.visitor, leftOut, ended))) return "doubtful";
  for (const path of ended.unsearched ?? []) found.add({ path, places: [], isUnsearched: true });
  const end = takeEnd(pass, ended);
  for (const file of found.inOrder()) await pass.visitor.visit(file, pass.page);
  return end;
}
