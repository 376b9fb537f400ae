// Whole answers of refused edits, as the model reads them: each says what is wrong and what to do next.

import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../src/edit/apply-edits.js";
import type { TextEdit } from "../../../src/edit/text-edit.js";
import { FsError } from "../../../src/errors.js";

function refuse(text: string, ...edits: readonly TextEdit[]): FsError {
  try {
    applyEdits(Buffer.from(text), edits, { path: "file.ts" });
  } catch (error) {
    if (error instanceof FsError) return error;
    throw error;
  }
  throw new Error("the edits applied");
}

function edit(oldText: string, newText = "NEW"): TextEdit {
  return { oldText, newText };
}

describe("a text that occurs more than once", () => {
  it("is refused with every place, and the line that tells them apart", () => {
    const error = refuse("begin one\nsame\nend\nbegin two\nsame\nend\n", edit("same"));
    expect(error.kind).toBe("ambiguous_text_match");
    expect(error.message).toBe("oldText occurs at 2 places: lines 2, 5");
    expect(error.hint).toBe(
      "Extend oldText by 1 line(s) above: line 1 (`begin one`) differs there. Or set replaceAll to change them all.",
    );
    expect(error.details).toEqual({
      edit: 0,
      lines: [2, 5],
      candidates: [
        { line: 2, text: "same", differs: { line: 1, text: "begin one" } },
        { line: 5, text: "same", differs: { line: 4, text: "begin two" } },
      ],
    });
  });

  it("is told apart place by place where no one distance tells all", () => {
    expect(refuse("x\ny\nx\n", edit("x")).hint).toBe(
      "Extend oldText by 1 line(s) below for line 1: line 2 (`y`) differs there; extend oldText by 1 line(s) above for line 3: line 2 (`y`) differs there. Or set replaceAll to change them all.",
    );
    expect(refuse("x.same();\nsame();\n", edit("same()")).hint).toBe(
      "Quote more of line 1, or all of it as it is, indentation included; extend oldText by 1 line(s) above for line 2: line 1 (`x.same();`) differs there. Or set replaceAll to change them all.",
    );
  });

  it("is not said to be told apart by a line that ends or begins as another does", () => {
    expect(refuse("the end\nsame\n1\nend\nsame\n2\n", edit("same")).hint).toMatch(/by 1 line\(s\) below: line 3 /);
    expect(refuse("1\nsame\nend\n2\nsame\nend it\n", edit("same")).hint).toMatch(/by 1 line\(s\) above: line 1 /);
  });

  it("is never told to set replaceAll where that would be refused, too", () => {
    const lines = "  call(one);\n    call(one);\n";
    for (const replaceAll of [true, false]) {
      const error = refuse(lines, { ...edit("\tcall(one);"), replaceAll });
      expect(error.hint).toBe(
        "Extend oldText by 1 line(s) below for line 1: line 2 (`    call(one);`) differs there; quote more of line 2, or all of it as it is, indentation included.",
      );
      expect(error.details?.["candidates"]).toEqual([
        { line: 1, text: "  call(one);", differs: { line: 2, text: "    call(one);" } },
        { line: 2, text: "    call(one);" },
      ]);
    }
  });

  it("is told apart by a line below when none above does, and by the nearest one that does for all", () => {
    const text = "x\nsame\na\n1\nx\nsame\na\n2\nx\nsame\nb\n3\n";
    expect(refuse(text, edit("same")).hint).toMatch(
      /^Extend oldText by 2 line\(s\) below: line 4 \(`1`\) differs there\./,
    );
  });

  it("is not told apart by a blank line, nor by a line more than 20 away", () => {
    const block = (end: string, length: number): string => `same\n${"x\n".repeat(length)}${end}\n`;
    expect(refuse(block("1", 19) + block("2", 19), edit("same")).hint).toMatch(/ by 20 line\(s\) below: line 21 /);
    expect(refuse(block("1", 20) + block("2", 20), edit("same")).hint).toBe(
      "Extend oldText by 1 line(s) above for line 23: line 22 (`1`) differs there; for another place, quote more of the surrounding lines. Or set replaceAll to change them all.",
    );
    expect(refuse("\nsame\n1\nx\nsame\n2\n", edit("same")).hint).toMatch(/ by 1 line\(s\) below: line 3 \(`1`\)/);
  });

  it("is told apart by words before indentation, which is shown", () => {
    const error = refuse("  x\n    same\n1\nx\n  same\n2\n", edit("same"));
    expect(error.hint).toMatch(/^Extend oldText by 1 line\(s\) below: line 3 \(`1`\) differs there\./);
    expect(error.details?.["candidates"]).toMatchObject([
      { line: 2, text: "    same" },
      { line: 5, text: "  same" },
    ]);
  });

  it("counts places up to ten", () => {
    expect(refuse("same\n".repeat(10), edit("same")).message).toMatch(/^oldText occurs at 10 places: /);
    const error = refuse("same\n".repeat(11), edit("same"));
    expect(error.message).toBe("oldText occurs at more than 10 places: lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10");
    expect(error.details?.["candidates"]).toHaveLength(10);
  });

  it("says by what the places are alike", () => {
    expect(refuse("call(a, b)  \ncall(a, b)\t\n", edit("call(a, b)\t\t")).message).toBe(
      "oldText occurs at 2 places that match equally well (trailing blanks): lines 1, 2",
    );
    expect(refuse("call(a,\u00a0b)\ncall(a, b)\n", edit("call(a, b)")).message).toBe(
      "oldText occurs at 2 places that differ only in characters that cannot be seen: lines 2, 1",
    );
  });

  it("shows the beginning of long lines", () => {
    const line = `same ${"x".repeat(300)}`;
    const { candidates } = refuse(`${line}\n${line}\n`, edit("same")).details ?? {};
    expect(candidates).toMatchObject([1, 2].map((number) => ({ line: number, text: line.slice(0, 160) })));
  });
});

