// Inputs made to be slow or to break a limit get an answer. A hang shows as the runner's time-out.

import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../src/edit/apply-edits.js";
import { occursIn } from "../../../src/edit/find-occurrences.js";
import type { TextEdit } from "../../../src/edit/text-edit.js";
import { createUnifiedDiff } from "../../../src/edit/unified-diff.js";
import { FsError } from "../../../src/errors.js";

function answer(text: string, edits: readonly TextEdit[]): string {
  try {
    return applyEdits(Buffer.from(text), edits, { path: "file" }).replacements.length.toString();
  } catch (error) {
    if (error instanceof FsError) return error.kind;
    throw error;
  }
}

/** Answers a text of two letters, in lines, in which short pieces occur often and long ones once. */
function createLetters(length: number): string {
  const letters = Buffer.alloc(length, "\n");
  let state = 1;
  for (let index = 0; index < length; index += index % 80 === 78 ? 2 : 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    letters[index] = state >>> 31 === 0 ? 0x61 : 0x62;
  }
  return letters.toString();
}

const equalLines = "the same line\n".repeat(100_000);
const longLine = "a".repeat(2_000_000);

describe("hostile inputs", () => {
  it.each<[name: string, text: string, edit: TextEdit, expected: string]>([
    ["equal lines, one quoted", equalLines, { oldText: "the same line\n", newText: "" }, "ambiguous_text_match"],
    ["equal lines, all replaced", equalLines, { oldText: "same", newText: "x", replaceAll: true }, "100000"],
    [
      "equal lines, half of them and more",
      equalLines,
      { oldText: `${equalLines.slice(700_000)}end`, newText: "" },
      "text_not_found",
    ],
    [
      "equal lines, half with blanks",
      equalLines,
      { oldText: `${"the same line \n".repeat(50_000)}end`, newText: "" },
      "text_not_found",
    ],
    [
      "equal lines, indented otherwise",
      equalLines,
      { oldText: " the same line\n".repeat(15_000), newText: "" },
      "ambiguous_text_match",
    ],
    [
      "more equal lines than are compared in another layout",
      equalLines,
      { oldText: " the same line\n".repeat(50_000), newText: "" },
      "text_not_found",
    ],
    [
      "one long line",
      longLine,
      { oldText: `${"a".repeat(500_000)}b${"a".repeat(500_000)}`, newText: "" },
      "text_not_found",
    ],
    ["too many replacements", longLine, { oldText: "a", newText: "b", replaceAll: true }, "parse_error"],
    [
      "blank lines only",
      "\n".repeat(200_000),
      { oldText: `${"\n".repeat(100_000)}....x`, newText: "" },
      "text_not_found",
    ],
    ["blanks only", " ".repeat(1_000_000), { oldText: `${" ".repeat(100_000)}....x`, newText: "" }, "text_not_found"],
    [
      "marks that compose",
      "e\u0301".repeat(300_000),
      { oldText: `${"é".repeat(100_000)}x`, newText: "" },
      "text_not_found",
    ],
  ])("%s", (_, ...[text, edit, expected]) => {
    expect(answer(text, [edit])).toBe(expected);
  });

  it("too many replacements are refused with what to do about it", () => {
    const apply = (): unknown =>
      applyEdits(Buffer.from(longLine), [{ oldText: "a", newText: "b", replaceAll: true }], { path: "file" });
    expect(apply).toThrow(
      expect.objectContaining({
        status: 422,
        message: "the call has more edits or replacements than one call may have on a file of this size",
        hint: "Split the edits into several calls.",
      }),
    );
  });

  it("a thousand edits", () => {
    const text = Array.from({ length: 20_000 }, (_, line) => `const value${line} = compute(${line});\n`).join("");
    const edits = Array.from({ length: 1000 }, (_, index) => ({ oldText: `value${index * 20} =`, newText: "x =" }));
    expect(answer(text, edits)).toBe("1000");
    expect(
      answer(
        text,
        edits.map((edit) => ({ ...edit, oldText: `${edit.oldText}=` })),
      ),
    ).toBe("text_not_found");
  });

  describe("a thousand edits of 5 MiB", () => {
    const lines = Array.from({ length: 65_536 }, (_, line) =>
      `  const value${line} = compute(${line});`.padEnd(79, "."),
    );
    const text = `${lines.join("\n")}\n`;
    const planEdits = (quote: (line: number) => string): readonly TextEdit[] =>
      Array.from({ length: 1000 }, (_, index) => ({ oldText: quote(index * 60), newText: `changed${index};` }));

    it.each<[name: string, quote: (line: number) => string]>([
      ["words", (line) => `value${line} =`],
      ["lines", (line) => `${lines[line]}\n${lines[line + 1]}`],
      ["lines with blanks at their end", (line) => `${lines[line]}  \n${lines[line + 1]}`],
      ["lines without their indentation", (line) => `${lines[line]?.trim()}\n${lines[line + 1]?.trim()}`],
    ])("apply where they quote %s", (_, quote) => {
      expect(answer(text, planEdits(quote))).toBe("1000");
    });

    it("are refused where every short piece of what they quote is everywhere", () => {
      const random = createLetters(5_000_000);
      const edits = Array.from({ length: 1000 }, (_, index) => ({
        oldText: random.slice(index * 5000, index * 5000 + 40),
        newText: "",
      }));
      expect(answer(random, edits)).toBe("parse_error");
    });
  });

  it("many long texts that nearly occur", () => {
    const nearly = `${"a".repeat(500_000)}b${"a".repeat(500_000)}`;
    const edits = Array.from({ length: 30 }, (_, index) => ({ oldText: `${nearly}${index}`, newText: "" }));
    expect(answer(longLine, edits)).toBe("text_not_found");
  });

  it("a thousand edits that each occur everywhere in one long line", () => {
    const edits = Array.from({ length: 1000 }, (_, index) => ({ oldText: "a".repeat(index + 1), newText: "" }));
    expect(answer(longLine, edits)).toBe("ambiguous_text_match");
  });

  it("comments of nothing but dots, each of another length", () => {
    const comments = Array.from({ length: 100 }, (_, dots) => `// ${".".repeat(dots + 3)}\n`).join("");
    expect(answer("one\ntwo\n", [{ oldText: "one\n", newText: `${comments.repeat(200)}one\n` }])).toBe("1");
  });

  it("texts that share every line in another order", () => {
    const lines = Array.from({ length: 10_000 }, (_, line) => `line ${line}\n`);
    const shuffled = lines.map((_, index) => lines[(index * 7919) % lines.length] ?? "");
    const { diff, truncated } = createUnifiedDiff(lines.join(""), shuffled.join(""), { path: "file" });
    expect(truncated).toBe(true);
    expect(diff).toMatch(/… \d+ more diff lines\n$/);
  });

  it.each(["b", "ab", ""])("gets through a repetitive text with a needle that ends in %j", (end) => {
    const haystack = "a".repeat(1_000_000);
    const needle = `${"a".repeat(400_000)}${end}${"a".repeat(100_000)}`;
    expect(occursIn(haystack, needle)).toBe(end === "");
  });
});
