// What an applied edit reports, and how far each tolerance reaches.

import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../src/edit/apply-edits.js";
import type { EditOutcome, TextEdit } from "../../../src/edit/text-edit.js";
import { isFsError } from "../../../src/errors.js";
import { joinPieces } from "../../../src/text/byte-pieces.js";

function apply(text: string, ...edits: readonly TextEdit[]): EditOutcome {
  return applyEdits(Buffer.from(text), edits, { path: "file" });
}

function edit(oldText: string, newText: string, replaceAll = false): TextEdit {
  return { oldText, newText, replaceAll };
}

function resultOf(text: string, ...edits: readonly TextEdit[]): string {
  try {
    return Buffer.from(joinPieces(apply(text, ...edits).pieces)).toString();
  } catch (error) {
    if (isFsError(error)) return error.kind;
    throw error;
  }
}

describe("an outcome", () => {
  it("lists replacements by edit, then by line, with lines of the original", () => {
    const outcome = apply("a\nb\na\nc\n", edit("c", "C\nC"), edit("a", "A\nA", true));
    expect(outcome.replacements).toEqual([
      { edit: 0, line: 4, matchedBy: "exact" },
      { edit: 1, line: 1, matchedBy: "exact" },
      { edit: 1, line: 3, matchedBy: "exact" },
    ]);
  });

  it("names the first line that differs and every change", () => {
    const outcome = apply("a\nb\nc\nd\n", edit("b\nc", "b\nC"), edit("d\n", ""));
    expect(outcome.firstChangedLine).toBe(3);
    expect(outcome.lineChanges).toEqual([{ oldStart: 2, oldLines: ["c\n", "d\n"], newLines: ["C\n"] }]);
  });

  it("has changes apart that leave a line between them", () => {
    const outcome = apply("a\nb\nc\n", edit("a", "A"), edit("c", "C"));
    expect(outcome.lineChanges.map(({ oldStart }) => oldStart)).toEqual([0, 2]);
  });

  it("cuts the diff where it is told to", () => {
    const options = { path: "file", maxDiffLines: 3 };
    const outcome = applyEdits(Buffer.from("a\nb\n"), [edit("b", "B")], options);
    expect(outcome.diffTruncated).toBe(true);
    expect(outcome.diff).toMatch(/^--- a\/file\n\+\+\+ b\/file\n@@ -1,2 \+1,2 @@\n… 3 more diff lines\n$/);
  });

  it("is none when every replacement is what stood there", () => {
    expect(() => apply("say “hello”\n", edit('say "hello"', "say “hello”"))).toThrow(
      "the edits leave the file as it is",
    );
  });
});

describe("an edit that replaces all", () => {
  it.each<[name: string, text: string, oldText: string, newText: string, expected: string]>([
    ["exactly, or with other line endings", "one\ntwo\r\none\r\ntwo\n", "one\ntwo", "1\n2", "1\n2\r\n1\r\n2\n"],
    ["with other line endings alone", "one\r\ntwo\r\none\r\ntwo\r\n", "one\ntwo", "1\n2", "1\r\n2\r\n1\r\n2\r\n"],
    ["but for trailing blanks", "one \ntwo\nend\none\t\ntwo\n", "one\ntwo", "1\n2", "1\n2\nend\n1\n2\n"],
    ["but for look-alikes", "say(‘one’); say(‘one’);\n", "'one'", "'two'", "say(‘two’); say(‘two’);\n"],
    ["without overlaps", "‘’‘’‘’; pad\n", "''''", "''..''", "‘’..‘’‘’; pad\n"],
  ])("does so for places that match %s", (_, ...[text, oldText, newText, expected]) => {
    expect(resultOf(text, edit(oldText, newText, true))).toBe(expected);
  });

  it.each<[name: string, place: string, oldText: string]>([
    ["indentation", "    first_call();\n    second_call();\n", "\tfirst_call();\n\tsecond_call();\n"],
    ["runs of blanks", "first_call(a,  b);\n", "first_call(a, b);\n"],
    ["blank lines", "a_call();\n\nb_call();\nc_call();\n", "a_call();\nb_call();\nc_call();\n"],
    ["line numbers", "first_call();\nsecond_call();\n", "7\tfirst_call();\n8\tsecond_call();\n"],
    ["escapes", "first_call();\nsecond_call();\n", "first_call();\\nsecond_call();\\n"],
  ])("needs one place when it is found by %s", (_, place, oldText) => {
    const changed = oldText.replace(/(.*_call\(.*?\);)/s, "$1 // changed");
    expect(resultOf(`${place}end\n`, edit(oldText, changed, true))).toMatch(/; \/\/ changed/);
    expect(resultOf(`${place}between\n${place}end\n`, edit(oldText, changed, true))).toBe("ambiguous_text_match");
  });

  it("reports how each place matched", () => {
    const outcome = apply("one\ntwo\r\none\r\ntwo\n", edit("one\ntwo", "1\n2", true));
    expect(outcome.replacements.map(({ matchedBy }) => matchedBy)).toEqual(["exact", "line_endings"]);
  });

  it("is refused when every place has it already, and applies when one has not", () => {
    expect(resultOf("call(a, added);\ncall(a, added);\n", edit("call(a", "call(a, added", true))).toBe("no_change");
    expect(resultOf("call(a, added);\ncall(a);\n", edit("call(a", "call(a, added", true))).toBe(
      "call(a, added, added);\ncall(a, added);\n",
    );
  });
});

