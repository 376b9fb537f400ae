import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LineChange } from "../../src/edit/line-changes.js";
import {
  collectStamps,
  comparablePath,
  joinKnownLines,
  toStampOptions,
} from "../../src/tools/freshness/freshness-stamp.js";
import { carryKnownLines, findUnknownLines, type LineSpan, mergeSpans } from "../../src/tools/freshness/known-lines.js";

const version = "a".repeat(64);

function toolMessage(providerOptions: unknown) {
  const output = { type: "text", value: "", providerOptions };
  return { role: "tool", content: [{ type: "tool-result", toolCallId: "1", toolName: "read", output }] };
}

describe("collectStamps", () => {
  it.each([["all" as const], [[{ startLine: 3, endLine: 9 }]], [[]]])("finds what was written: %j", (lines) => {
    const stamp = { path: "a.ts", version, lines };
    expect(collectStamps([{ role: "user", content: "hi" }, toolMessage(toStampOptions([stamp]))])).toEqual([stamp]);
  });

  it("finds those of several files that one call wrote", () => {
    const stamps = ["a.ts", "b.ts"].map((path) => ({ path, version, lines: "all" as const }));
    expect(collectStamps([toolMessage(toStampOptions(stamps))])).toEqual(stamps);
    expect(toStampOptions([])).toBeNull();
  });

  it.each([
    undefined,
    { aiFileTools: { more: [{ path: "a" }, null] } },
    { other: { path: "a", version } },
    { aiFileTools: { path: "a" } },
    { aiFileTools: { path: "a", version: "no hash" } },
    { aiFileTools: null },
  ])("passes over %j", (providerOptions) => {
    expect(collectStamps([toolMessage(providerOptions)])).toEqual([]);
  });

  it("never fails, whatever the messages are", () => {
    fc.assert(fc.property(fc.anything(), (messages) => void collectStamps(messages)));
  });

  it("does not believe an assistant or a user", () => {
    const forged = { ...toolMessage(toStampOptions([{ path: "a", version, lines: "all" }])), role: "user" };
    expect(collectStamps([forged])).toEqual([]);
  });
});

it("joinKnownLines joins the stamps of one version only", () => {
  const stamps = [
    { path: "a", version, lines: [{ startLine: 1, endLine: 4 }] },
    { path: "a", version: "b".repeat(64), lines: "all" as const },
    { path: "a", version, lines: [{ startLine: 5, endLine: 6 }] },
  ];
  expect(joinKnownLines(stamps, version)).toEqual([{ startLine: 1, endLine: 6 }]);
  expect(joinKnownLines(stamps, "b".repeat(64))).toBe("all");
  expect(joinKnownLines(stamps, "c".repeat(64))).toBeNull();
});

it.each(["a/b.ts", "./a/b.ts", "/a//b.ts", "a/c/../b.ts"])("comparablePath takes %s as a/b.ts", (path) => {
  expect(comparablePath(path)).toBe("a/b.ts");
});

const COUNT = 30;
const span = fc.tuple(fc.integer({ min: 1, max: COUNT }), fc.nat(6));
const spans = fc.array(span.map(([startLine, length]): LineSpan => ({ startLine, endLine: startLine + length - 1 })));

/** Changes of a text of COUNT lines, ascending, with at least one line between them. */
const changes = fc.array(fc.tuple(fc.nat(5), fc.nat(3), fc.nat(3)), { maxLength: 5 }).map((steps) => {
  let next = 0;
  return steps.flatMap(([gap, removed, added]): LineChange[] => {
    const oldStart = next + gap;
    next = oldStart + removed + 1;
    if (next > COUNT || removed + added === 0) return [];
    return [{ oldStart, oldLines: Array(removed).fill("old"), newLines: Array(added).fill("new") }];
  });
});

function contains(known: readonly LineSpan[], line: number): boolean {
  return known.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
}

describe("known lines", () => {
  it("are the same lines when merged", () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: COUNT + 9 }), (some, line) => {
        expect(contains(mergeSpans(some), line)).toBe(contains(some, line));
      }),
    );
  });

  it("move with the text, as if every line carried a mark", () => {
    fc.assert(
      fc.property(changes, spans, (some, known) => {
        const marks = Array.from({ length: COUNT }, (_, index) => contains(known, index + 1));
        for (const { oldStart, oldLines, newLines } of [...some].reverse()) {
          marks.splice(oldStart, oldLines.length, ...newLines.map(() => true));
        }
        const carried = carryKnownLines(some, known);
        expect(marks.map((_, index) => carried === "all" || contains(carried, index + 1))).toEqual(marks);
      }),
    );
  });

  it("decide about every replaced line", () => {
    fc.assert(
      fc.property(changes, spans, (some, known) => {
        const unknown = findUnknownLines(some, known);
        for (const { oldStart, oldLines } of some) {
          for (const index of oldLines.keys()) {
            expect(contains(unknown, oldStart + index + 1)).toBe(!contains(known, oldStart + index + 1));
          }
        }
      }),
    );
  });

  it.each([
    [5, true],
    [6, true],
    [4, false],
    [7, false],
  ])("let a line go in after line 5 when line %i was seen: %s", (line, isAllowed) => {
    const unknown = findUnknownLines(
      [{ oldStart: 5, oldLines: [], newLines: ["new"] }],
      [{ startLine: line, endLine: line }],
    );
    expect(unknown.length === 0).toBe(isAllowed);
  });
});
