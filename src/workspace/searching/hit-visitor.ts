// Confirms what ripgrep names: reads the lines there through held directories, and puts them on the page.

import { isFsError } from "../../errors.js";
import { BINARY_HEAD_BYTES } from "../../limits.js";
import { type HitCheck, TRUSTING_CHECK } from "../../search/confirm-hit.js";
import type { HardPartSearch } from "../../search/hard-part.js";
import type { HitPage } from "../../search/hit-page.js";
import type { HitPosition } from "../../search/hit-text.js";
import { readHit } from "../../search/read-hit.js";
import type { SearchClock } from "../../search/scan-file.js";
import type { RipgrepHit } from "../../shell/ripgrep/ripgrep.js";
import type { RipgrepPlace } from "../../shell/ripgrep/ripgrep-request.js";
import type { IgnoreChain } from "../ignoring/ignore-chain.js";
import { showPath } from "../paths/scope.js";
import type { Place } from "../paths/walk-path.js";
import { createHardPartSearch } from "../threads/hard-part-search.js";
import type { GrepRequest } from "./grep-request.js";
import { HitEngine } from "./hit-engine.js";
import { type HitFile, HitFiles } from "./hit-files.js";
import type { SearchBase } from "./search-base.js";
import { createSearchClock } from "./search-clock.js";
import { describeSkip, searchOpenFile } from "./search-file.js";
import { searchHeldFile } from "./search-held-file.js";

/** A file in which ripgrep found something. */
export interface FoundFile {
  /** Relative to the base of the search, with `/`. */
  readonly path: string;
  /** Lines that match, in order; empty when it is only known that there is a match. */
  readonly places: readonly RipgrepHit[];
  /** ripgrep has not searched it, or not what its text is: there may be no match at all. */
  readonly isUnsearched?: boolean | undefined;
}

/** What a visitor works with. */
export interface HitVisitorOptions {
  readonly place: Place;
  readonly base: SearchBase;
  readonly request: GrepRequest;
  /** Path of ripgrep. */
  readonly program: string;
}

/** An open file, its name in results, and what confirms its hits. */
interface ShownFile {
  readonly file: HitFile;
  readonly shown: string;
  readonly check: HitCheck;
}

/** The lines of a file from one on (1-based). */
interface HeldLines {
  readonly path: string;
  readonly file: HitFile;
  readonly firstLine: number;
}

function positionOf({ column, byteOffset }: RipgrepPlace, { firstByte }: HitFile): HitPosition {
  return { columnByte: column, byteOffset: byteOffset + firstByte };
}

