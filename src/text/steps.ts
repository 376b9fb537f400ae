// Work in steps: whoever runs it can let other work go first between two of them. Nothing here knows about time.

/** Computes a result, and yields every millisecond or so at the latest: after {@link LINES_PER_STEP} lines and the like. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Takes every step, and may let other work go first between two of them. */
export type RunSteps = <Result>(steps: Steps<Result>) => Result | Promise<Result>;

/** Small things, such as lines, that are looked at in one step. */
export const LINES_PER_STEP = 2048;

/** Takes every step without a pause. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Visits whole numbers in steps, from `start` to `end`, exclusive. */
export function* visitRange(start: number, end: number, visit: (value: number) => void): Steps<void> {
  for (let value = start; value < end; value += 1) {
    visit(value);
    if ((value - start) % LINES_PER_STEP === LINES_PER_STEP - 1) yield;
  }
}

/** Visits each of many things in steps. */
export function* visitEach<Item>(items: readonly Item[], visit: (item: Item, index: number) => void): Steps<void> {
  for (const [index, item] of items.entries()) {
    visit(item, index);
    if (index % LINES_PER_STEP === LINES_PER_STEP - 1) yield;
  }
}
