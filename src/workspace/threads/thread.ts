// One thread that searches, seen from outside: it is started, asked, and stopped. Loaded only when one is needed.

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { PartAnswer } from "../../search/hard-part.js";
import type { ScanJob, ThreadMessage } from "./scan-job.js";

/** A thread that has started. It keeps the process alive only while it is asked something. */
export class Thread {
  readonly #worker: Worker;
  #isGone = false;

  private constructor(worker: Worker) {
    this.#worker = worker;
    // Whoever waits for the thread is told; an error that nobody waits for would end the process.
    worker.on("error", () => {
      this.#isGone = true;
    });
    worker.on("exit", () => {
      this.#isGone = true;
    });
  }

  /** Starts a thread, which dies alone when it needs more memory; rejects when there can be none, or when the signal is aborted first. */
  static async start(maxHeapMb: number, signal: AbortSignal): Promise<Thread> {
    signal.throwIfAborted();
    const thread = new Thread(
      // In the built package: beside the directories of the library and of the program.
      new Worker(new URL("../scan-thread.js", import.meta.url), {
        // What this process was started with may be made for one thread alone.
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
      }),
    );
    await thread.#listen(signal);
    thread.#worker.unref();
    return thread;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Asks for one search. A thread that does not answer, or is not waited for any longer, is stopped. */
  async ask(job: ScanJob, signal: AbortSignal): Promise<PartAnswer> {
    this.#worker.ref();
    this.#worker.postMessage(job, [job.bytes.buffer]);
    const answer = await this.#listen(signal);
    this.#worker.unref();
    if (answer === "ready") throw new Error("The thread has started anew");
    return answer;
  }

  /** Ends the thread in the middle of whatever it does, and waits for its end. */
  async stop(): Promise<void> {
    this.#isGone = true;
    await this.#worker.terminate();
  }

  async #listen(signal: AbortSignal): Promise<ThreadMessage> {
    try {
      const [message] = await once(this.#worker, "message", { signal });
      return message;
    } catch (error) {
      void this.stop();
      throw error;
    }
  }
}
