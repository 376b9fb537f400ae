// Confirms what ripgrep names: reads the lines there through held directories, and puts them on the page.

import { isFsError } from "../../errors.js";
import { BINARY_HEAD_BYTES, MAX_IGNORE_FILE_BYTES } from "../../limits.js";
import {
  createExpressionCheck,
  createLiteralCheck,
  type HitCheck,
  isMatcherExact,
  TRUSTING_CHECK,
} from "../../search/confirm-hit.js";
import type { HardPartSearch } from "../../search/hard-part.js";
import type { HitPage } from "../../search/hit-page.js";
import type { HitPosition } from "../../search/hit-text.js";
import { createLineMatcher, type LineMatcher } from "../../search/line-matcher.js";
import { readHit } from "../../search/read-hit.js";
import type { SearchClock } from "../../search/scan-file.js";
import type { RipgrepHit } from "../../shell/ripgrep/ripgrep.js";
import type { IgnoreChain } from "../ignoring/ignore-chain.js";
import { showPath } from "../paths/scope.js";
import type { Place } from "../paths/walk-path.js";
import { createHardPartSearch } from "../threads/hard-part-search.js";
import type { GrepRequest } from "./grep-request.js";
import { type HitFile, HitFiles } from "./hit-files.js";
import type { SearchBase } from "./search-base.js";
import { createSearchClock } from "./search-clock.js";
import { describeSkip, searchOpenFile } from "./search-file.js";

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
}

/** An open file, its name in results, and what confirms its hits. */
interface ShownFile {
  readonly file: HitFile;
  readonly shown: string;
  readonly check: HitCheck;
}

function positionOf({ column, byteOffset }: RipgrepHit, { firstByte }: HitFile): HitPosition {
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
  #matcher: LineMatcher | undefined;
  #check: HitCheck | undefined;
  /** The file whose hits are all on the page, although ripgrep may name more of its lines. */
  #scanned: HitFile | null = null;

  constructor(options: HitVisitorOptions) {
    this.#options = options;
    this.#files = new HitFiles(options.base);
    this.#clock = createSearchClock(options.request);
    this.#hardParts = createHardPartSearch(options.request);
  }

  /** Tells whether hits in a file count at all; where they are is not confirmed yet. */
  isWanted(path: string): boolean {
    const below = splitPath(path);
    return this.#options.request.isWanted(below) && this.#files.isVisible(below);
  }

  /** Tells whether files can be searched here too: ripgrep knows a few expressions more. */
  async canScan(): Promise<boolean> {
    try {
      await this.#loadMatcher();
      return true;
    } catch (error) {
      if (isFsError(error) && error.kind === "invalid_pattern") return false;
      throw error;
    }
  }

  /** Tells whether a file that is searched here has the same hits as ripgrep would find; of a large one, nothing is sure. */
  isExact(path: string): boolean {
    const { request } = this.#options;
    if (!request.regex) return true;
    const file = this.#files.open(splitPath(path));
    const bytes = file?.window.view(0, MAX_IGNORE_FILE_BYTES + 1);
    return bytes === undefined || (bytes.length <= MAX_IGNORE_FILE_BYTES && isMatcherExact(request.pattern, bytes));
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
    const file = this.#options.request.isWanted(below) ? this.#files.open(below) : null;
    if (file === null || file === this.#scanned) return;
    try {
      await (isUnsearched ? this.#scan(path, file, page) : this.#add(found, file, page));
    } catch (error) {
      if (this.#options.request.signal?.aborted === true || this.#isAboutSearch(error)) throw error;
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

  /** An expression that cannot be used here is no fault of a file where every file is searched here. */
  #isAboutSearch(error: unknown): boolean {
    const { mode, multiline } = this.#options.request;
    return (mode === "count" || multiline) && isFsError(error) && error.kind === "invalid_pattern";
  }

  close(): void {
    this.#files.close();
  }

  async #add({ path, places }: FoundFile, file: HitFile, page: HitPage): Promise<void> {
    const { request } = this.#options;
    if (request.mode !== "content" && !page.isNextWanted) return page.pass();
    if (request.mode === "count" || places.length === 0 || file.isUtf16 || (request.regex && request.multiline)) {
      this.#scanned = file;
      return this.#scan(path, file, page);
    }
    const shown = { file, shown: this.show(path), check: await this.#loadCheck() };
    for (const hit of places) {
      if (page.isFull) return;
      if (this.#clock.isDue()) await this.#clock.tick();
      this.#addPlace(hit, shown, page);
    }
  }

  #addPlace(hit: RipgrepHit, { file, shown: path, check }: ShownFile, page: HitPage): void {
    const { request } = this.#options;
    if (!page.isNextWanted) {
      page.pass();
      return;
    }
    const position = positionOf(hit, file);
    const { context, maxBytesPerLine } = request;
    const text = readHit(file.window, position, { context, maxBytesPerLine, firstByte: file.firstByte });
    if (text === null || !check(file.window, position)) return;
    if (request.mode === "files") page.addFile({ path });
    else page.add({ path, line: hit.line, ...text });
  }

  /** Makes the matcher when a line or a file is first judged: most searches get by without one. */
  async #loadMatcher(): Promise<LineMatcher> {
    const { request } = this.#options;
    this.#matcher ??= await createLineMatcher(request.pattern, request);
    return this.#matcher;
  }

  async #loadCheck(): Promise<HitCheck> {
    this.#check ??= await this.#createCheck();
    return this.#check;
  }

  async #createCheck(): Promise<HitCheck> {
    const { request } = this.#options;
    if (!request.regex) return createLiteralCheck(request.pattern, request);
    return (await this.canScan()) ? createExpressionCheck(request.pattern, await this.#loadMatcher()) : TRUSTING_CHECK;
  }

  async #scan(path: string, file: HitFile, page: HitPage): Promise<void> {
    const { request, base } = this.#options;
    const isNamed = base.onlyFile !== undefined;
    const { mode, context, maxBytesPerLine } = request;
    const [clock, hardParts] = [this.#clock, this.#hardParts];
    const search = { matcher: await this.#loadMatcher(), page, mode, context, maxBytesPerLine, clock, hardParts };
    await searchOpenFile({ file: file.file, path: this.show(path), isNamed }, search, request.signal);
  }
}
