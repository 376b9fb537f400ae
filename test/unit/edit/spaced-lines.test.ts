// A text taken apart into its lines and the blank lines between them, and put together with other numbers of those.

import { describe, expect, it } from "vitest";
import { joinSpaced, splitSpaced } from "../../../src/edit/spaced-lines.js";

describe("splitSpaced and joinSpaced", () => {
  it.each(["", "\n", "a", "a\n", "\na", "\n\na\n \n\nb\n\n", "a\n\tb\n\n\nc", "\n\n"])("give %j again", (text) => {
    expect(joinSpaced(splitSpaced(text), new Map())).toBe(text);
  });

  it("name the lines with text and the blank lines around each", () => {
    expect(splitSpaced("\na\n \n\nb\n\n")).toEqual({
      filled: ["a", "b"],
      gaps: [[""], [" ", ""], [""]],
      isEnded: true,
    });
  });

  it("put in as many blank lines as a gap is given, and keep those that are as many already", () => {
    const lines = splitSpaced("a\n \nb\nc");
    expect(joinSpaced(lines, new Map([[2, 2]]))).toBe("a\n \nb\n\n\nc");
    expect(joinSpaced(lines, new Map([[1, 0]]))).toBe("a\nb\nc");
    expect(joinSpaced(lines, new Map([[1, 1]]))).toBe("a\n \nb\nc");
  });
});