describe("a text that does not occur", () => {
  it("is refused with the nearest region, the first difference and the lines to copy", () => {
    const error = refuse("one\nconst timeout = 500;\nthree\n", edit("const timeout = 300;"));
    expect(error.kind).toBe("text_not_found");
    expect(error.message).toBe(
      "oldText does not occur in the file; closest is line 2: line 2 reads `const timeout = 500;` in the file and `const timeout = 300;` in oldText, different from character 17 on",
    );
    expect(error.hint).toBe("Copy oldText from lines 2-2 as they are now, or read the file again.");
    expect(error.details).toEqual({
      edit: 0,
      nearest: [
        {
          startLine: 2,
          endLine: 2,
          text: "const timeout = 500;",
          difference: expect.stringContaining("different from character 17 on"),
        },
      ],
    });
  });

  it("has no nearest region in a file that has nothing of it", () => {
    const error = refuse("alpha\nbeta\n", edit("something else"));
    expect(error.message).toBe("oldText does not occur in the file");
    expect(error.hint).toBe("Read the file again and copy oldText from it character by character.");
    expect(error.details).toEqual({ edit: 0, nearest: [] });
  });

  it.each([
    ["was wrapped", "begin();\nfoo(\n  one,\n  two,\n);\nend();\n", "begin();\nfoo(one, two);", "1-5"],
    ["was wrapped alone", "begin();\nfoo(\n  one,\n  two,\n);\nend();\n", "foo(one, two);", "2-5"],
    ["was joined", "begin();\nfoo(one, two);\nend();\n", "begin();\nfoo(\n  one,\n  two\n);\nend();", "1-3"],
    ["changed inside", "one();\nx = 500;\nthree();\n", "one();\nx = 300;\nthree();", "1-3"],
  ])("names the lines of a text that %s, however many they are", (_, ...[text, oldText, lines]) => {
    const error = refuse(text, edit(oldText));
    expect(error.hint).toBe(`Copy oldText from lines ${lines} as they are now, or read the file again.`);
    const [first, last] = lines.split("-").map(Number);
    expect(nearestOf(error)[0]).toMatchObject({ startLine: first, endLine: last });
  });

  it.each([
    ["has a new line", "one();\nnew();\ntwo();\nthree();\n", "one();\ntwo();\nthree();"],
    ["has a new blank line", "one();\ntwo(2);\n\nthree();\n", "one();\ntwo(1);\nthree();"],
    ["lacks a line", "one();\nthree();\n", "one();\ntwo();\nthree();"],
    ["has another last line", "one();\ntwo();\nother();\n", "one();\ntwo();\nthree();"],
    ["is quoted in part", "one(); two(2);\nthree();\n", "two(1);\nthree();"],
  ])("names no lines to copy where the file %s", (_, text, oldText) => {
    expect(refuse(text, edit(oldText)).hint).toBe(
      "Whole lines differ there: read the file from line 1 on, and write the old and the new text anew.",
    );
  });

  it("asks to read lines that are too many to be shown", () => {
    const lines = Array.from({ length: 14 }, (_, index) => `const value${index} = ${index};`);
    const quoted = lines.map((line, index) => (index === 7 ? "const value7 = 70;" : line)).join("\n");
    expect(refuse(lines.join("\n"), edit(quoted)).hint).toBe("Read lines 1-14 and copy oldText from them.");
  });

  it("has no nearest region where too little of it is left", () => {
    const lines = Array.from({ length: 40 }, (_, index) => `const unrelated${index} = text(${index});`);
    const error = refuse(lines.join("\n"), edit("totally unrelated zebra text"));
    expect(error.message).toBe("oldText does not occur in the file");
    expect(error.details).toEqual({ edit: 0, nearest: [] });
  });

  it("shows at most twelve lines and 1024 bytes of a region", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `const value${index} = ${index};`);
    const quoted = [...lines.slice(0, 19), "const other = 1;"].join("\n");
    const [region] = nearestOf(refuse(lines.join("\n"), edit(quoted)));
    expect(region).toMatchObject({ startLine: 1, endLine: 20, text: lines.slice(0, 12).join("\n") });
    const wide = "w".repeat(2000);
    expect(nearestOf(refuse(`${wide}\nend\n`, edit(`${wide}\nother`)))[0]?.text).toBe("w".repeat(1024));
  });

  it.each<[name: string, oldText: string, newText: string, hint: RegExp]>([
    ["an escaped line break", "alpha\\nbeta gamma", "x", /^oldText contains a backslash followed by n or t: send real/],
    ["an escaped tab", "\\tbeta gamma", "x", /^oldText contains a backslash followed by n or t: send real/],
    ["dots that stand for lines", "alpha\n...\nomega", "x", /^oldText contains a placeholder such as `\.\.\.`: quote/],
    ["a comment that stands for lines", "alpha\n  // … more\nomega", "x", /^oldText contains a placeholder such as/],
    ["a comment of dots in markup", "alpha\n<!-- ... -->\nomega", "x", /^oldText contains a placeholder such as/],
    ["a comment of dots in a style", "alpha\n\t/* ... */\nomega", "x", /^oldText contains a placeholder such as/],
    ["a comment of dots in a script", "alpha\n#... \nomega", "x", /^oldText contains a placeholder such as/],
    ["a backslash in one of several lines", "alpha\nbeta\nprint('\\n')", "x", /^Whole lines differ there/],
    ["dots behind other text", "alpha\nbeta ...", "x", /^Whole lines differ there/],
  ])("is explained by %s", (_, ...[oldText, newText, hint]) => {
    expect(refuse("alpha\nbeta\ngamma\nomega\n", edit(oldText, newText)).hint).toMatch(hint);
  });

  it("is explained by another edit of the call that would write it", () => {
    const error = refuse("alpha\nbeta\n", edit("alpha", "first line\nnew"), edit("first line", "second line"));
    expect(error.hint).toBe(
      "oldText is part of the newText of edits[0], but every edit is matched against the original file: merge the two.",
    );
    expect(refuse("alpha\n", edit("omega line", "the omega line")).hint).not.toContain("edits[0]");
  });
});