describe("tolerance", () => {
  it("needs four visible characters", () => {
    expect(resultOf("ab  c\nend\n", edit("ab c", "x"))).toBe("text_not_found");
    expect(resultOf("ab  cd\nend\n", edit("ab cd", "x"))).toBe("x\nend\n");
    expect(resultOf("abc\r\nd\r\n", edit("c\nd", "x"))).toBe("abx\r\n");
  });

  it("of blank lines needs two lines and sixteen visible characters", () => {
    expect(resultOf("12345678\n\n87654321\n", edit("12345678\n87654321", "12345678\n87654321\nx"))).toBe(
      "12345678\n\n87654321\nx\n",
    );
    expect(resultOf("1234567\n\n87654321\n", edit("1234567\n87654321", "1234567\n87654321\nx"))).toBe("text_not_found");
    expect(resultOf("0123456789abcdef();\nend\n", edit("\n\n0123456789abcdef();", "\n\nx();"))).toBe("text_not_found");
  });

  it("of blank lines takes two more than were quoted, and not three", () => {
    const added = edit("first_call();\nsecond_call();\n", "first_call();\nsecond_call();\nadded\n");
    expect(resultOf("first_call();\n\n\nsecond_call();\n", added)).toBe("first_call();\n\n\nsecond_call();\nadded\n");
    expect(resultOf("first_call();\n\n\n\nsecond_call();\n", added)).toBe("text_not_found");
  });

  it("of blank lines takes whole lines only", () => {
    const added = edit("first_call();\nsecond_call();", "first_call();\nsecond_call();\nadded");
    expect(resultOf("x.first_call();\n\nsecond_call();\n", added)).toBe("text_not_found");
    expect(resultOf("first_call();\n\nsecond_call(); // x\n", added)).toBe("text_not_found");
  });

  it("of indentation takes whole lines only", () => {
    const changed = edit("\tfirst_call();\n\tsecond_call();", "\tfirst_call();\n\tother_call();");
    expect(resultOf("  if (a) first_call();\n  second_call();\n", changed)).toBe("text_not_found");
    expect(resultOf("  first_call();\n  second_call();\n", changed)).toBe("  first_call();\n  other_call();\n");
  });

  it("of trailing blanks ends where the blanks of the file end, when the quotation has some", () => {
    expect(resultOf("first \t\nnext\n", edit("first  ", "1"))).toBe("1\nnext\n");
    expect(resultOf("first_call() \t x\n", edit("first_call()\t\t", "1"))).toBe("text_not_found");
  });

  it("never begins or ends inside a composed character", () => {
    const text = "file: xa\u0301\u0323y = 1\n";
    expect(resultOf(text, edit("\u0301y = 1", "z"))).toBe("text_not_found");
    expect(resultOf(text, edit("file: x\u1ea1", "z"))).toBe("text_not_found");
    expect(resultOf(text, edit("file: x\u1ea1\u0301y", "z"))).toBe("z = 1\n");
  });

  it("takes a blank first line for one wherever it begins a line", () => {
    expect(resultOf("a\n\nfirst_call();\n", edit("  \nfirst_call();", "\nother_call();"))).toBe("a\n\nother_call();\n");
    expect(resultOf("\nfirst_call();\n", edit("  \nfirst_call();", "\nother_call();"))).toBe("\nother_call();\n");
    expect(resultOf("a();\nfirst_call();\n", edit("  \nfirst_call();", "\nother_call();"))).toBe("text_not_found");
  });

  it("lets the file lack its final line ending, but finds no line ending alone there", () => {
    expect(resultOf("first\nlast", edit("last\n", "end\n"))).toBe("first\nend");
    expect(resultOf("first\nlast", edit("last\n", "end"))).toBe("first\nend");
    expect(resultOf("last", edit("\n", "x"))).toBe("text_not_found");
    expect(
      resultOf(
        "    first_call();\n    last_call();",
        edit("\tfirst_call();\n\tlast_call();\n", "\tfirst_call();\n\tother();\n"),
      ),
    ).toBe("    first_call();\n    other();");
  });

  it("keeps blanks behind the last line unless they were quoted", () => {
    const file = "    first_call();\n    last_call(); \nend\n";
    expect(resultOf(file, edit("\tfirst_call();\n\tlast_call();", "\tfirst_call();\n\tother();"))).toBe(
      "    first_call();\n    other(); \nend\n",
    );
    expect(resultOf(file, edit("\tfirst_call();\n\tlast_call(); ", "\tfirst_call();\n\tother();"))).toBe(
      "    first_call();\n    other();\nend\n",
    );
  });
});

