// The shape of one piece of work that is measured: done by the package, and done by as little code as possible.

import type { Task } from "./task.js";

/** What one side found; both sides must find the same, or they did not do the same work. */
export type Answer = string | number;

/** Says where the data of a run lies and how much of it there is. */
export interface BenchContext {
  /** A temporary directory that the whole run shares. */
  readonly directory: string;
  /** Size of the largest log. */
  readonly logBytes: number;
}

/** The two sides of an item, ready to run any number of times. */
export interface Sides {
  /** The package, through a tool's `execute` or a method of the boundary. */
  readonly ours: () => Promise<Answer>;
  /** The floor: plain Node or the bare ripgrep, without checks, schemas and audit. */
  readonly raw: () => Promise<Answer>;
  /** Bytes of memory that our side takes, where the process that measures is not the one that takes it. */
  readonly measureMemoryBytes?: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** One row of the table. */
export interface WorkItem {
  /** What `--only` selects; rows that belong together share it. */
  readonly number: number;
  readonly name: string;
  readonly rounds: number;
  /** Bytes of the one file that is worked on; the memory is then shown as a multiple of it too. */
  readonly fileBytes?: number;
  /** Makes the data. Runs in another process than the measurement, so that its memory does not count. */
  prepare(context: BenchContext): Promise<void>;
  /** Answers the work as data, for the tools of other packages; left out or `null` where only ours can be asked. */
  describeTask?(context: BenchContext): Task | null;
  /** Opens what both sides need. */
  open(context: BenchContext): Promise<Sides>;
}

/** What was measured of one item. */
export interface Measurement {
  /** Milliseconds of our very first call in the process, with everything cold but the files. */
  readonly firstMs: number;
  /** Median milliseconds. */
  readonly oursMs: number;
  /** Median milliseconds. */
  readonly rawMs: number;
  /** Milliseconds that a timer beside our side was late at worst, in all rounds. */
  readonly worstDelayMs: number;
  /** Highest resident memory of our side over that before its first call. */
  readonly memoryBytes: number;
}