describe("several edits that fail", () => {
  it("are all named, with the kind and the hint of the first", () => {
    const error = refuse("alpha\nbeta\nbeta\n", edit("alpha"), edit("beta"), edit("gamma"));
    expect(error.kind).toBe("ambiguous_text_match");
    expect(error.message).toBe(
      "2 of 3 edits failed, so none was applied: edits[1]: oldText occurs at 2 places: lines 2, 3; edits[2]: oldText does not occur in the file",
    );
    expect(error.details).toMatchObject({
      edit: 1,
      lines: [2, 3],
      failures: [
        { edit: 1, kind: "ambiguous_text_match", lines: [2, 3] },
        {
          edit: 2,
          kind: "text_not_found",
          message: "oldText does not occur in the file",
          hint: expect.stringContaining("Read the file again"),
        },
      ],
    });
  });

  it("end a call after fifty, and say how many were tried", () => {
    const misses = Array.from({ length: 60 }, (_, index) => edit(`missing ${index}`));
    expect(refuse("alpha\n", ...misses).message).toMatch(
      /^50 of the first 50 of 60 edits failed, so none was applied: /,
    );
    expect(refuse("alpha\n", ...misses.slice(0, 50)).message).toMatch(/^50 of 50 edits failed/);
  });

  it("are explained up to the third", () => {
    const text = "const first = 1;\nconst second = 2;\nconst third = 3;\nconst fourth = 4;\n";
    const misses = ["first = 9", "second = 9", "third = 9", "fourth = 9"].map((quoted) => edit(`const ${quoted};`));
    const failures = refuse(text, ...misses).details?.["failures"] as readonly {
      readonly nearest: readonly object[];
    }[];
    expect(failures.map(({ nearest }) => nearest.length > 0)).toEqual([true, true, true, false]);
  });

  it("are listed for one failure of several edits, too, without a list of failures", () => {
    const error = refuse("alpha\n", edit("alpha"), edit("gamma"));
    expect(error.message).toBe(
      "1 of 2 edits failed, so none was applied: edits[1]: oldText does not occur in the file",
    );
    expect(error.details).toEqual({ edit: 1, nearest: [] });
  });
});

