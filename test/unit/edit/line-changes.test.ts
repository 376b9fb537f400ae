// Changes of lines stay as small as the splices they come from, however many there are.

import { describe, expect, it } from "vitest";
import { planLineChanges } from "../../../src/edit/line-changes.js";
import { createLineIndex } from "../../../src/edit/line-index.js";
import type { Splice } from "../../../src/edit/splice-bytes.js";
import { runAtOnce } from "../../../src/text/steps.js";

const COUNT = 3000;
const LINE = "line 0000\n".length;
const TEXT = Array.from({ length: COUNT }, (_, line) => `line ${String(line).padStart(4, "0")}\n`).join("");

function sizesOf(text: string, splices: readonly Splice[]): readonly string[] {
  const changes = runAtOnce(planLineChanges({ text, lines: createLineIndex(text) }, splices));
  return changes.map(({ oldStart, oldLines, newLines }) => `${oldStart} -${oldLines.length} +${newLines.length}`);
}

function everySecond(plan: (line: number) => Splice): readonly Splice[] {
  return Array.from({ length: COUNT / 2 }, (_, index) => plan(index * 2));
}

describe("planLineChanges", () => {
  it.each<[name: string, plan: (line: number) => Splice, size: string]>([
    ["replaced", (line) => ({ start: line * LINE, end: (line + 1) * LINE, replacement: `new ${line}\n` }), "-1 +1"],
    ["changed inside", (line) => ({ start: line * LINE, end: line * LINE + 4, replacement: "LINE" }), "-1 +1"],
    ["removed", (line) => ({ start: line * LINE, end: (line + 1) * LINE, replacement: "" }), "-1 +0"],
    [
      "preceded by another",
      (line) => ({ start: line * LINE, end: line * LINE, replacement: `new ${line}\n` }),
      "-0 +1",
    ],
  ])("tells single lines of thousands that are %s", (_, plan, size) => {
    expect(sizesOf(TEXT, everySecond(plan))).toEqual(everySecond(plan).map((_splice, index) => `${index * 2} ${size}`));
  });

  it.each<[name: string, splice: Splice, expected: string]>([
    ["line feed that is taken away", { start: 1, end: 2, replacement: "" }, "0 -2 +1"],
    ["line feed that is taken away behind a whole line", { start: 2, end: 4, replacement: "c" }, "1 -2 +1"],
    ["last line", { start: 4, end: 5, replacement: "d" }, "2 -1 +1"],
    ["end of the text", { start: 5, end: 5, replacement: "\nd" }, "2 -1 +2"],
    ["first line", { start: 0, end: 2, replacement: "" }, "0 -1 +0"],
  ])("covers the whole lines that change with the %s", (_, splice, expected) => {
    expect(sizesOf("a\nb\nc", [splice])).toEqual([expected]);
  });

  it("puts a line behind the last one, and in an empty text", () => {
    expect(sizesOf("a\n", [{ start: 2, end: 2, replacement: "b\n" }])).toEqual(["1 -0 +1"]);
    expect(sizesOf("", [{ start: 0, end: 0, replacement: "b\n" }])).toEqual(["0 -0 +1"]);
  });
});
