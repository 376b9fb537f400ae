// Which old line a new line follows from, and which of two readings has more in common with the new text.

import { describe, expect, it } from "vitest";
import { isCloser, planSources } from "../../../src/edit/line-sources.js";

function sourcesOf(oldText: string, newText: string): readonly (string | undefined)[] {
  const sources = planSources(oldText.split("\n"), newText.split("\n"));
  return sources.map((source) => source && `${source.isKept ? "kept" : "changed"} ${source.oldLine}`);
}

describe("planSources", () => {
  it.each<[name: string, oldText: string, newText: string, expected: readonly (string | undefined)[]]>([
    ["kept lines", "a\nb", "a\nb", ["kept 0", "kept 1"]],
    ["kept lines but for blanks at their ends", "a \nb", "a\nb\t", ["kept 0", "kept 1"]],
    ["added lines", "a\nb", "a\nx\nb\ny", ["kept 0", undefined, "kept 1", undefined]],
    ["lines behind removed ones", "a\nb\nc", "a\nc", ["kept 0", "kept 2"]],
    ["lines in the place of as many", "a\nb\nc\nd", "a\nx\ny\nd", ["kept 0", "changed 1", "changed 2", "kept 3"]],
    ["lines in the place of more", "a\nb\nc\nd", "a\nx\nd", ["kept 0", undefined, "kept 3"]],
    ["a line with another indentation", "a\n  b", "a\n    x", ["kept 0", undefined]],
    ["a blank line in the place of another", "a\nb\nc", "a\n\nc", ["kept 0", undefined, "kept 2"]],
    ["blanks in the place of a line as deep", "a\n  b\nc", "a\n  \nc", ["kept 0", undefined, "kept 2"]],
  ])("names the source of %s", (_, ...[oldText, newText, expected]) => {
    expect(sourcesOf(oldText, newText)).toEqual(expected);
  });
});

describe("isCloser", () => {
  function closer(oldText: string, otherText: string, newText: string): boolean {
    const newLines = newText.split("\n");
    const [sources, others] = [oldText, otherText].map((text) => planSources(text.split("\n"), newLines));
    return sources !== undefined && others !== undefined && isCloser(sources, others, newLines);
  }

  it.each<[name: string, oldText: string, otherText: string, newText: string]>([
    ["more lines", "a\nb\nc", "a\nx\nc", "a\nb\nc"],
    ["some where the other keeps none", "a\nx", "y\nz", "a\nb"],
  ])("tells the text of which the new one keeps %s", (_, ...[oldText, otherText, newText]) => {
    expect([closer(oldText, otherText, newText), closer(otherText, oldText, newText)]).toEqual([true, false]);
  });

  it("finds neither closer when both keep the same", () => {
    expect(closer("a\nx", "a\ny", "a\nb")).toBe(false);
  });

  it("does not count blank lines", () => {
    expect(closer("a\n\nx\n\ny", "a\nb", "a\n\nb\n\n")).toBe(false);
  });

  it("prefers what is kept in fewer pieces", () => {
    const kept = (line: number) => ({ oldLine: line, isKept: true });
    const changed = { oldLine: 0, isKept: false };
    const newLines = ["a", "b", "c", "d"];
    const together = [kept(0), kept(1), undefined, changed];
    const apart = [kept(0), undefined, kept(1), changed];
    expect(isCloser(together, apart, newLines)).toBe(true);
    expect(isCloser(apart, together, newLines)).toBe(false);
    expect(isCloser(together, together, newLines)).toBe(false);
    expect(isCloser([changed, kept(0), kept(1), undefined], apart, newLines)).toBe(true);
  });
});
