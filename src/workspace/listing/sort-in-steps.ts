// Sorts many items in steps of a few milliseconds, so that a caller can do something else in between.

/** Items that are sorted at one go. */
const STEP_ITEMS = 4096;

type Compare<Item> = (a: Item, b: Item) => number;

function merge<Item>(left: readonly Item[], right: readonly Item[], compare: Compare<Item>): Item[] {
  const merged: Item[] = [];
  let from = 0;
  for (const item of left) {
    for (let other = right[from]; other !== undefined && compare(other, item) < 0; other = right[from]) {
      merged.push(other);
      from += 1;
    }
    merged.push(item);
  }
  return from === 0 ? merged.concat(right) : merged.concat(right.slice(from));
}

/** Sorts `items`, none of which is `undefined`, in place where they are few; yields `pause` between two steps. */
export function* sortInSteps<Item, Pause>(
  items: Item[],
  compare: Compare<Item>,
  pause: Pause,
): Generator<Pause, readonly Item[], void> {
  if (items.length <= STEP_ITEMS) return items.sort(compare);
  const runs: Item[][] = [];
  for (let start = 0; start < items.length; start += STEP_ITEMS) {
    runs.push(items.slice(start, start + STEP_ITEMS).sort(compare));
    yield pause;
  }
  while (runs.length > 1) {
    const [left = [], right = []] = runs.splice(0, 2);
    runs.push(merge(left, right, compare));
    yield pause;
  }
  return runs[0] ?? [];
}