describe("edits that overlap", () => {
  it("are refused with both numbers and lines", () => {
    const error = refuse("one\ntwo three\n", edit("one\ntwo"), edit("two three"));
    expect(error.kind).toBe("overlapping_edits");
    expect(error.message).toBe(
      "1 of 2 edits failed, so none was applied: edits[1]: edits[0] (line 1) and edits[1] (line 2) change the same text",
    );
    expect(error.hint).toBe(
      "Every edit is matched against the original file. Merge the two edits into one, or quote less in each.",
    );
    expect(error.details).toEqual({ edit: 1, edits: [0, 1], lines: [1, 2] });
  });

  it("are found behind an edit that only touches", () => {
    const error = refuse("abcdefghij", edit("abc"), edit("defghij"), edit("fg"));
    expect(error.details).toMatchObject({ edits: [1, 2] });
  });

  it("are compared with the one that reaches furthest, and up to ten are named", () => {
    const text = "abcdefghijklmnopqrstuvwxyz";
    const inner = [..."cdefghijklmno"].map((letter) => edit(letter, letter.toUpperCase()));
    const error = refuse(text, edit("bcdefghijklmnopqrs", "B"), ...inner);
    const failures = error.details?.["failures"] as readonly { readonly edits: readonly number[] }[];
    expect(failures).toHaveLength(10);
    expect(failures.every(({ edits }) => edits[0] === 0)).toBe(true);
  });
});

describe("texts that no file could take", () => {
  it.each<[name: string, oldText: string, newText: string, kind: string, message: string, hint: string]>([
    [
      "an empty oldText",
      "",
      "x",
      "parse_error",
      "oldText is empty, so there is nothing to find in a file that exists",
      "Quote the lines next to the place in oldText and repeat them in newText, or write the whole file.",
    ],
    [
      "half a surrogate pair to find",
      "\ud83d",
      "x",
      "parse_error",
      "oldText or newText holds half of a surrogate pair, which no file can hold",
      "Send the whole character.",
    ],
    [
      "half a surrogate pair to write",
      "alpha",
      "\ude00",
      "parse_error",
      "oldText or newText holds half of a surrogate pair, which no file can hold",
      "Send the whole character.",
    ],
    [
      "equal texts",
      "alpha",
      "alpha",
      "no_change",
      "oldText and newText are the same",
      "Put the wanted text into newText. Line endings cannot be changed by an edit; write the whole file for that.",
    ],
    [
      "an omission",
      "alpha\nbeta",
      "alpha\n// ... rest of the code",
      "parse_error",
      "line 2 of newText, `// ... rest of the code`, stands for text that is left out",
      "newText takes the place of all of oldText: write every line out, or quote only the lines that change.",
    ],
    [
      "an edit that is in place",
      "alpha",
      "alpha\nbeta\ngamma",
      "no_change",
      "the file already contains newText where oldText would be replaced, so the edit looks already applied",
      "Read the file again. If the text is wanted once more, quote more of its surroundings in oldText.",
    ],
  ])("%s", (_, ...[oldText, newText, kind, message, hint]) => {
    const error = refuse("alpha\nbeta\ngamma\n", edit(oldText, newText));
    expect([error.kind, error.message, error.hint]).toEqual([kind, message, hint]);
    expect(error.status).toBe(422);
    expect(error.path).toBe("file.ts");
  });

  it("say where and what, for a program", () => {
    expect(refuse("a\nb\n", edit("a\nb", "a\n// ...")).details).toEqual({ edit: 0, line: 2 });
    expect(refuse("alpha\nbeta\ngamma\n", edit("alpha", "alpha\nbeta\ngamma")).details).toEqual({
      edit: 0,
      alreadyApplied: true,
    });
  });

  it("that leave the file as it is", () => {
    const error = refuse("say “hello”\n", edit('say "hello"', "say “hello”"));
    expect(error.kind).toBe("no_change");
    expect(error.hint).toBe(
      "Line endings and look-alike characters of the file are kept; write the whole file to change those.",
    );
  });
});

interface Region {
  readonly text: string;
}

function nearestOf(error: FsError): readonly Region[] {
  return error.details?.["nearest"] as unknown as readonly Region[];
}

describe("a text too short to be matched loosely", () => {
  it.each(["foo\n", "}\n\n", "a b"])("%j is told to quote more", (oldText) => {
    const error = refuse("foo  \n}\nx = 1;\n", edit(oldText));
    expect(error.kind).toBe("text_not_found");
    expect(error.hint).toBe(
      "So short an oldText must occur exactly, blanks and line endings included: quote the lines around it, too.",
    );
  });

  it.each(["    ", "\t\n", "\n\n\n"])("%j is told that it is white space", (oldText) => {
    const error = refuse("foo\n}\n", edit(oldText));
    expect(error.kind).toBe("text_not_found");
    expect(error.hint).toBe("oldText is nothing but white space: quote the lines around it, too.");
  });
});
