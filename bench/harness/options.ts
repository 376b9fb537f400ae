// What the command line and the environment ask for.

import { parseArgs } from "node:util";

const DEFAULT_LOG_BYTES = 1_000_000_000;
const LEAST_LOG_BYTES = 1_000_000;

/** Says what a run does. */
export interface RunOptions {
  /** Numbers of the items to run; `null` runs all. */
  readonly only: ReadonlySet<number> | null;
  /** Rewrites the file of results. */
  readonly write: boolean;
  /** Measures the packages beside ours too. */
  readonly peers: boolean;
  readonly logBytes: number;
}

function parseNumbers(list: string): ReadonlySet<number> {
  const numbers = list.split(",").map(Number);
  if (numbers.every((number) => Number.isSafeInteger(number) && number > 0)) return new Set(numbers);
  throw new TypeError(`--only takes numbers of items, such as 5,6, not ${list}`);
}

function parseLogBytes(value: string | undefined): number {
  if (value === undefined) return DEFAULT_LOG_BYTES;
  const bytes = Number(value);
  if (Number.isSafeInteger(bytes) && bytes >= LEAST_LOG_BYTES) return bytes;
  throw new TypeError(`BENCH_BYTES must be a number of bytes of at least ${LEAST_LOG_BYTES}, not ${value}`);
}

/**
 * Reads the options of a run.
 * @throws {TypeError} when an option is unknown or wrong, or part of the items would replace the results of all
 */
export function resolveRunOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): RunOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: "string" },
      write: { type: "boolean", default: false },
      peers: { type: "boolean", default: false },
    },
  });
  if (values.write && values.only !== undefined) throw new TypeError("--write needs all items: leave --only out");
  return {
    only: values.only === undefined ? null : parseNumbers(values.only),
    write: values.write,
    peers: values.peers,
    logBytes: parseLogBytes(environment["BENCH_BYTES"]),
  };
}
