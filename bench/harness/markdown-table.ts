// Lays out Markdown tables. Pure.

/** Formats rows, the first one being the headings, so that the columns line up in a terminal too. */
export function formatRows(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const align = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  const [head = "", ...body] = rows.map((row) => `| ${row.map(align).join(" | ")} |`);
  const rule = `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [head, rule, ...body].join("\n");
}