describe("line endings of mixed files", () => {
  it("stay with the lines they end, one by one", () => {
    expect(resultOf("a\r\nb\nc\r\nd\n", edit("a\nb\nc\nd", "A\nB\nC\nD"))).toBe("A\r\nB\nC\r\nD\n");
  });

  it("are those of the line before for added lines, and of the first line for lines in front", () => {
    expect(resultOf("a\nb\r\nc\n", edit("b\nc", "b\nx\ny\nc"))).toBe("a\nb\r\nx\r\ny\r\nc\n");
    expect(resultOf("a\r\nb\nc\n", edit("a\nb", "x\na\nb"))).toBe("x\r\na\r\nb\nc\n");
    expect(resultOf("a\nb\r\nc\r\nd", edit("d", "d\ne"))).toBe("a\nb\r\nc\r\nd\r\ne");
  });

  it("stay with the lines that are kept when others before them go or come", () => {
    expect(resultOf("a\nb\r\nc\nd\r\n", edit("a\nb\nc\nd", "b\nc\nd"))).toBe("b\r\nc\nd\r\n");
    expect(resultOf("a\nb\r\nc\nd\r\n", edit("a\nb\nc\nd", "a\nx\ny\nc\nd"))).toBe("a\nx\r\ny\r\nc\nd\r\n");
  });
});

describe("characters of the file", () => {
  it("stay in lines that stand for one another, and not where nothing says which stands for which", () => {
    const text = "say(‘a’, one);\nsay(‘b’, two);\n";
    expect(resultOf(text, edit("say('a', one);\nsay('b', two);", "say('a', 1);\nsay('b', 2);"))).toBe(
      "say(‘a’, 1);\nsay(‘b’, 2);\n",
    );
    expect(resultOf(text, edit("say('a', one);\nsay('b', two);", "say('a', 1);\nsay('b', 2);\nsay('c', 3);"))).toBe(
      "say('a', 1);\nsay('b', 2);\nsay('c', 3);\n",
    );
  });

  it("stay in kept lines behind added and removed ones", () => {
    const text = "one(‘a’);\ntwo(‘b’);\nthree(‘c’);\n";
    expect(resultOf(text, edit("one('a');\ntwo('b');\nthree('c');", "new();\none('a');\nthree('c');"))).toBe(
      "new();\none(‘a’);\nthree(‘c’);\n",
    );
  });
});

