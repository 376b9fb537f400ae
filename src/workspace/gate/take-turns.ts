// Keeps work of ours from holding up everything else in the process. The event loop is one for all workspaces, stores and
// tools, so its time is counted in one place: work that never leaves it asks here before it goes on.

import { setImmediate } from "node:timers";
import type { Steps } from "../../text/steps.js";

/** Milliseconds that work may keep the event loop to itself: a turn costs some 20 microseconds, a server waits for it. */
const SLICE_MS = 3;

/** Counts for how long the event loop has been kept, and lets work wait for its next turn in the order in which it came. */
class LoopTurns {
  readonly #waiting = new Set<() => void>();
  /** A turn of the loop has been asked for, and has not come yet. */
  #isKept = false;
  #keptSinceMs = 0;

  /** The first to ask after a turn begins a slice: an idle process waits for nothing. */
  isDue(): boolean {
    if (this.#isKept) return performance.now() - this.#keptSinceMs >= SLICE_MS;
    this.#beginSlice();
    return false;
  }

  get isAnyoneWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Waits without a listener, of which a signal has few: whoever was aborted meanwhile is told when its turn comes. */
  async take(signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      if (!this.#isKept) this.#beginSlice();
    });
    signal?.throwIfAborted();
  }

  #beginSlice(): void {
    this.#isKept = true;
    this.#keptSinceMs = performance.now();
    setImmediate(() => this.#beginTurn());
  }

  #beginTurn(): void {
    this.#isKept = false;
    if (this.#waiting.size === 0) return;
    this.#beginSlice();
    this.#wakeNext();
  }

  /**
   * Lets one after another go on until the slice is used up; whoever is left waits for the next turn. A tick runs once all
   * that the one before did by promises alone is done, and still in the same turn.
   */
  #wakeNext(): void {
    const { value: goOn } = this.#waiting.values().next();
    if (goOn === undefined || this.isDue()) return;
    this.#waiting.delete(goOn);
    goOn();
    queueMicrotask(() => process.nextTick(() => this.#wakeNext()));
  }
}

const loopTurns = new LoopTurns();

/**
 * Tells whether work has kept the event loop for too long; cheap enough to be asked at every small step. Nothing may be
 * awaited between the question and the step, or many would be told to go on and do so in one turn.
 */
export function isTurnDue(): boolean {
  return loopTurns.isDue();
}

/** Tells the same to what must not overtake anything: it also waits where others do, who came before it. */
export function isStartDue(): boolean {
  return loopTurns.isAnyoneWaiting || loopTurns.isDue();
}

/** Waits for a turn of the event loop; rejects with the signal's reason when it was aborted meanwhile. */
export function takeTurn(signal?: AbortSignal): Promise<void> {
  return loopTurns.take(signal);
}

/** Takes steps, and lets others go first whenever they have taken too long; rejects as {@link takeTurn} does. */
export async function runInTurns<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (isTurnDue()) await takeTurn(signal);
  }
}
