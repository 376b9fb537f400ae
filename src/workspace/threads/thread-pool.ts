// Keeps the few threads of this process that search. Several searches share them, and none is kept for long.

import type { PartAnswer } from "../../search/hard-part.js";
import { createLanes } from "../gate/lanes.js";
import type { ScanJob } from "./scan-job.js";
import { Thread } from "./thread.js";

/** Threads at most, however many searches there are: what takes long for one does not keep another waiting. */
const MAX_THREADS = 2;

/** Milliseconds without work after which a thread is stopped. Source: longer than a model thinks between two searches. */
const IDLE_MS = 30_000;

/**
 * Milliseconds that an answer may take beyond the time of its search, on a machine that is busy: with it comes what was
 * found, and the thread stays.
 */
const GRACE_MS = 150;

/** Mebibytes of memory of a thread at most. Source: ten times what 4 MiB of text take. */
const MAX_HEAP_MB = 256;

/** When a search that waits for a thread is given up. */
export interface JobLimits {
  readonly budgetMs: number;
  /** Is aborted when nobody wants the answer any longer. */
  readonly signal: AbortSignal;
}

/** Threads that are started when they are needed. */
export class ThreadPool {
  readonly #lanes = createLanes(MAX_THREADS);
  readonly #idle: Thread[] = [];
  readonly #maxHeapMb: number;
  #idleTimer: NodeJS.Timeout | undefined;
  #isMissing = false;

  constructor(maxHeapMb: number = MAX_HEAP_MB) {
    this.#maxHeapMb = maxHeapMb;
  }

  /** There are no threads here, so that asking is in vain. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  /**
   * Has a part searched when it is its turn.
   * @returns `null` when there are no threads here, or the time was over without any answer
   * @throws when the thread dies, and the signal's reason when it is aborted
   */
  async run(createJob: () => ScanJob, { budgetMs, signal }: JobLimits): Promise<PartAnswer | null> {
    const leave = await this.#lanes.enter(signal);
    let thread: Thread | null = null;
    try {
      thread = await this.#take(signal);
      return thread && (await this.#ask(thread, createJob(), { budgetMs, signal }));
    } finally {
      // The answer waits for no end of a thread, but whoever comes next does, or there would be more than so many.
      if (thread?.isGone === true) void thread.stop().then(leave);
      else leave();
    }
  }

  async #ask(thread: Thread, job: ScanJob, { budgetMs, signal }: JobLimits): Promise<PartAnswer | null> {
    const late = AbortSignal.timeout(Math.ceil(budgetMs + GRACE_MS));
    try {
      const answer = await thread.ask(job, AbortSignal.any([signal, late]));
      this.#keep(thread);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) return null;
      throw error;
    }
  }

  async #take(signal: AbortSignal): Promise<Thread | null> {
    for (let thread = this.#idle.pop(); thread !== undefined; thread = this.#idle.pop()) {
      if (!thread.isGone) return thread;
    }
    if (this.#isMissing) return null;
    try {
      return await Thread.start(this.#maxHeapMb, signal);
    } catch {
      signal.throwIfAborted();
      this.#isMissing = true;
      return null;
    }
  }

  #keep(thread: Thread): void {
    this.#idle.push(thread);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#stopIdle(), IDLE_MS);
    this.#idleTimer.unref();
  }

  #stopIdle(): void {
    for (const thread of this.#idle.splice(0)) void thread.stop();
  }
}

/** The threads of this process: as many for a hundred workspaces as for one. */
export const threadPool: ThreadPool = new ThreadPool();
