// Pairs of texts that differ by random changes of lines, and the patches that lead from one to the other.

import { structuredPatch } from "diff";
import fc from "fast-check";

/** A text before and after, in lines without endings. */
export interface LinePair {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly ending: "\n" | "\r\n";
  /** The last line has no ending, before and after. */
  readonly isUnended: boolean;
}

const WORDS = [
  "alpha",
  "beta();",
  "return 1;",
  "{",
  "}",
  "“gamma”",
  "x – y",
  "+ plus",
  "- minus",
  "*** star",
  "@@ at",
  "",
];

/** Lines that each occur once. */
const uniqueLines = fc
  .array(fc.tuple(fc.constantFrom("", "  ", "\t"), fc.constantFrom(...WORDS)), { maxLength: 40 })
  .map((lines) => lines.map(([blanks, word], index) => `${blanks}${word} #${index};`));

/** Lines of which many are the same. */
const repeatedLines = fc.array(fc.constantFrom("a", "b", "}", "", "  same line again"), { maxLength: 30 });

const changes = fc.array(
  fc.tuple(fc.nat(1000), fc.constantFrom("delete", "insert", "replace"), fc.integer({ min: 1, max: 3 })),
  { minLength: 1, maxLength: 6 },
);

type Change = readonly [place: number, kind: string, count: number];

function changeLines(lines: readonly string[], all: readonly Change[], createLine: (id: number) => string): string[] {
  const changed = [...lines];
  let id = 0;
  for (const [place, kind, count] of all) {
    const at = place % (changed.length + 1);
    const added = kind === "delete" ? [] : Array.from({ length: count }, () => createLine(id++));
    changed.splice(at, kind === "insert" ? 0 : count, ...added);
  }
  return changed;
}

const forms = fc.record({ ending: fc.constantFrom<"\n" | "\r\n">("\n", "\r\n"), isUnended: fc.boolean() });

/** Pairs in which no line occurs twice, so that there is one right place for each change. */
export const uniquePairs: fc.Arbitrary<LinePair> = fc
  .tuple(uniqueLines, changes, forms)
  .map(([before, all, form]) => ({ before, after: changeLines(before, all, (id) => `  new line ${id}`), ...form }));

/** Pairs in which most lines occur often. */
export const repeatedPairs: fc.Arbitrary<LinePair> = fc
  .tuple(repeatedLines, changes, forms)
  .map(([before, all, form]) => ({
    before,
    after: changeLines(before, all, (id) => ["a", "}", "  same line again", ""][id % 4] ?? ""),
    ...form,
  }));

/** Joins lines to the text of a file. */
export function joinFile(
  lines: readonly string[],
  { ending, isUnended }: Pick<LinePair, "ending" | "isUnended">,
): string {
  const isEnded = lines.length > 0 && !(isUnended && lines.at(-1) !== "");
  return lines.join(ending) + (isEnded ? ending : "");
}

/** Writes the hunks from one text to the other, each line with its sign; the numbers are left to the caller. */
export function createHunks({ before, after }: LinePair, context: number): ReturnType<typeof structuredPatch>["hunks"] {
  const [oldText, newText] = [before, after].map((lines) => lines.map((line) => `${line}\n`).join(""));
  return structuredPatch("a", "b", oldText ?? "", newText ?? "", "", "", { context }).hunks;
}

/** Writes hunks as the envelope has them. */
export function formatEnvelope(path: string, hunks: ReturnType<typeof createHunks>): string {
  const bodies = hunks.map((hunk) => `@@\n${hunk.lines.join("\n")}\n`);
  return `*** Begin Patch\n*** Update File: ${path}\n${bodies.join("")}*** End Patch\n`;
}

/** Writes hunks as a unified diff. */
export function formatUnified(path: string, hunks: ReturnType<typeof createHunks>): string {
  const bodies = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    const header = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
    return `${header}\n${lines.join("\n")}\n`;
  });
  return `--- a/${path}\n+++ b/${path}\n${bodies.join("")}`;
}
