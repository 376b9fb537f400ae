// The tables of token counts. Pure: measurements in, Markdown out.

import type { Count, Measurement } from "./measure-subject.js";
import { SITUATIONS } from "./subject.js";

/** The measurements by the name of the set of tools, or why there are none; the first one is ours. */
export type Measurements = ReadonlyMap<string, Measurement | { readonly failure: string }>;

/** Adds up the core tools of a set. */
export function countCoreTokens({ definitions, coreTools }: Measurement): number {
  return coreTools.reduce((sum, name) => sum + (definitions.get(name) ?? 0), 0);
}

/** Formats all sets side by side. */
export function formatComparison(measurements: Measurements): string {
  const rows: readonly (readonly [title: string, cell: (one: Measurement) => string])[] = [
    ["definitions of read, write, edit, grep, exec", showCore],
    ["definitions of all tools (number of tools)", showAll],
    ...SITUATIONS.map((situation) => [situation, (one: Measurement) => showCount(one.answers.get(situation))] as const),
  ];
  return formatTable([
    ["o200k tokens", ...measurements.keys()],
    ...rows.map(([title, cell]) => [
      title,
      ...[...measurements.values()].map((one) => ("failure" in one ? one.failure : cell(one))),
    ]),
  ]);
}

/** Formats the definitions of one set, tool by tool. */
export function formatDefinitions({ definitions }: Measurement): string {
  return formatTable([["tool", "tokens"], ...[...definitions].map(([name, count]) => [name, formatNumber(count)])]);
}

function showCore(one: Measurement): string {
  const missing = 5 - one.coreTools.length;
  return formatNumber(countCoreTokens(one)) + (missing === 0 ? "" : ` (has ${one.coreTools.length} of them)`);
}

function showAll({ definitions }: Measurement): string {
  return `${formatNumber([...definitions.values()].reduce((sum, count) => sum + count, 0))} (${definitions.size})`;
}

function showCount(count: Count | undefined): string {
  if (count === null || count === undefined) return "–";
  return typeof count === "number" ? formatNumber(count) : count.failure;
}

function formatNumber(value: number): string {
  return value.toLocaleString("en-US");
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => padCell(cell, column, widths[column] ?? 0)).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => "-".repeat(width - (column === 0 ? 0 : 1)) + (column === 0 ? "" : ":")).join(" | ")} |`;
  const [header = [], ...body] = rows;
  return [line(header), rule, ...body.map(line)].join("\n");
}

function padCell(cell: string, column: number, width: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
