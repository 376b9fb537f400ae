// Search by ripgrep: it names places, and the boundary reads the lines there through its own held directories.

import { availableParallelism } from "node:os";
import type { GrepResult } from "../../search/grep-result.js";
import { HitPage } from "../../search/hit-page.js";
import type { RipgrepScope, RipgrepTrial } from "../../shell/ripgrep/ripgrep.js";
import { TEMPORARY_NAME_GLOB } from "../directories/temporary-files.js";
import type { Gate } from "../gate/gate.js";
import { createLanes } from "../gate/lanes.js";
import { toAnchoredGlob } from "../ignoring/ignored-directories.js";
import { describePartlyApplied } from "../ignoring/partly-applied.js";
import type { Place } from "../paths/walk-path.js";
import { grepDirectly, isDirect } from "./direct-grep.js";
import { findBinaryFiles, findForeignFiles } from "./file-lists.js";
import { type ForeignFiles, NO_FOREIGN_FILES, namesForeignText, takesForeignText } from "./foreign-files.js";
import { type GrepRequest, resolvePageOptions } from "./grep-request.js";
import { HitVisitor } from "./hit-visitor.js";
import { type LeftOut, leaveOut } from "./left-out.js";
import { createPageTrial } from "./page-trial.js";
import { collectAny, collectInOrder, type PassEnd, type RipgrepPass } from "./ripgrep-passes.js";
import { openSearchBase, type SearchBase } from "./search-base.js";

/**
 * Searches that run ripgrep at once, in all workspaces of this process: each uses all cores, and more of them only make
 * one another late. A few also run where there are few cores, so that a short one need not wait for a long one.
 */
const ripgrepLanes = createLanes(Math.max(4, availableParallelism()));

/** Searches that are tried in this process at once: their time is short, and is not to be spent waiting for one another. */
const directLanes = createLanes(2);

const MANY_FOREIGN_NOTE =
  "there are more files in other encodings than are looked into; give a path or a glob to search fewer";

/** What is searched for, and the path of the program that does it. */
export interface ProgramRequest {
  readonly request: GrepRequest;
  readonly program: string;
}

/** How a way through the files ended, and what it found. */
interface Passed<End> {
  readonly end: End;
  readonly page: HitPage;
}

/** One search by ripgrep: what it runs, where, and what for. */
class RipgrepSearch {
  readonly #place: Place;
  readonly #base: SearchBase;
  readonly #request: GrepRequest;
  readonly #program: string;
  readonly #partlyApplied = new Set<string>();
  #foreign: ForeignFiles = NO_FOREIGN_FILES;
  /** What proved to be hidden wherever it stands. */
  #leftOut: LeftOut | undefined;

  constructor(place: Place, base: SearchBase, { request, program }: ProgramRequest) {
    this.#place = place;
    this.#base = base;
    this.#request = request;
    this.#program = program;
  }

