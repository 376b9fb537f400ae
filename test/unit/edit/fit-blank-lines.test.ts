// Blank lines between kept lines become as many as the file has; next to a changed line nobody knows which are meant.

import { describe, expect, it } from "vitest";
import { fitBlankLines } from "../../../src/edit/fit-blank-lines.js";
import { prepareEdit } from "../../../src/edit/prepare-edit.js";

function fitted(oldText: string, newText: string, fileGaps: readonly number[]): readonly string[] | null {
  const edit = fitBlankLines(prepareEdit({ oldText, newText }, 0), fileGaps);
  return edit === null ? null : [edit.oldText, edit.newText];
}

describe("fitBlankLines", () => {
  it.each<[name: string, oldText: string, newText: string, fileGaps: readonly number[], expected: readonly string[]]>([
    ["one is missing", "a\nb\nc", "a\nb\nC", [1, 0], ["a\n\nb\nc", "a\n\nb\nC"]],
    ["one is too many", "a\n\nb\nc", "a\n\nb\nC", [0, 0], ["a\nb\nc", "a\nb\nC"]],
    [
      "two are missing, at two places",
      "a\nb\nc\nd",
      "x\na\nb\nc\nd",
      [2, 0, 1],
      ["a\n\n\nb\nc\n\nd", "x\na\n\n\nb\nc\n\nd"],
    ],
    ["one of two is too many", "a\n\n\nb\nc", "a\n\n\nb\nC", [1, 0], ["a\n\nb\nc", "a\n\nb\nC"]],
    ["all are right", "a\n\nb", "a\n\nB", [1], ["a\n\nb", "a\n\nB"]],
    ["blanks in a blank line are as good as none", "a\n  \nb\nc", "a\n\nb\nC", [0, 0], ["a\nb\nc", "a\nb\nC"]],
    ["a final line ending stays", "a\nb\nc\n", "a\nb\nC\n", [1, 0], ["a\n\nb\nc\n", "a\n\nb\nC\n"]],
    ["blank lines around the text are no part of it", "\n\na\nb\n\n", "\n\na\nB\n\n", [0], ["a\nb\n", "a\nB\n"]],
    ["newText has more of them around it", "\na\nb\n\n", "\n\na\nB\n\n\n", [0], ["a\nb\n", "\na\nB\n\n"]],
  ])("%s", (_, ...[oldText, newText, fileGaps, expected]) => {
    expect(fitted(oldText, newText, fileGaps)).toEqual(expected);
  });

  it.each<[name: string, oldText: string, newText: string, fileGaps: readonly number[]]>([
    ["above a changed line", "a\nb\nc", "a\nB\nc", [1, 0]],
    ["below a changed line", "a\nb\nc", "a\nB\nc", [0, 1]],
    ["where newText puts a line between", "a\nb", "a\nx\nb", [1]],
    ["where newText has another number of them", "a\n\nb", "a\n\n\nb", [0]],
    ["in front, which newText does not repeat", "\na\nb", "a\nB", [0]],
    ["behind, which newText does not repeat", "a\nb\n\n", "a\nB\n", [0]],
    ["on both sides of a newText of nothing else", "\na\nb\n\n", "\n\n", [0]],
  ])("refuses another number %s", (_, ...[oldText, newText, fileGaps]) => {
    expect(fitted(oldText, newText, fileGaps)).toBeNull();
  });
});
