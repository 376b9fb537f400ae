// The process in which one item is measured: `measure-item.ts <position> <context as JSON>`; prints the figures as JSON.

import { measureSides } from "./harness/measure.js";
import type { BenchContext } from "./harness/work-item.js";
import { ALL_ITEMS } from "./items/all-items.js";

const [position, context] = process.argv.slice(2);
const item = ALL_ITEMS[Number(position)];
if (item === undefined || context === undefined) throw new TypeError("measure-item.ts needs a position and a context");

const sides = await item.open(JSON.parse(context) as BenchContext);
try {
  console.log(JSON.stringify(await measureSides(sides, item.rounds)));
} finally {
  await sides.close();
}
