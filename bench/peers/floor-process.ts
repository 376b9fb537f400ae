// The process in which the floor runs, so that neither side pays for the memory of the other or for what it patches:
// `floor-process.ts <position> <context as JSON>`. Runs the floor once for each message and answers how long it took.

import type { BenchContext } from "../harness/work-item.js";
import { ALL_ITEMS } from "../items/all-items.js";

const [position, contextJson] = process.argv.slice(2);
const item = ALL_ITEMS[Number(position)];
if (item === undefined || contextJson === undefined) throw new TypeError("floor-process.ts needs two arguments");
const sides = await item.open(JSON.parse(contextJson) as BenchContext);

process.on("message", async () => {
  const startedMs = performance.now();
  const answer = await sides.raw();
  process.send?.({ ms: performance.now() - startedMs, answer });
});
process.on("disconnect", () => process.exit());
