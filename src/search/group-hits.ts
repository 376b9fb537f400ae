// Shows hits as text, grouped by file and merged where their context overlaps. Paging and failures are not its business.

/** One line that matched, with the lines around it. */
export interface ShownHit {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Without its ending. */
  readonly text: string;
  readonly before?: readonly string[] | undefined;
  readonly after?: readonly string[] | undefined;
}

interface ShownLine {
  readonly text: string;
  readonly isHit: boolean;
}

function addContext(lines: Map<number, ShownLine>, texts: readonly string[], firstLine: number): void {
  for (const [index, text] of texts.entries()) {
    const line = firstLine + index;
    if (!lines.has(line)) lines.set(line, { text, isHit: false });
  }
}

function collectLines(hits: readonly ShownHit[]): readonly (readonly [line: number, shown: ShownLine])[] {
  const lines = new Map<number, ShownLine>();
  for (const hit of hits) lines.set(hit.line, { text: hit.text, isHit: true });
  for (const { line, before = [], after = [] } of hits) {
    addContext(lines, before, line - before.length);
    addContext(lines, after, line + 1);
  }
  return [...lines].sort(([first], [second]) => first - second);
}

function formatFile(path: string, hits: readonly ShownHit[]): string {
  const hasContext = hits.some((hit) => hit.before !== undefined || hit.after !== undefined);
  const rows = [path];
  let previous = 0;
  for (const [line, { text, isHit }] of collectLines(hits)) {
    if (hasContext && previous > 0 && line > previous + 1) rows.push("--");
    rows.push(`${line}${isHit ? "" : "-"}\t${text}`);
    previous = line;
  }
  return rows.join("\n");
}

function groupByPath(hits: readonly ShownHit[]): ReadonlyMap<string, readonly ShownHit[]> {
  const groups = new Map<string, ShownHit[]>();
  for (const hit of hits) {
    const group = groups.get(hit.path);
    if (group === undefined) groups.set(hit.path, [hit]);
    else group.push(hit);
  }
  return groups;
}

/**
 * Formats hits for a model: the path, then `line<TAB>text` for a hit and `line-<TAB>text` for context, `--` where lines
 * of a context are left out, and an empty line between files. Files stand in the order of their first hits.
 */
export function formatHits(hits: readonly ShownHit[]): string {
  return [...groupByPath(hits)].map(([path, group]) => formatFile(path, group)).join("\n\n");
}
