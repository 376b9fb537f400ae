// An edit whose quotation drifts as models drift gives the very file that the exact edit gives.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../src/edit/apply-edits.js";
import { isFsError } from "../../src/errors.js";
import { joinPieces } from "../../src/text/byte-pieces.js";
import { propertyRuns } from "../support/property-runs.js";

fc.configureGlobal({ seed: 20_260_101, numRuns: propertyRuns(200) });

interface Line {
  readonly depth: number;
  readonly body: string;
}

/** Holds a block of lines, where the edit begins and ends in it, and what becomes of the lines there. */
interface Task {
  readonly lines: readonly Line[];
  readonly start: number;
  readonly oldCount: number;
  readonly changed: readonly Line[];
}

const BODIES = ["call(one, two);", "const x = 'a';", "return value - 1;", "// a note", "items.push(item)"];

// Lines go at most one level deeper than the one before them, as code does; every body is unique.
const blocks = fc
  .array(fc.tuple(fc.nat(3), fc.nat(BODIES.length - 1), fc.nat(5)), { minLength: 4, maxLength: 12 })
  .map((rows) => {
    const lines: Line[] = [];
    for (const [index, [depth, body, blank]] of rows.entries()) {
      const last = lines.findLast((line) => line.body !== "")?.depth ?? -1;
      lines.push({ depth: Math.min(depth, last + 1), body: `${BODIES[body]} // ${index}` });
      if (blank === 0) lines.push({ depth: 0, body: "" });
    }
    return lines;
  });

const changes = fc.constantFrom("replace", "insert", "insert deeper", "delete", "append");

const tasks: fc.Arbitrary<Task> = fc
  .tuple(blocks, fc.nat(100), fc.integer({ min: 3, max: 7 }), fc.nat(100), changes)
  .map(([lines, from, length, at, change]) => {
    const filled = lines.flatMap((line, index) => (line.body === "" ? [] : [index]));
    const first = from % Math.max(1, filled.length - 2);
    const start = filled[first] ?? 0;
    const end = (filled[Math.min(filled.length - 1, first + length - 1)] ?? start) + 1;
    const quoted = lines.slice(start, end);
    const inner = quoted.flatMap((line, index) => (line.body === "" ? [] : [index]));
    return {
      lines,
      start,
      oldCount: quoted.length,
      changed: changeLines(quoted, inner[at % inner.length] ?? 0, change),
    };
  });

function changeLines(quoted: readonly Line[], place: number, change: string): readonly Line[] {
  const line = quoted[place] ?? { depth: 0, body: "" };
  const added = { depth: line.depth, body: "added(line); // new" };
  if (change === "replace") return quoted.with(place, { ...line, body: `${line.body} changed` });
  if (change === "insert") return quoted.toSpliced(place + 1, 0, added);
  if (change === "insert deeper") return quoted.toSpliced(place + 1, 0, { ...added, depth: line.depth + 1 });
  if (change === "delete") return quoted.toSpliced(place, 1);
  return [...quoted, { ...added, depth: quoted[0]?.depth ?? 0 }];
}

function write(lines: readonly Line[], unit: string): string {
  return lines.map(({ depth, body }) => (body === "" ? "" : unit.repeat(depth) + body)).join("\n");
}

/** Makes what the file holds, and what the model quotes and writes, of the lines as they are meant. */
interface Drift {
  readonly fileUnit?: string;
  readonly quoteUnit?: string;
  readonly file?: (text: string) => string;
  readonly quote?: (text: string, firstLine: number) => string;
  /** Takes away what nobody can tell of a changed line. */
  readonly normalize?: (text: string) => string;
  /** Percentage of edits that must apply; some blank lines next to a changed line are refused. */
  readonly leastApplied: number;
}

function numberLines(text: string, firstLine: number): string {
  const numbered = text.split("\n").map((line, index) => `${firstLine + index}\t${line}`);
  return numbered.join("\n");
}

