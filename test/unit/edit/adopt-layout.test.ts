// Both texts of an edit in the layout of the file: what both agree on is the file's, the rest is what newText says.

import { describe, expect, it } from "vitest";
import { adoptLayout } from "../../../src/edit/adopt-layout.js";
import { prepareEdit } from "../../../src/edit/prepare-edit.js";

function adopt(oldText: string, newText: string, fileText: string): readonly string[] | null {
  const layout = { fileLines: fileText.split("\n"), detectUnit: () => null };
  const edit = adoptLayout(prepareEdit({ oldText, newText }, 0), layout);
  return edit === null ? null : [edit.oldText, edit.newText];
}

describe("adoptLayout", () => {
  it.each<[name: string, oldText: string, newText: string, fileText: string, expected: readonly string[]]>([
    ["gives a line that goes away the file's indentation", "a", "", " a", [" a", ""]],
    ["gives a changed line the file's indentation", "a", "b", "\ta", ["\ta", "\tb"]],
    ["keeps a line of the file with the blanks at its end", "a", "a\nb", "\ta ", ["\ta ", "\ta \n\tb"]],
    ["leaves blank lines of newText as they are", "a", "a\n  ", "  a", ["  a", "  a\n  "]],
    [
      "leaves new lines right where newText has no slip of oldText",
      "    a\n      b",
      "a",
      "a\n      b",
      ["a\n      b", "a"],
    ],
    [
      "takes the file's lines for those of oldText where newText agrees with the file",
      " a\nb ",
      " a\n\n\t\tb",
      " a\n\t\tb",
      [" a\n\t\tb", " a\n\n\t\tb"],
    ],
  ])("%s", (_, ...[oldText, newText, fileText, expected]) => {
    expect(adopt(oldText, newText, fileText)).toEqual(expected);
  });
});
