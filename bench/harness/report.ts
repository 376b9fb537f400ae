// Turns measurements into a table: for a terminal, and for the file of results. Pure but for the machine it names.

import { availableParallelism, totalmem } from "node:os";
import { formatRows } from "./markdown-table.js";
import type { Result } from "./result.js";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

const HEADINGS: readonly string[] = ["item", "first ms", "ours ms", "raw ms", "ratio", "worst delay ms", "memory MiB"];

function formatMs(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(ms < 100 ? 1 : 0);
}

function toCells({ item, measurement }: Result): readonly string[] {
  const { firstMs, oursMs, rawMs, worstDelayMs, memoryBytes } = measurement;
  return [
    `${item.number}. ${item.name}`,
    formatMs(firstMs),
    formatMs(oursMs),
    formatMs(rawMs),
    `×${(oursMs / rawMs).toFixed(2)}`,
    formatMs(worstDelayMs),
    formatMemory(memoryBytes, item.fileBytes),
  ];
}

function formatMemory(memoryBytes: number, fileBytes: number | undefined): string {
  const mebibytes = (memoryBytes / MIB).toFixed(1);
  return fileBytes === undefined ? mebibytes : `${mebibytes} (×${(memoryBytes / fileBytes).toFixed(1)})`;
}

/** Formats results as a Markdown table. */
export function formatTable(results: readonly Result[]): string {
  return formatRows([HEADINGS, ...results.map(toCells)]);
}

/** Says on what kind of machine the figures were taken; never which one. */
export function describeMachine(date: Date): string {
  const memoryGib = Math.round(totalmem() / GIB);
  const day = date.toISOString().slice(0, 10);
  return `${availableParallelism()} cores, ${memoryGib} GiB, ${process.platform}, Node ${process.versions.node}, ${day}`;
}

/** Formats the file of results. */
export function formatResults(results: readonly Result[], machine: string, logBytes: number): string {
  return `# Benchmark results

Written by \`npm run bench -- --write\`: do not edit by hand.

${machine}; the large log has ${logBytes.toLocaleString("en-US")} bytes.

Each item runs in a process of its own: the package and the raw floor (plain Node or the bare ripgrep, with no checks,
schemas or audit) take turns, and the medians are compared. **Trust the ratio, not the milliseconds.** The page cache is
warm. The floor is synchronous where the package is. *first* is the package's first call in the process; *worst delay* is
how late a timer beside the package's side was at worst, in all rounds; *memory* is the highest resident memory of the
package's side over that before its first call, in brackets as a multiple of the file. Both sides must find the same, or
the run fails.

${formatTable(results)}
`;
}