function splitPath(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

/** Visits files in the order in which they are given; the caller closes it. */
export class HitVisitor {
  readonly #options: HitVisitorOptions;
  readonly #files: HitFiles;
  readonly #clock: SearchClock;
  readonly #hardParts: HardPartSearch;
  readonly #engine: HitEngine;
  /** The file whose hits are all on the page, although ripgrep may name more of its lines. */
  #scanned: HitFile | null = null;

  constructor(options: HitVisitorOptions) {
    this.#options = options;
    this.#files = new HitFiles(options.base);
    this.#clock = createSearchClock(options.request);
    this.#hardParts = createHardPartSearch(options.request);
    this.#engine = new HitEngine(options.request);
  }

  /** Tells whether hits in a file count at all; where they are is not confirmed yet. */
  isWanted(path: string): boolean {
    const below = splitPath(path);
    const { isWanted, maxDepth } = this.#options.request;
    return isWanted(below) && (below.length > maxDepth || this.#files.isVisible(below));
  }

  /** Tells whether files can be searched here too: ripgrep knows a few expressions more. */
  canScan(): Promise<boolean> {
    return this.#engine.canScan();
  }

  /** Tells whether a file that is searched here has the same hits as ripgrep would find; one that is gone has none. */
  isExact(path: string): boolean {
    const file = this.#files.open(splitPath(path));
    return file === null || this.#engine.isExact(file);
  }

  /** Lets others have their turn when it is due. */
  async pause(): Promise<void> {
    await this.#clock.tick();
  }

  /** Answers the rules that hold beside a file; `null` where its directory is hidden or gone, or nothing hides anything. */
  chainBeside(path: string): IgnoreChain | null {
    return this.#files.chainBeside(splitPath(path));
  }

  /** Names a file as results do. */
  show(path: string): string {
    const { place, base } = this.#options;
    return showPath(place.root, [...base.components, ...splitPath(path)]);
  }

  /** Puts the hits of a file on the page, as far as they are confirmed. */
  async visit(found: FoundFile, page: HitPage): Promise<void> {
    const isInTime = await this.#clock.tick();
    const { path, isUnsearched = false } = found;
    if (isUnsearched && !isInTime) return page.endInTime();
    const below = splitPath(path);
    const { isWanted, maxDepth } = this.#options.request;
    if (!isWanted(below)) return;
    try {
      if (below.length > maxDepth) return this.#skipDeep(below, page);
      const file = this.#files.open(below);
      if (file === null || file === this.#scanned) return;
      await (isUnsearched ? this.#scan(path, file, page) : this.#add(found, file, page));
    } catch (error) {
      if (this.#options.request.signal?.aborted === true) throw error;
      page.skip(this.show(path), describeSkip(error));
    }
  }

  /** Searches the only file of the search once more if it is binary, which ripgrep does not always say; answers whether it is. */
  async visitIfBinary(path: string, page: HitPage): Promise<boolean> {
    const file = this.#files.open(splitPath(path));
    if (file === null || file.isUtf16 || !file.window.view(0, BINARY_HEAD_BYTES).includes(0)) return false;
    await this.#scan(path, file, page);
    return true;
  }

  #skipDeep(below: readonly string[], page: HitPage): void {
    if (this.#files.isVisible(below)) page.skip(this.show(below.join("/")), "too deep");
  }

  close(): void {
    this.#files.close();
  }

  async #add({ path, places }: FoundFile, file: HitFile, page: HitPage): Promise<void> {
    const { request } = this.#options;
    if (request.mode !== "content" && !page.isNextWanted) return page.pass();
    if (request.mode === "count" || places.length === 0 || file.isUtf16) return this.#searchFile(path, file, page);
    const shown = { file, shown: this.show(path), check: await this.#engine.loadCheck() };
    for (const hit of places) {
      if (page.isFull) return;
      if (this.#clock.isDue()) await this.#clock.tick();
      if (this.#addPlace(hit, shown, page)) continue;
      this.#scanned = file;
      return this.#searchHeld({ path, file, firstLine: hit.line }, page);
    }
  }

  /** Answers `false` for a place of which nothing is known here. */
  #addPlace(hit: RipgrepPlace, { file, shown: path, check }: ShownFile, page: HitPage): boolean {
    const { context, maxBytesPerLine, mode } = this.#options.request;
    if (!page.isNextWanted) {
      page.pass();
      return true;
    }
    const position = positionOf(hit, file);
    const verdict = check(file.window, position);
    if (verdict !== "there") return verdict === "gone";
    const text = readHit(file.window, position, { context, maxBytesPerLine, firstByte: file.firstByte });
    if (text === null) return true;
    if (mode === "files") page.addFile({ path });
    else page.add({ path, line: hit.line, ...text });
    return true;
  }

  /** Searches all of a file: here, or by ripgrep. */
  async #searchFile(path: string, file: HitFile, page: HitPage): Promise<void> {
    this.#scanned = file;
    if (await this.#engine.canScanFile(file)) return this.#scan(path, file, page);
    try {
      await this.#searchHeld({ path, file, firstLine: 1 }, page);
    } catch (error) {
      const isTooMuch = isFsError(error) && error.kind === "file_too_large" && (await this.canScan());
      if (!isTooMuch) throw error;
      await this.#scan(path, file, page);
    }
  }

  async #searchHeld({ path, file, firstLine }: HeldLines, page: HitPage): Promise<void> {
    const { base, request, program } = this.#options;
    const shown = { file, shown: this.show(path), check: TRUSTING_CHECK };
    const take = (place: RipgrepPlace): boolean => {
      if (place.line >= firstLine) this.#addPlace(place, shown, page);
      return request.mode === "content" ? !page.isFull : place.line < firstLine;
    };
    const cwd = base.directory.pathForChild() ?? "";
    await searchHeldFile({ file: file.file, path: shown.shown, request, program, cwd, take }, page);
  }

  async #scan(path: string, file: HitFile, page: HitPage): Promise<void> {
    const { request, base } = this.#options;
    const isNamed = base.onlyFile !== undefined;
    const { mode, context, maxBytesPerLine } = request;
    const search = {
      matcher: await this.#engine.loadMatcher(),
      page,
      mode,
      context,
      maxBytesPerLine,
      clock: this.#clock,
      hardParts: this.#hardParts,
    };
    await searchOpenFile({ file: file.file, path: this.show(path), isNamed }, search, request.signal);
  }
}
