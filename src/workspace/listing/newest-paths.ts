// Keeps the newest of many paths in memory that does not grow with their number. No I/O.

interface DatedPath {
  readonly path: string;
  readonly mtimeMs: number;
}

/** Paths that are held beyond the wanted ones before the oldest are let go. */
const SLACK = 1024;

/** Collects paths, and answers the newest of them. */
export class NewestPaths {
  readonly #wanted: number;
  #held: DatedPath[] = [];
  /** What is not newer than this cannot be in the answer. */
  #floorMs = Number.NEGATIVE_INFINITY;

  /** @param wanted paths that are answered at most */
  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  /** Tells whether a path of that time could still be in the answer. */
  isWanted(mtimeMs: number): boolean {
    return mtimeMs > this.#floorMs;
  }

  add(path: string, mtimeMs: number): void {
    if (!this.isWanted(mtimeMs)) return;
    this.#held.push({ path, mtimeMs });
    if (this.#held.length >= 2 * this.#wanted + SLACK) this.#drop();
  }

  /** Answers the newest first; of the same time, the one that was added first. */
  finish(): readonly string[] {
    this.#drop();
    return this.#held.map((dated) => dated.path);
  }

  #drop(): void {
    this.#held = this.#held.toSorted((a, b) => b.mtimeMs - a.mtimeMs).slice(0, this.#wanted);
    if (this.#held.length === this.#wanted) this.#floorMs = this.#held.at(-1)?.mtimeMs ?? this.#floorMs;
  }
}
