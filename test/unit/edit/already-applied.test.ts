// A call that is repeated does not apply twice; a change that only looks alike does.

import { describe, expect, it } from "vitest";
import { deletesOnly } from "../../../src/edit/already-applied.js";
import { applyEditsToNormalizedContent } from "../../../src/edit/apply-to-text.js";
import { prepareEdit } from "../../../src/edit/prepare-edit.js";
import { isFsError } from "../../../src/errors.js";

function apply(text: string, oldText: string, newText: string): string {
  try {
    return applyEditsToNormalizedContent(text, [{ oldText, newText }], "file").newContent;
  } catch (error) {
    if (isFsError(error)) return error.details?.["alreadyApplied"] === true ? "already applied" : error.kind;
    throw error;
  }
}

describe("an edit", () => {
  it.each<[name: string, text: string, oldText: string, newText: string]>([
    ["lines behind", "a();\nadded();\nb();\n", "a();\n", "a();\nadded();\n"],
    ["lines in front", "added();\na();\n", "a();", "added();\na();"],
    ["lines on both sides", "before();\na();\nbehind();\n", "a();", "before();\na();\nbehind();"],
    ["text in the same line", "call(first, second)\n", "first", "first, second"],
    ["lines in front in a CRLF file", "added();\r\nmore();\r\na();\r\n", "a();", "added();\nmore();\na();"],
    ["lines behind in a CRLF file", "a();\r\nadded();\r\nmore();\r\n", "a();", "a();\nadded();\nmore();"],
    ["text that repeats oldText", "x = one, one_more\n", "x = one", "x = one, one_more"],
    ["six characters", "a\n123456\n", "a", "a\n123456"],
  ])("is not applied again when the file has the %s that it adds", (_, ...[text, oldText, newText]) => {
    expect(apply(text, oldText, newText)).toBe("already applied");
  });

  it.each<[name: string, text: string, oldText: string, newText: string]>([
    ["the text it puts there", "alpha\nconst replaced = true;\n", "const original = 1;", "const replaced = true;"],
    ["its lines with CRLF", "a\r\nfirst line;\r\nsecond line;\r\n", "x = 1;\ny = 2;", "first line;\nsecond line;"],
    ["sixteen characters of it", "alpha\n0123456789abcdef\n", "const original = 1;", "0123456789abcdef"],
  ])("is not applied again when the file lacks oldText and has %s", (_, ...[text, oldText, newText]) => {
    expect(apply(text, oldText, newText)).toBe("already applied");
  });

  it.each<[name: string, text: string, oldText: string, newText: string, expected: string]>([
    ["too little to say anything", "a\n12345\n", "a", "a\n12345", "a\n12345\n12345\n"],
    [
      "part of the added lines",
      "a();\nadded();\nother();\n",
      "a();\n",
      "a();\nadded();\nmore();\n",
      "a();\nadded();\nmore();\nadded();\nother();\n",
    ],
    [
      "the added lines elsewhere",
      "added();\nx();\na();\n",
      "a();",
      "added();\na();",
      "added();\nx();\nadded();\na();\n",
    ],
    [
      "newText elsewhere, which lacks oldText",
      "keep this line;\nold line;\n",
      "old line;",
      "keep this line;",
      "keep this line;\nkeep this line;\n",
    ],
    ["what is to be shortened", "call(first, second)\n", "first, second", "first", "call(first)\n"],
  ])("applies where the file has %s", (_, ...[text, oldText, newText, expected]) => {
    expect(apply(text, oldText, newText)).toBe(expected);
  });

  it("is found at any place of oldText in newText, for every place of the file", () => {
    const edits = [{ oldText: "val", newText: "val, val, added0", replaceAll: true }];
    expect(() => applyEditsToNormalizedContent("(val, val, added0)\n", edits, "file")).toThrow("already applied");
  });

  it("is taken for applied where the file lacks oldText and has newText in another layout", () => {
    const text = "first line of text  \n\tsecond line;\n";
    expect(apply(text, "nothing like it", "first line of text\nsecond line;")).toBe("already applied");
  });

  it("is not taken for applied where oldText has newText but for its ends", () => {
    expect(apply("the shorter text\n", "not the shorter text here", "the shorter text\n")).toBe("text_not_found");
  });

  it("is not taken for applied where a line number names the place", () => {
    const text = "const value = 22222222;\nconst value = 11111111;\n";
    const numbered = (line: number): string =>
      apply(text, `${line}\tconst value = 11111111;`, `${line}\tconst value = 22222222;`);
    expect(numbered(2)).toBe("const value = 22222222;\nconst value = 22222222;\n");
    expect(numbered(3)).toBe("const value = 22222222;\nconst value = 22222222;\n");
    expect(numbered(1)).toBe("already applied");
  });

  it("is not taken for applied where it only takes lines away that stand elsewhere, too", () => {
    const rest = "    first_line();\n    third_line();\n";
    const text = `\tfirst_line();\n\tsecond_line();\n\tthird_line();\n${rest}`;
    const old = "    first_line();\n    second_line();\n    third_line();\n";
    expect(apply(text, old, rest)).toBe(`\tfirst_line();\n\tthird_line();\n${rest}`);
  });

  it("is not taken for applied where a line or two of newText stand elsewhere, but where more do", () => {
    const old = "    first_line();\n    second_line();\n    third_line();\n";
    const file = (rest: string): string => `\tfirst_line();\n\tsecond_line();\n\tthird_line();\nnext();\n${rest}`;
    const two = "    first_line();\n    other_line();\n";
    expect(apply(file(two), old, two)).toBe(`\tfirst_line();\n\tother_line();\nnext();\n${two}`);
    const three = "    first_line();\n    other_line();\n    third_line();\n";
    expect(apply(file(three), old, three)).toBe("already applied");
  });

  it("is taken for applied where newText stands around the place that is found in another layout", () => {
    const edit = ["\n## Links\n\n- [one](one.md)\n", "\n## Links\n- [one](one.md)\n"] as const;
    const once = apply(`# Title${edit[0]}`, ...edit);
    expect(once).toBe(`# Title${edit[1]}`);
    expect(apply(once, ...edit)).toBe("already applied");
  });

  it("is taken for applied where newText stands around the place, and was quoted and written too deep", () => {
    const before = ".warning {\n  color: orange;\n}\n";
    const edit = [
      "      color: orange;\n    }\n",
      "      color: orange;\n\n      .text {\n        color: orange;\n      }\n    }\n",
    ] as const;
    const once = apply(before, ...edit);
    expect(once).toBe(".warning {\n  color: orange;\n\n  .text {\n    color: orange;\n  }\n}\n");
    expect(apply(once, ...edit)).toBe("already applied");
  });

  it("is taken for applied where it wraps lines that were quoted too deep", () => {
    const edit = [
      "      run(first);\n      run(second);\n",
      "      try {\n        run(first);\n        run(second);\n      } catch (error) {\n        report(error);\n      }\n",
    ] as const;
    const once = apply("a {\n  run(first);\n  run(second);\n}\n", ...edit);
    expect(once).toContain("\n  try {\n    run(first);");
    expect(apply(once, ...edit)).toBe("already applied");
  });

  it("applies where newText stands elsewhere, in the layout that oldText has here", () => {
    const lines = (indentation: string, ...names: string[]): string =>
      names.map((name) => `${indentation}${name}();\n`).join("");
    const text = `${lines("  ", "first_line", "second_line", "third_line")}next();\n${lines("  ", "first_line", "other_line", "third_line")}`;
    const newText = lines("      ", "first_line", "other_line", "third_line");
    const oldText = lines("      ", "first_line", "second_line", "third_line");
    const expected = text.replace("second_line", "other_line");
    expect(apply(text, oldText, newText)).toBe(expected);
    expect(apply(text, oldText, newText.replaceAll("      ", "  "))).toBe(expected);
  });

  it("that indents lines is taken for applied where they are nearer to newText than to oldText", () => {
    const edit = ["    one_line();\n    two_lines();\n", "      one_line();\n      two_lines();\n"] as const;
    expect(apply("      one_line();\n      two_lines();\n", ...edit)).toBe("already applied");
    expect(apply("  one_line();\n  two_lines();\n", ...edit)).toBe("    one_line();\n    two_lines();\n");
  });

  it("is not taken for applied when the file has less than sixteen characters of newText, or newText is part of oldText", () => {
    expect(apply("alpha\n0123456789abcde\n", "const original = 1;", "0123456789abcde")).toBe("text_not_found");
    expect(apply("alpha\nthe shorter text\n", "  not the shorter text here", "the shorter text")).toBe(
      "text_not_found",
    );
  });
});

describe("deletesOnly", () => {
  it.each<[name: string, oldText: string, newText: string, expected: boolean]>([
    ["a line goes", "a\nb\nc", "a\nc", true],
    ["a line goes, and the indentation of another changes", "a\n  b\nc", "a\nb", true],
    ["a line changes", "a\nb\nc", "a\nx", false],
    ["lines change places", "a\nb", "b\na", false],
    ["a line comes", "a\nb", "a\na\nb", false],
    ["only the indentation changes", "  a\n  b", "a\nb", false],
  ])("tells when %s", (_, ...[oldText, newText, expected]) => {
    expect(deletesOnly(prepareEdit({ oldText, newText }, 0))).toBe(expected);
  });
});
