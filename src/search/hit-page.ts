// Collects what a search finds into one page. The one place where hits enter a result; nothing is searched here.

import type { GrepFile, GrepHit, GrepResult, SearchMode } from "./grep-result.js";
import { sortByPath } from "./path-order.js";

type SkippedPath = GrepResult["skipped"][number];

/** Says which page is wanted: so many hits, or in the modes `files` and `count` so many files. */
export interface PageOptions {
  readonly mode: SearchMode;
  readonly offset: number;
  readonly limit: number;
  /** Names of skipped files that are kept; more are only counted. */
  readonly maxSkipped: number;
}

/** Takes hits or files in order until one more than the wanted page has been seen. */
export class HitPage {
  readonly #options: PageOptions;
  readonly #hits: GrepHit[] = [];
  readonly #files: GrepFile[] = [];
  readonly #skipped: SkippedPath[] = [];
  readonly #skippedIfEmpty: SkippedPath[] = [];
  readonly #notes: string[] = [];
  #skippedCount = 0;
  #seen = 0;
  #isTimedOut = false;

  constructor(options: PageOptions) {
    this.#options = options;
  }

  /** Tells whether one more than the wanted page has been seen. */
  get isFull(): boolean {
    return this.#seen > this.#options.offset + this.#options.limit;
  }

  /** Tells whether the next one is on the page, so that it is worth reading. */
  get isNextWanted(): boolean {
    return this.#seen >= this.#options.offset && this.#seen < this.#options.offset + this.#options.limit;
  }

  /** How many more fill the page, and one beyond; 0 when it is full. */
  get roomLeft(): number {
    return Math.max(0, this.#options.offset + this.#options.limit + 1 - this.#seen);
  }

  /** Hits or files so far, those before the page among them. */
  get seenCount(): number {
    return this.#seen;
  }

  /** Tells whether nothing has been found so far. */
  get isEmpty(): boolean {
    return this.#seen === 0;
  }

  add(hit: GrepHit): void {
    if (this.isNextWanted) this.#hits.push(hit);
    this.#seen += 1;
  }

  addFile(file: GrepFile): void {
    if (this.isNextWanted) this.#files.push(file);
    this.#seen += 1;
  }

  /** Counts one before or behind the page without reading it. */
  pass(): void {
    this.#seen += 1;
  }

  skip(path: string, reason: string): void {
    this.#skippedCount += 1;
    if (this.#skipped.length < this.#options.maxSkipped) this.#skipped.push({ path, reason });
  }

  /** Names a file that holds the pattern but no text, unless there is something to show. */
  skipIfEmpty(path: string, reason: string): void {
    this.#skippedIfEmpty.push({ path, reason });
  }

  /** Names each file once, although more than one way of searching may have come across it. */
  #takeSkippedIfEmpty(): readonly SkippedPath[] {
    const byPath = new Map(this.#skippedIfEmpty.splice(0).map((skipped) => [skipped.path, skipped]));
    return Array.from(byPath.values());
  }

  /** Adds a sentence about how the search was done, unless it was said before. */
  note(sentence: string): void {
    if (!this.#notes.includes(sentence)) this.#notes.push(sentence);
  }

  /** Says that the time was over before everything was searched. */
  endInTime(): void {
    this.#isTimedOut = true;
  }

  finish(): GrepResult {
    if (this.isEmpty) for (const { path, reason } of sortByPath(this.#takeSkippedIfEmpty())) this.skip(path, reason);
    const { mode } = this.#options;
    const paths = new Set((mode === "content" ? this.#hits : this.#files).map(({ path }) => path));
    return {
      hits: this.#hits,
      ...(mode === "content" ? {} : { files: this.#files }),
      truncated: this.isFull,
      filesWithHits: paths.size,
      skipped: this.#skipped,
      ...(this.#skippedCount > this.#skipped.length ? { skippedCount: this.#skippedCount } : {}),
      ...(this.#isTimedOut ? { timedOut: true } : {}),
      ...(this.#notes.length > 0 ? { notes: this.#notes } : {}),
    };
  }
}
