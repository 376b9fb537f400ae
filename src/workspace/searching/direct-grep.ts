// Searches in order in this process, for as long as a page of frequent hits or a small tree takes: starting a program
// takes longer than that. Answers what ripgrep would, or nothing.

import type { ByteView } from "../../search/byte-view.js";
import { HitPage } from "../../search/hit-page.js";
import { readHit } from "../../search/read-hit.js";
import { type PiecePlace, scanPieces } from "../../search/scan-pieces.js";
import type { RipgrepTrial } from "../../shell/ripgrep/ripgrep.js";
import type { OpenFile } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import type { Gate } from "../gate/gate.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import { chainAt } from "../listing/list-operations.js";
import { type WalkedRun, walkTree } from "../listing/walk-tree.js";
import type { Place } from "../paths/place.js";
import { showPath } from "../paths/scope.js";
import { FileWindow, readAt } from "../reading/file-window.js";
import { namesForeignText } from "./foreign-files.js";
import { type GrepRequest, resolvePageOptions } from "./grep-request.js";
import { createPageTrial } from "./page-trial.js";
import type { SearchBase } from "./search-base.js";

/** Bytes that are read at a time; a longer line is left to ripgrep. */
const PIECE_BYTES: number = 64 * 1024;

/** Pieces, files and steps of the walk in a period of the trial: some 5 ms. */
const PERIOD_STEPS = 200;

/** Milliseconds after which the trial ends whatever it has done, since the disk is slow. */
const MAX_MS = 100;

/** Units that stand in another order than the bytes of the same characters, by which ripgrep sorts names. */
const ORDERED_OTHERWISE = /[\ud800-\uffff]/;

/** Where to search, and what for. */
export interface DirectSearch {
  readonly place: Place;
  readonly base: SearchBase;
  readonly request: GrepRequest;
}

/** Tells whether a search is simple enough to be tried here. */
export function isDirect({ regex, ignoreCase, multiline, mode }: GrepRequest): boolean {
  return !(regex || ignoreCase || multiline || mode === "count");
}

/** One trial. Each step answers whether the next one is to be taken. */
class DirectTrial {
  readonly page: HitPage;
  readonly #search: DirectSearch;
  readonly #literal: Buffer;
  readonly #isForeign: boolean;
  readonly #buffer: Buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  readonly #trial: RipgrepTrial;
  readonly #endMs = performance.now() + MAX_MS;
  #stepsLeft = PERIOD_STEPS;
  /** The page is not what ripgrep would answer, or was not full in time. */
  hasFailed = false;

  constructor(search: DirectSearch) {
    const { request } = search;
    this.#search = search;
    this.#literal = Buffer.from(request.pattern);
    this.#isForeign = namesForeignText(request);
    this.page = new HitPage(resolvePageOptions(request));
    this.#trial = createPageTrial(this.page, request.offset + request.limit + 1);
  }

  async searchRun(run: WalkedRun): Promise<boolean> {
    const { place, base, request } = this.#search;
    if (!(await this.#spend())) return false;
    for (const { directory, entry, path } of run) {
      if (ORDERED_OTHERWISE.test(entry.name)) return this.fail();
      const below = path.split("/");
      if (entry.type !== "file" || !request.isWanted(below)) continue;
      const shown = showPath(place.root, [...base.components, ...below]);
      if (!(await this.searchFile(() => directory.openFile(entry.name), shown))) return false;
    }
    return true;
  }

  async searchFile(open: () => OpenFile, path: string): Promise<boolean> {
    let file: OpenFile | undefined;
    try {
      file = open();
      return await this.#scan(file, path);
    } catch (error) {
      if (hasErrno(error, "ENOENT", "ELOOP", "ENOTFILE", "ESTALE")) return true;
      if (this.#search.request.signal?.aborted === true) throw error;
      return this.fail();
    } finally {
      file?.close();
    }
  }

  /** Ends the trial without an answer. */
  fail(): false {
    this.hasFailed = true;
    return false;
  }

  async #scan(file: OpenFile, path: string): Promise<boolean> {
    const slow = new FileWindow(file);
    const read = (target: Buffer, position: number): number => readAt(file, position, target).length;
    const search = { literal: this.#literal, isForeign: this.#isForeign, buffer: this.#buffer, read };
    const places = scanPieces(search);
    for (let next = places.next(); ; next = places.next()) {
      if (next.done === true) return next.value === "end" || this.fail();
      const goesOn = next.value === null ? await this.#spend() : this.#take(next.value, path, slow);
      if (!goesOn) return !this.hasFailed && !this.page.isFull;
    }
  }

  /** Answers whether the file may have more that is wanted. */
  #take(place: PiecePlace, path: string, slow: FileWindow): boolean {
    this.#add(place, path, slow);
    return !this.page.isFull && this.#search.request.mode !== "files";
  }

  #add(place: PiecePlace, path: string, slow: FileWindow): void {
    const { page } = this;
    const { mode, context, maxBytesPerLine } = this.#search.request;
    if (!page.isNextWanted) {
      page.pass();
      return;
    }
    if (mode === "files") {
      page.addFile({ path });
      return;
    }
    const view: ByteView = { piece: place.piece, view: (start, length) => slow.view(start, length) };
    const text = readHit(view, place, { context, maxBytesPerLine, firstByte: place.firstByte });
    page.add({ path, line: place.line, column: 1, text: "", ...text });
  }

  async #spend(): Promise<boolean> {
    const { signal } = this.#search.request;
    if (isTurnDue()) await takeTurn(signal);
    signal?.throwIfAborted();
    this.#stepsLeft -= 1;
    if (this.#stepsLeft > 0) return true;
    this.#stepsLeft = PERIOD_STEPS;
    return (performance.now() < this.#endMs && this.#trial.isGoingWell()) || this.fail();
  }
}

async function tryTree(gate: Gate, trial: DirectTrial, { place, base, request }: DirectSearch): Promise<void> {
  const runs = walkTree(base.directory, base.components, {
    chain: base.chain ?? chainAt(gate, place, base.directory),
    includeIgnored: request.includeIgnored,
    maxDepth: gate.parts.limits.maxWalkDepth,
    onSkipped: () => trial.fail(),
    signal: request.signal,
  });
  for (const run of runs) if (trial.hasFailed || !(await trial.searchRun(run))) return;
}

/** Answers the page of a search that needs no more than a few milliseconds; `null` where ripgrep is to be asked. */
export async function grepDirectly(gate: Gate, search: DirectSearch): Promise<HitPage | null> {
  const { place, base } = search;
  const trial = new DirectTrial(search);
  const { onlyFile } = base;
  if (onlyFile === undefined) await tryTree(gate, trial, search);
  else await trial.searchFile(() => base.directory.openFile(onlyFile), place.path);
  return trial.hasFailed ? null : trial.page;
}