  /** Paths of ignore files, from the root, of which not every rule was applied so far. */
  get partlyApplied(): readonly string[] {
    return Array.from(this.#partlyApplied);
  }

  async run(): Promise<GrepResult> {
    const { onlyFile } = this.#base;
    if (namesForeignText(this.#request)) await this.#findForeign();
    const page = await (onlyFile === undefined ? this.#searchTree() : this.#searchFile(onlyFile));
    if (this.#foreign.isCut) page.note(MANY_FOREIGN_NOTE);
    return page.finish();
  }

  /**
   * ripgrep answers in a fixed order only on one thread, so it is asked that way first, for as long as a page of
   * frequent hits takes, unless that has been tried here. What takes longer is searched on all threads and put in order at
   * the end; only when that finds more than the page takes, the search in order decides what is on it.
   */
  async #searchTree(): Promise<HitPage> {
    const isTried = isDirect(this.#request) || this.#foreign.files.length > 0;
    const first = isTried ? null : await this.#tryInOrder();
    if (first?.end === "done" && !first.page.isEmpty) return first.page;
    const scope = await this.#planScope("all");
    const all = first?.end === "done" ? first : await this.#searchInAnyOrder(scope);
    if (all.end === "unfinished") return (await this.#pass((pass) => collectInOrder(pass, scope))).page;
    await this.#searchForeign(all.page);
    if (!all.page.isEmpty) return all.page;
    const left = this.#leftOut === undefined ? scope : leaveOut(scope, this.#leftOut);
    return (await this.#pass((pass) => findBinaryFiles(pass, { base: this.#base, scope: left }), all.page)).page;
  }

  /** Leaves out names that rules hide, and looks once more with them when an ignore file further down brings one back. */
  async #searchInAnyOrder(scope: RipgrepScope): Promise<Passed<PassEnd>> {
    const { chain, broughtBack } = this.#base;
    const names = chain && broughtBack.select(chain, this.#request);
    if (names !== undefined && names.globs.length > 0) {
      const leftOut = { ...names, memory: broughtBack };
      const passed = await this.#pass(async (pass) =>
        (await pass.visitor.canScan()) ? collectAny(pass, scope, leftOut) : "doubtful",
      );
      if (passed.end !== "doubtful") {
        this.#leftOut = leftOut;
        return passed;
      }
    }
    return this.#pass((pass) => collectAny(pass, scope));
  }

  /** Answers whether they could be found in time. */
  async #findForeign(): Promise<boolean> {
    const base = this.#base;
    const scope = await this.#planScope("all");
    const { end } = await this.#pass(({ visitor, request }) => findForeignFiles({ request, base, scope, visitor }));
    this.#foreign = end ?? NO_FOREIGN_FILES;
    return end !== undefined;
  }

  /** Looks into files that are not UTF-8 when nothing else has what an expression takes there as well. */
  async #searchForeign(page: HitPage): Promise<void> {
    if (!page.isEmpty || this.#foreign !== NO_FOREIGN_FILES || !takesForeignText(this.#request)) return;
    if (!(await this.#findForeign())) return page.endInTime();
    await this.#pass(async ({ visitor }) => {
      for (const file of this.#foreign.files) if (!page.isFull) await visitor.visit(file, page);
    }, page);
  }

  async #tryInOrder(): Promise<Passed<PassEnd>> {
    const near = await this.#planScope("near");
    return this.#pass((pass) => collectInOrder(pass, { ...near, trial: this.#createTrial(pass.page) }));
  }

  async #searchFile(path: string): Promise<HitPage> {
    const scope = await this.#planScope("near");
    const { page } = await this.#pass((pass) => collectInOrder(pass, scope));
    await this.#searchForeign(page);
    if (!page.isEmpty) return page;
    const named = await this.#pass(({ visitor, page: own }) => visitor.visitIfBinary(path, own));
    return named.end ? named.page : page;
  }

  async #pass<End>(
    go: (pass: RipgrepPass) => Promise<End>,
    page: HitPage = new HitPage(resolvePageOptions(this.#request)),
  ): Promise<Passed<End>> {
    const request = this.#request;
    const visitor = new HitVisitor({ place: this.#place, base: this.#base, request, program: this.#program });
    try {
      return { end: await go({ request, visitor, page, foreign: this.#foreign }), page };
    } finally {
      visitor.close();
    }
  }

  #createTrial(page: HitPage): RipgrepTrial {
    const { offset, limit } = this.#request;
    return createPageTrial(page, offset + limit + 1);
  }

  async #planScope(where: "near" | "all"): Promise<RipgrepScope> {
    const base = this.#base;
    const ignored = await base.findIgnored(where);
    for (const path of ignored.partlyApplied) this.#partlyApplied.add(path);
    return {
      program: this.#program,
      cwd: base.directory.pathForChild() ?? "",
      paths: base.onlyFile === undefined ? undefined : [base.onlyFile],
      includeGlobs: base.onlyFile === undefined ? this.#request.ripgrepGlobs : [],
      excludeGlobs: [TEMPORARY_NAME_GLOB, ...ignored.directories.map(toAnchoredGlob)],
      signal: this.#request.signal,
    };
  }
}

/**
 * Searches a file, or every file below a directory, in the order of paths.
 * ripgrep reads no ignore file, since one may be a pipe or endless: it is told which directories to leave out, and the
 * chain of rules judges each file with a hit.
 */
export async function grepByRipgrep(gate: Gate, place: Place, search: ProgramRequest): Promise<GrepResult> {
  const base = openSearchBase(gate, place, search.request);
  const partlyApplied = (more: readonly string[] = []): readonly string[] =>
    Array.from(new Set([...(base.chain?.partlyApplied() ?? []), ...more]));
  try {
    const { request, program } = search;
    const { signal } = request;
    const tryDirectly = (): Promise<HitPage | null> => grepDirectly(gate, { place, base, request });
    const direct = isDirect(request) ? await directLanes.run(signal, tryDirectly) : null;
    if (direct !== null) return { ...direct.finish(), ...describePartlyApplied(place, partlyApplied()) };
    return await ripgrepLanes.run(signal, async () => {
      // The time of a search begins when it does, however long it has waited for others.
      const deadlineMs = performance.now() + gate.parts.limits.grepTimeoutMs;
      const running = new RipgrepSearch(place, base, { request: { ...request, deadlineMs }, program });
      const page = await running.run();
      return { ...page, ...describePartlyApplied(place, partlyApplied(running.partlyApplied)) };
    });
  } finally {
    base.directory.close();
  }
}
