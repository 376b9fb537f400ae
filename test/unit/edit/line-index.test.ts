// Lines of a text: where they begin and end, whatever their endings.

import { describe, expect, it } from "vitest";
import { createLineIndex, lastAtMost } from "../../../src/edit/line-index.js";

describe("createLineIndex", () => {
  it("knows the content and the ending of every line", () => {
    const lines = createLineIndex("a\r\n\n\r\nb\rc\r");
    const listed = Array.from({ length: lines.count }, (_, line) => [lines.contentOf(line), lines.endingOf(line)]);
    expect(listed).toEqual([
      ["a", "\r\n"],
      ["", "\n"],
      ["", "\r\n"],
      ["b\rc\r", ""],
    ]);
    expect([0, 1, 2, 3, 4].map((line) => [lines.startOf(line), lines.contentEndOf(line), lines.endOf(line)])).toEqual([
      [0, 1, 3],
      [3, 3, 4],
      [4, 4, 6],
      [6, 10, 10],
      [10, 10, 10],
    ]);
  });

  it("finds the line of every offset, the last one for the end", () => {
    const lines = createLineIndex("ab\n\nc\n");
    expect([0, 1, 2, 3, 4, 5, 6].map((offset) => lines.lineAt(offset))).toEqual([0, 0, 0, 1, 2, 2, 2]);
  });

  it("has no line in an empty text, and no line behind a final line ending", () => {
    expect(createLineIndex("").count).toBe(0);
    expect(createLineIndex("").lineAt(0)).toBe(0);
    expect(createLineIndex("a\n").count).toBe(1);
    expect(createLineIndex("\n\n").count).toBe(2);
    expect(createLineIndex("a\n\nb").count).toBe(3);
  });

  it("has room for lines that are much shorter and much longer than usual", () => {
    expect(createLineIndex("\n".repeat(10_000)).startOf(9999)).toBe(9999);
    expect(createLineIndex(`${"x".repeat(10_000)}\ny`).startOf(1)).toBe(10_001);
  });
});

describe("lastAtMost", () => {
  it("finds the last value that is not above the limit", () => {
    const values = Int32Array.of(0, 3, 3, 7);
    expect([-1, 0, 2, 3, 6, 7, 8].map((limit) => lastAtMost(values, limit))).toEqual([-1, 0, 0, 2, 2, 3, 3]);
    expect(lastAtMost(new Int32Array(), 1)).toBe(-1);
  });
});