const DRIFTS: Readonly<Record<string, Drift>> = {
  "no drift": { leastApplied: 100 },
  "a file with CRLF": { file: (text) => text.replaceAll("\n", "\r\n"), leastApplied: 100 },
  "a quotation with CRLF": { quote: (text) => text.replaceAll("\n", "\r\n"), leastApplied: 100 },
  "blanks at the ends of the file's lines": {
    file: (text) => text.replace(/(?<=\d)$/gm, " \t"),
    normalize: (text) => text.replace(/[ \t]+$/gm, ""),
    leastApplied: 100,
  },
  "curly quotes and dashes in the file": {
    file: (text) => text.replaceAll("'a'", "‘a’").replaceAll(" - ", " – "),
    leastApplied: 100,
  },
  "spaces of another width in the file": {
    file: (text) => text.replaceAll("const x", "const\u00a0x"),
    leastApplied: 100,
  },
  "one level of indentation less": { file: (text) => text.replace(/^(?=.)/gm, "    "), leastApplied: 100 },
  "one level of indentation more": { quote: (text) => text.replace(/^(?=.)/gm, "    "), leastApplied: 100 },
  "spaces for tabs": { fileUnit: "\t", quoteUnit: "    ", leastApplied: 100 },
  "tabs for spaces": { fileUnit: "  ", quoteUnit: "\t", leastApplied: 100 },
  "two spaces for four": { fileUnit: "    ", quoteUnit: "  ", leastApplied: 100 },
  "other runs of blanks in the file": {
    file: (text) => text.replaceAll("(one, ", "(one,   "),
    normalize: (text) => text.replace(/(?<=\S) +/g, " "),
    leastApplied: 100,
  },
  "blank lines that are left out": { quote: (text) => text.replace(/\n+/g, "\n"), leastApplied: 50 },
  "a blank line that is added": { quote: (text) => text.replace(/\n(?=.*\/\/ [24]\b)/g, "\n\n"), leastApplied: 50 },
  "line numbers": { quote: numberLines, leastApplied: 100 },
  "escaped line breaks": { quote: (text) => text.replaceAll("\n", "\\n"), leastApplied: 100 },
};

function tryApply(text: string, oldText: string, newText: string): string | null {
  try {
    return Buffer.from(
      joinPieces(applyEdits(Buffer.from(text), [{ oldText, newText }], { path: "file" }).pieces),
    ).toString();
  } catch (error) {
    if (isFsError(error)) return null;
    throw error;
  }
}

describe("an edit of whole lines", () => {
  it.each(Object.keys(DRIFTS))("does what the exact edit does, with %s", (name) => {
    const {
      fileUnit = "    ",
      quoteUnit = fileUnit,
      file = same,
      quote = same,
      normalize = same,
      leastApplied,
    } = DRIFTS[name] ?? { leastApplied: 100 };
    let tried = 0;
    let applied = 0;
    const property = fc.property(tasks, ({ lines, start, oldCount, changed }) => {
      const oldLines = lines.slice(start, start + oldCount);
      const before = file(write(lines, fileUnit));
      const after = file(write(lines.toSpliced(start, oldCount, ...changed), fileUnit));
      const oldText = quote(write(oldLines, quoteUnit), start + 1);
      const newText = quote(write(changed, quoteUnit), start + 1);
      // What occurs exactly is replaced exactly, also where a narrow indentation is the end of a wide one.
      fc.pre(name === "no drift" || !before.includes(oldText));
      const outcome = tryApply(before, oldText, newText);
      tried += 1;
      if (outcome === null) return;
      applied += 1;
      expect(normalize(outcome)).toBe(normalize(after));
      // The same call once more writes nothing.
      expect(tryApply(outcome, oldText, newText)).toBeNull();
    });
    fc.assert(property);
    expect((100 * applied) / tried).toBeGreaterThanOrEqual(leastApplied);
  });
});

function same(text: string): string {
  return text;
}
