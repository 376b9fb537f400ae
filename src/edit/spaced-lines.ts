// A text as its lines with something in them and the blank lines between those. Pure.

/** Holds the lines with text, and the blank lines in front of each; one entry more holds those behind the last. */
export interface SpacedLines {
  readonly filled: readonly string[];
  readonly gaps: readonly (readonly string[])[];
  /** The last line has a line ending. */
  readonly isEnded: boolean;
}

/** Takes a text of LF lines apart. */
export function splitSpaced(text: string): SpacedLines {
  const isEnded = text.endsWith("\n");
  const filled: string[] = [];
  const gaps: string[][] = [];
  let gap: string[] = [];
  for (const line of (isEnded ? text.slice(0, -1) : text).split("\n")) {
    gap.push(line);
    if (line.trim() === "") continue;
    gaps.push(gap.slice(0, -1));
    filled.push(line);
    gap = [];
  }
  return { filled, gaps: [...gaps, gap], isEnded };
}

/** Puts a text together again, with other numbers of blank lines in the gaps that `counts` names. */
export function joinSpaced({ filled, gaps, isEnded }: SpacedLines, counts: ReadonlyMap<number, number>): string {
  const lines: string[] = [];
  for (const [index, gap] of gaps.entries()) {
    const count = counts.get(index) ?? gap.length;
    const blanks = count === gap.length ? gap : Array.from({ length: count }, () => "");
    for (const blank of blanks) lines.push(blank);
    const line = filled[index];
    if (line !== undefined) lines.push(line);
  }
  return lines.join("\n") + (isEnded ? "\n" : "");
}
