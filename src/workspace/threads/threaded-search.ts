// Has hard parts of texts searched in a thread, or, where there is none, here for a moment. Says what was not finished.
// Loaded with the first of them.

import type { HardAnswer, HardPart, HardPartSearch, PartAnswer, WantedMatches } from "../../search/hard-part.js";
import { searchPart } from "../../search/search-part.js";
import type { ScanJob } from "./scan-job.js";
import type { SearchEnd } from "./search-end.js";
import type { ThreadPool } from "./thread-pool.js";

/** Milliseconds that a part is searched for at most. Source: whatever the expression, an answer within half a second. */
const PART_MS = 350;

/** Milliseconds that a part is searched for once another was not finished in that time. */
const LATER_PART_MS = 25;

/** Milliseconds that a part is searched for in this thread, which holds up everything else. */
const HERE_MS = 60;

const TOO_LONG = "took too long to search";

const TOO_MUCH_MEMORY = "took too much memory to search";

const NOT_SEARCHED = "could not be searched";

const NOTHING: PartAnswer = { count: 0, places: new Uint32Array(), isLate: true };

/** Answers `null` where there are no threads. */
type LoadThreads = () => Promise<ThreadPool | null>;

async function loadThreads(): Promise<ThreadPool | null> {
  try {
    return (await import("./thread-pool.js")).threadPool;
  } catch {
    return null;
  }
}

function hasOutgrownMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

class ThreadedSearch implements HardPartSearch {
  readonly #end: SearchEnd;
  readonly #loadThreads: LoadThreads;
  /** Is aborted when the search ends, for either reason. */
  #over: AbortSignal | undefined;
  #budgetMs = PART_MS;

  constructor(end: SearchEnd, load: LoadThreads) {
    this.#end = end;
    this.#loadThreads = load;
  }

  async find(part: HardPart, wanted: WantedMatches): Promise<HardAnswer> {
    this.#end.signal?.throwIfAborted();
    try {
      const { count, places, isLate } = (await this.#findInThread(part, wanted)) ?? this.#findHere(part, wanted);
      if (isLate) this.#budgetMs = LATER_PART_MS;
      return { count, places, unfinished: isLate ? TOO_LONG : null };
    } catch (error) {
      this.#end.signal?.throwIfAborted();
      this.#budgetMs = LATER_PART_MS;
      return { ...NOTHING, unfinished: hasOutgrownMemory(error) ? TOO_MUCH_MEMORY : NOT_SEARCHED };
    }
  }

  /** Answers `null` where there are no threads. */
  async #findInThread(part: HardPart, wanted: WantedMatches): Promise<PartAnswer | null> {
    const threads = await this.#loadThreads();
    if (threads === null || threads.isMissing) return null;
    const leftMs = this.#end.deadlineMs - performance.now();
    if (leftMs <= 0) return NOTHING;
    const budgetMs = Math.min(leftMs, this.#budgetMs);
    const signal = this.#watchEnd(leftMs);
    try {
      const answer = await threads.run(() => createJob(part, wanted, budgetMs), { budgetMs, signal });
      return answer ?? (threads.isMissing ? null : NOTHING);
    } catch (error) {
      if (performance.now() >= this.#end.deadlineMs) return NOTHING;
      throw error;
    }
  }

  #watchEnd(leftMs: number): AbortSignal {
    const { signal } = this.#end;
    if (this.#over !== undefined) return this.#over;
    const deadline = AbortSignal.timeout(Math.ceil(leftMs));
    this.#over = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    return this.#over;
  }

  #findHere(part: HardPart, wanted: WantedMatches): PartAnswer {
    return searchPart(part, part.scan, { ...wanted, budgetMs: HERE_MS });
  }
}

/** The bytes are copied once, since they belong to whoever keeps the file, and then handed over. */
function createJob({ bytes, place, expression }: HardPart, wanted: WantedMatches, budgetMs: number): ScanJob {
  return { ...wanted, expression, place, budgetMs, bytes: new Uint8Array(bytes) };
}

/** Creates what searches the hard parts of one search. */
export function createThreadedSearch(end: SearchEnd, load: LoadThreads = loadThreads): HardPartSearch {
  return new ThreadedSearch(end, load);
}
