// Counts verdicts by class and by engine, and writes the table.

import type { Verdict } from "./verdict.js";

/** Counts how often each verdict was given. */
export type Tally = Partial<Record<Verdict, number>>;

/** Holds the counts of one class: by engine, and whether its cases must be refused. */
export interface ClassResult {
  readonly name: string;
  readonly mustRefuse: boolean;
  readonly tallies: ReadonlyMap<string, Tally>;
}

/** Adds up counts. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  const sum: Tally = {};
  for (const tally of tallies) {
    for (const [verdict, count] of Object.entries(tally))
      sum[verdict as Verdict] = (sum[verdict as Verdict] ?? 0) + count;
  }
  return sum;
}

/** Writes a table for the answerable classes or for the others, one column an engine, the sum last. */
export function formatTable(results: readonly ClassResult[], engines: readonly string[]): string {
  const rows = results.map(({ name, mustRefuse, tallies }) => [
    name,
    ...engines.map((engine) => formatTally(tallies.get(engine), mustRefuse)),
  ]);
  const all = engines.map((engine) => {
    const sum = sumTallies(results.map(({ tallies }) => tallies.get(engine) ?? {}));
    return formatTally(sum, results[0]?.mustRefuse ?? false);
  });
  const lines = [["class", ...engines], ["---", ...engines.map(() => "---")], ...rows, ["**all**", ...all]];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function formatTally(tally: Tally | undefined, mustRefuse: boolean): string {
  const counts = tally ?? {};
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (all === 0) return "–";
  const verdicts: readonly Verdict[] = mustRefuse ? ["applied"] : ["correct", "blanks", "wrong"];
  return `${verdicts.map((verdict) => percent(counts[verdict] ?? 0, all)).join(" / ")} (${all})`;
}

function percent(count: number, all: number): string {
  const value = (100 * count) / all;
  return value === 0 || value === 100 ? String(value) : value.toFixed(1);
}