describe("indentation in front of an exact match", () => {
  it("is not written twice when newText repeats it for several lines", () => {
    const text = "if (a) {\n    one();\n    two();\n}\n";
    expect(resultOf(text, edit("one();\n    two();", "    one();\n    2();"))).toBe(
      "if (a) {\n    one();\n    2();\n}\n",
    );
  });

  it("is as written for a single line, and where newText has another", () => {
    expect(resultOf("    one();\n", edit("one();", "    1();"))).toBe("        1();\n");
    expect(resultOf("    one();\nb\n", edit("one();\n", "    1();\n"))).toBe("        1();\nb\n");
    expect(resultOf("    one();\n    two();\n", edit("one();\n    two();", "  1();\n    2();"))).toBe(
      "      1();\n    2();\n",
    );
  });
});

describe("indentation of new lines", () => {
  it.each<[name: string, file: string, oldText: string, newText: string, expected: string]>([
    [
      "blank new lines stay blank",
      "        one();\n        two();\n",
      "    one();\n    two();",
      "    one();\n\n    new();\n    two();",
      "        one();\n\n        new();\n        two();\n",
    ],
    [
      "blank new lines do not stand in the way",
      "one();\ntwo();\n",
      "    one();\n    two();",
      "    one();\n\n    new();\n    two();",
      "one();\n\nnew();\ntwo();\n",
    ],
    [
      "blanks alone are as written",
      "one();\ntwo();\n",
      "    one();\n    two();",
      "    one();\n  \n    new();\n    two();",
      "one();\n  \nnew();\ntwo();\n",
    ],
    [
      "blank quoted lines say nothing",
      "    one();\n\n\n    two();\n",
      "one();\n\n\ntwo();",
      "one();\n\n\ntwo();\nnew();",
      "    one();\n\n\n    two();\n    new();\n",
    ],
    [
      "a changed line keeps the file's, though no rule explains it",
      "   one();\n     two();\n         three();\n",
      "  one();\n  two();\n    three();",
      "  one();\n  2();\n    three();",
      "   one();\n     2();\n         three();\n",
    ],
    [
      "a changed line takes another when the edit gives it another",
      "\tone();\n\ttwo();\n",
      "    one();\n    two();",
      "    one();\n        2();",
      "\tone();\n\t\t2();\n",
    ],
    [
      "every line of a longer change follows the rule",
      "\tone();\n\ttwo();\n",
      "    one();\n    two();",
      "    if (a) {\n        1();\n    }",
      "\tif (a) {\n\t\t1();\n\t}\n",
    ],
  ])("%s", (_, ...[file, oldText, newText, expected]) => {
    expect(resultOf(file, edit(oldText, newText))).toBe(expected);
  });
});

describe("an exact match", () => {
  it("is ambiguous beside a twin that touches it", () => {
    expect(resultOf("cafe\u0301\u00e9\n", edit("\u00e9", "x"))).toBe("ambiguous_text_match");
    expect(resultOf("\u00e9e\u0301\n", edit("\u00e9", "x"))).toBe("ambiguous_text_match");
  });

  it("that ends in blanks is meant as it is quoted", () => {
    expect(resultOf("call(é) \ncall(é)\n", edit("call(é) ", "x"))).toBe("x\ncall(é)\n");
  });
});

describe("line numbers", () => {
  it("are not taken off a text that has less than four visible characters without them", () => {
    expect(resultOf("ab\nc\nend\n", edit("1\tab\n2\tc", "1\tx"))).toBe("text_not_found");
    expect(resultOf("ab\ncd\nend\n", edit("1\tab\n2\tcd", "1\tx"))).toBe("x\nend\n");
  });

  it("tell equal places apart only where the text is there exactly", () => {
    const block = "\tfirst_call();\n\tsecond_call();\n";
    expect(resultOf(block + block, edit("3\t    first_call();\n4\t    second_call();", "x();"))).toBe(
      "ambiguous_text_match",
    );
    expect(resultOf(block + block, edit("3\t\tfirst_call();\n4\t\tsecond_call();", "\tx();"))).toBe(`${block}\tx();\n`);
  });
});
