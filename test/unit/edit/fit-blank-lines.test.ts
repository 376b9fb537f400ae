// Blank lines next to kept lines become as many as the file has; elsewhere newText says so, or nobody knows.

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
    ["one is missing above a changed line", "a\nb\nc", "a\nB\nc", [1, 0], ["a\n\nb\nc", "a\n\nB\nc"]],
    ["one is missing below a changed line", "a\nb\nc", "a\nB\nc", [0, 1], ["a\nb\n\nc", "a\nB\n\nc"]],
    ["one is too many above a changed line", "a\n\nb\nc", "a\n\nB\nc", [0, 0], ["a\nb\nc", "a\nB\nc"]],
    ["newText has it already", "a\nb\nc", "a\n\nb\nC", [1, 0], ["a\n\nb\nc", "a\n\nb\nC"]],
    ["newText adds a line and one above", "a\nb\nc", "a\n\nx\nb\nc", [1, 0], ["a\n\nb\nc", "a\n\nx\n\nb\nc"]],
    ["newText adds a line and one below", "a\nb\nc", "a\nx\n\nb\nc", [1, 0], ["a\n\nb\nc", "a\n\nx\n\nb\nc"]],
    ["newText adds a line and one on each side", "a\nb\nc", "a\n\nx\n\nb\nc", [1, 0], ["a\n\nb\nc", "a\n\nx\n\nb\nc"]],
    ["newText adds a line below one too many", "a\n\nb\nc", "a\n\nx\nb\nc", [0, 0], ["a\nb\nc", "a\nx\nb\nc"]],
    ["newText adds a line above one too many", "a\n\nb\nc", "a\nx\n\nb\nc", [0, 0], ["a\nb\nc", "a\nx\nb\nc"]],
    ["lines go away and newText keeps one", "a\nb\n\nc", "a\n\nc", [1, 1], ["a\n\nb\n\nc", "a\n\nc"]],
    ["one is missing among lines that go away", "a\nb\nc\nd", "a\nd", [0, 1, 0], ["a\nb\n\nc\nd", "a\nd"]],
    ["one is too many among changed lines", "a\nb\n\nc", "a\nB", [0, 0], ["a\nb\nc", "a\nB"]],
    ["lines without blank lines take the place of as many", "a\n\nb\nc", "aX\nbX", [0, 0], ["a\nb\nc", "aX\nbX"]],
    [
      "newText has some above the changed lines, and none among them",
      "a\n\nb\n\n\nc",
      "a\n\ncX",
      [1, 0],
      ["a\n\nb\nc", "a\n\ncX"],
    ],
    [
      "some are missing above lines that go away",
      "a\n\n\nb\nc",
      "a\n\n\nc\nx",
      [2, 1],
      ["a\n\n\nb\n\nc", "a\n\n\nc\nx"],
    ],
    ["one is missing among lines that all go away", "a\nb\nc", "", [0, 1], ["a\nb\n\nc", ""]],
    ["nothing is missing, and all goes away", "a\nb\n", "", [0], ["a\nb\n", ""]],
    [
      "two lines are long enough",
      "sixteen_letters_\nsixteen_letters_",
      "x",
      [1],
      ["sixteen_letters_\n\nsixteen_letters_", "x"],
    ],
    ["a final line ending stays", "a\nb\nc\n", "a\nb\nC\n", [1, 0], ["a\n\nb\nc\n", "a\n\nb\nC\n"]],
    ["blank lines around the text are no part of it", "\n\na\nb\n\n", "\n\na\nB\n\n", [0], ["a\nb\n", "a\nB\n"]],
    ["newText has more of them around it", "\na\nb\n\n", "\n\na\nB\n\n\n", [0], ["a\nb\n", "\na\nB\n\n"]],
  ])("%s", (_, ...[oldText, newText, fileGaps, expected]) => {
    expect(fitted(oldText, newText, fileGaps)).toEqual(expected);
  });

  it.each<[name: string, oldText: string, newText: string, fileGaps: readonly number[]]>([
    ["above a changed line of two", "a\nb", "a\nB", [1]],
    ["among two lines of less than 32 characters", "sixteen_letters_\nfifteen_letters", "x", [1]],
    ["among lines that others with blank lines take the place of", "a\n\nb\n\nc", "bX\n\nnew", [1, 0]],
    ["where newText puts a line between", "a\nb\nc", "a\nx\nb\nc", [1, 0]],
    ["where newText puts a line and blank lines on both sides", "a\n\n\nb\nc", "a\n\nx\n\nb\nc", [1, 0]],
    ["where newText takes the line below away", "a\nb\nc", "a\nc", [1, 0]],
    ["where newText takes the line above away", "a\nb\nc", "a\nc", [0, 1]],
    ["where newText takes the last line away", "a\nb\nc", "a\nb", [0, 1]],
    ["too many where newText takes lines away", "a\n\nb\nc", "a\n\nc", [0, 0]],
    ["where newText takes the first line away", "a\nb\nc", "b\nc", [1, 0]],
    ["among lines that as many replace", "a\nb\nc", "a\nB\nC", [0, 1]],
    ["among lines that others with blank lines replace", "a\nb\n\nc", "a\nB\n\nC", [0, 0]],
    ["where newText has another number of them", "a\n\nb", "a\n\n\nb", [0]],
    ["in front, which newText does not repeat", "\na\nb", "a\nB", [0]],
    ["behind, which newText does not repeat", "a\nb\n\n", "a\nB\n", [0]],
    ["on both sides of a newText of nothing else", "\na\nb\n\n", "\n\n", [0]],
  ])("refuses another number %s", (_, ...[oldText, newText, fileGaps]) => {
    expect(fitted(oldText, newText, fileGaps)).toBeNull();
  });
});
