// Search by ripgrep: it names places, and the boundary reads the lines there through its own held directories.

import { createLineMatcher, type LineMatcher } from "../search/line-matcher.js";
import {
  listWithRipgrep,
  type RipgrepEnd,
  type RipgrepHit,
  type RipgrepScope,
  searchWithRipgrep,
} from "../shell/ripgrep.js";
import type { Directory } from "./directory.js";
import type { Gate } from "./gate.js";
import { type GrepRequest, HitCollector } from "./grep-request.js";
import { type HitFile, HitFiles } from "./hit-files.js";
import { readHit } from "./hit-reader.js";
import type { IgnoreChain } from "./ignore-chain.js";
import { escapeGlob, findIgnoredDirectories } from "./ignored-directories.js";
import { chainAt, holdPlaceDirectory } from "./list-operations.js";
import { reasonOf, scanFile } from "./scan-grep.js";
import { showPath } from "./scope.js";
import { createTurnKeeper } from "./take-turns.js";
import { TEMPORARY_NAME_GLOB } from "./temporary-files.js";
import type { Place } from "./walk-path.js";
import type { GrepResult } from "./workspace.js";

/** A directory that ripgrep runs in, and what of it is searched. */
interface SearchBase {
  readonly directory: Directory;
  /** Components from the root of the workspace to the directory. */
  readonly components: readonly string[];
  /** The only file that is searched; absent searches everything below. */
  readonly onlyFile: string | undefined;
  readonly chain: IgnoreChain | undefined;
}

/** Holds what ripgrep runs in; the caller closes the directory. */
function openBase(gate: Gate, place: Place, request: GrepRequest): SearchBase {
  if (place.node?.type !== "dir") {
    const components = place.components.slice(0, -1);
    return { directory: place.parent.reopen(), components, onlyFile: place.name, chain: undefined };
  }
  const directory = holdPlaceDirectory(place);
  const chain = request.includeIgnored ? undefined : chainAt(gate, place, directory);
  return { directory, components: place.components, onlyFile: undefined, chain };
}

/** Collects the hits of one search. */
class RipgrepSearchRun {
  readonly #place: Place;
  readonly #base: SearchBase;
  readonly #request: GrepRequest;
  readonly #collector: HitCollector;
  readonly #files: HitFiles;
  #matcher: LineMatcher | undefined;
  #path: string | undefined;
  #passedInFile = 0;
  #isFileDone = false;

  constructor(place: Place, base: SearchBase, request: GrepRequest) {
    this.#place = place;
    this.#base = base;
    this.#request = request;
    this.#collector = new HitCollector(request);
    this.#files = new HitFiles(base);
  }

  async collectLines(scope: RipgrepScope): Promise<GrepResult> {
    const hits = searchWithRipgrep({ ...scope, ...this.#request });
    return this.#collect(hits, (hit) => this.#addHit(hit));
  }

  /** Across lines ripgrep only names the files, and each is scanned. */
  async collectAcrossLines(scope: RipgrepScope): Promise<GrepResult> {
    const files = listWithRipgrep({ ...scope, containing: this.#request });
    return this.#collect(files, async (path) => {
      const file = this.#files.open(path);
      if (file !== null && this.#request.isWanted(file.below)) await this.#scan(file, 0);
    });
  }

  async #collect<Item>(
    batches: AsyncGenerator<readonly Item[], RipgrepEnd, void>,
    add: (item: Item) => Promise<void>,
  ): Promise<GrepResult> {
    const takeTurn = createTurnKeeper();
    try {
      for (let next = await batches.next(); !this.#collector.isFull; next = await batches.next()) {
        if (next.done === true) {
          this.#skipAll(next.value);
          break;
        }
        for (const item of next.value) {
          await takeTurn();
          await add(item);
          if (this.#collector.isFull) break;
        }
      }
      return this.#collector.finish();
    } finally {
      this.#files.close();
      await batches.return({ skipped: [], isTimedOut: false });
    }
  }

  async #addHit(hit: RipgrepHit): Promise<void> {
    this.#enterFile(hit.path);
    if (this.#isFileDone) return;
    const file = this.#files.open(hit.path);
    if (file === null || !this.#request.isWanted(file.below)) {
      this.#isFileDone = true;
      return;
    }
    if (!this.#collector.isNextWanted) {
      this.#collector.pass();
      this.#passedInFile += 1;
      return;
    }
    if (file.isUtf16) {
      this.#isFileDone = true;
      await this.#scan(file, this.#passedInFile);
      return;
    }
    this.#addFromFile(hit, file);
  }

  #enterFile(path: string): void {
    if (path === this.#path) return;
    this.#path = path;
    this.#passedInFile = 0;
    this.#isFileDone = false;
  }

  #addFromFile(hit: RipgrepHit, file: HitFile): void {
    const position = { line: hit.line, columnByte: hit.column, byteOffset: hit.byteOffset + file.firstByte };
    const text = readHit(file.file, position, { ...this.#request, firstByte: file.firstByte });
    if (text !== null) this.#collector.add({ path: this.#show(file.below), line: hit.line, ...text });
  }

  async #scan(file: HitFile, passed: number): Promise<void> {
    const path = this.#show(file.below);
    this.#matcher ??= await createLineMatcher(this.#request.pattern, this.#request);
    try {
      let skipped = 0;
      for await (const hit of scanFile({ file: file.file, path }, this.#matcher, this.#request)) {
        if (skipped < passed) skipped += 1;
        else this.#collector.add(hit);
        if (this.#collector.isFull) return;
      }
    } catch (error) {
      if (this.#request.signal?.aborted === true) throw error;
      this.#collector.skip(path, reasonOf(error));
    }
  }

  #show(below: readonly string[]): string {
    return showPath(this.#place.root, [...this.#base.components, ...below]);
  }

  #skipAll(end: RipgrepEnd): void {
    for (const { path, reason } of end.skipped) {
      const below = path.split("/").filter((part) => part !== "" && part !== ".");
      this.#collector.skip(this.#show(below), reason);
    }
  }
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
): Promise<GrepResult> {
  const { request, program } = search;
  const base = openBase(gate, place, request);
  try {
    const scope: RipgrepScope = {
      program,
      cwd: base.directory.pathForChild() ?? "",
      path: base.onlyFile,
      excludeGlobs: [TEMPORARY_NAME_GLOB, ...findIgnoredDirectories(base).map(escapeGlob)],
      signal: request.signal,
    };
    const run = new RipgrepSearchRun(place, base, request);
    return request.multiline ? await run.collectAcrossLines(scope) : await run.collectLines(scope);
  } finally {
    base.directory.close();
  }
}
