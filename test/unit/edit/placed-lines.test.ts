// New lines stand where the file's own lines say, however the line next to them was quoted; a repeated call writes nothing.

import { describe, expect, it } from "vitest";
import { applyEditsToNormalizedContent } from "../../../src/edit/apply-to-text.js";
import type { TextEdit } from "../../../src/edit/text-edit.js";
import { isFsError } from "../../../src/errors.js";

function apply(text: string, ...edits: readonly (readonly [oldText: string, newText: string])[]): string {
  try {
    return applyEditsToNormalizedContent(
      text,
      edits.map(([oldText, newText]): TextEdit => ({ oldText, newText })),
      "f.txt",
    ).newContent;
  } catch (error) {
    if (isFsError(error)) return error.kind;
    throw error;
  }
}

type Row = readonly [name: string, text: string, oldText: string, newText: string, expected: string];

describe("a line of nothing but blanks", () => {
  const text = "def f():\n    a = 1\n    \n    # note\n    return a\n";
  const without = "def f():\n    a = 1\n    return a\n";

  it.each<Row>([
    ["last of the kept ones", text, "    a = 1\n\n    # note\n", "    a = 1\n", without],
    ["first of the old ones", text, "\n    # note\n", "", without],
    ["first of the old ones, with other blanks", text, "  \n    # note\n", "", without],
    [
      "with CRLF",
      text.replaceAll("\n", "\r\n"),
      "    a = 1\n\n    # note\n",
      "    a = 1\n",
      without.replaceAll("\n", "\r\n"),
    ],
    ["at the end", "    a = 1;\n    b();\n    ", "    b();\n", "", "    a = 1;\n    "],
    ["kept", text, "\n    # note\n", "\n    # other\n", text.replace("note", "other")],
    [
      "between kept lines",
      text,
      "    a = 1\n\n    # note\n",
      "    a = 1\n\n    # other\n",
      text.replace("note", "other"),
    ],
  ])("goes or stays whole: %s", (_, ...[file, oldText, newText, expected]) => {
    expect(apply(file, [oldText, newText])).toBe(expected);
  });
});

describe("a hit inside the indentation of its line", () => {
  const go = "func f() {\n\tif a {\n\t\tb()\n\t}\n}\n";
  const python = "class A:\n    def f(self):\n        return 1\n";

  it.each<Row>([
    [
      "one level less",
      "\t\tif a {\n\t\t\tb()\n\t\t}",
      "\t\tb()\n",
      "\t\tb()\n\t\tc()\n",
      "\t\tif a {\n\t\t\tb()\n\t\t\tc()\n\t\t}",
    ],
    ["bare, a line behind it", go, "b()", "b()\nc()", go.replace("b()\n", "b()\n\t\tc()\n")],
    ["bare, a line before it", go, "b()", "a()\nb()", go.replace("\t\tb()", "\t\ta()\n\t\tb()")],
    ["bare, lines around it", go, "b()\n", "a()\nb()\nc()\n", go.replace("\t\tb()", "\t\ta()\n\t\tb()\n\t\tc()")],
    ["bare, nested in spaces", go, "if a {", "if a {\n    x()", go.replace("\t\tb()", "\t\tx()\n\t\tb()")],
    [
      "bare, a block in spaces",
      go,
      "b()\n",
      "if c {\n    b()\n}\n",
      go.replace("\t\tb()", "\t\tif c {\n\t\t\tb()\n\t\t}"),
    ],
    ["bare, the rest as the file is shown", go, "b()", "b()\n        c()", go.replace("b()\n", "b()\n\t\tc()\n")],
    ["bare, the rest as in the file", go, "b()", "a()\n\t\tb()", go.replace("\t\tb()", "\t\ta()\n\t\tb()")],
    [
      "bare, a new block further left",
      python,
      "return 1",
      "return 1\n\n    def g(self):\n        return 2",
      `${python}\n    def g(self):\n        return 2\n`,
    ],
    [
      "bare, a body behind an opener",
      python,
      "def f(self):",
      "def f(self):\n    x = 2",
      python.replace("        r", "        x = 2\n        r"),
    ],
    [
      "a mapping in a list",
      "a:\n  - name: x\n    v: 1\n",
      "- name: x",
      "- name: y\n  w: 2",
      "a:\n  - name: y\n    w: 2\n    v: 1\n",
    ],
    ["a recipe", "all:\n\tcc a.c\n", "cc a.c", "cc a.c\n    cc d.c", "all:\n\tcc a.c\n\tcc d.c\n"],
    [
      "wrapped from its own depth",
      "x\n    call(a)\n",
      "call(a)",
      "call(\n    a\n)",
      "x\n    call(\n        a\n    )\n",
    ],
    [
      "wrapped as in the file",
      "x\n    call(a)\n",
      "call(a)",
      "call(\n        a\n    )",
      "x\n    call(\n        a\n    )\n",
    ],
    [
      "with CRLF",
      go.replaceAll("\n", "\r\n"),
      "b()\n",
      "b()\nc()\n",
      go.replace("b()\n", "b()\n\t\tc()\n").replaceAll("\n", "\r\n"),
    ],
    ["without a final line ending", "a\n    b();", "b();\n", "b();\nc();\n", "a\n    b();\n    c();"],
    [
      "one level less, lines above it",
      "  days:\n    a:\n      x: 1\n    b:\n",
      "  b:\n",
      "    y: 2\n  b:\n",
      "  days:\n    a:\n      x: 1\n      y: 2\n    b:\n",
    ],
    [
      "bare, the rest as in the file, behind an entry with a value",
      "days:\n  a:\n    name: one\n  c:\n",
      "name: one",
      "name: one\n  b:\n    name: two",
      "days:\n  a:\n    name: one\n  b:\n    name: two\n  c:\n",
    ],
    [
      "bare, the rest as in the file, in a block",
      "o = {\n  f: {\n    run(e) {\n      go();\n",
      "run(e) {\n",
      "run(e) {\n      // note\n",
      "o = {\n  f: {\n    run(e) {\n      // note\n      go();\n",
    ],
    [
      "bare, behind the last item of a list",
      "a:\n    x:\n      one: 1\n    b:\n",
      "b:\n",
      "  from:\n    - at: 1\nb:\n",
      "a:\n    x:\n      one: 1\n      from:\n        - at: 1\n    b:\n",
    ],
    [
      "bare, the first of several lines that become one",
      "j:\n    end: 1\n    safe: true\n",
      "end: 1\n    safe: true\n",
      "    end: 2\n",
      "j:\n    end: 2\n",
    ],
    ["at column 0: as written", "main {\n\tx()\n}\n", "main {\n", "main {\n    y()\n", "main {\n    y()\n\tx()\n}\n"],
    ["in the middle of a line: as written", "\tx = b()\n", "b()", "b()\nc()", "\tx = b()\nc()\n"],
  ])("lays further lines out: %s", (_, ...[file, oldText, newText, expected]) => {
    expect(apply(file, [oldText, newText])).toBe(expected);
  });

  it("is a line quoted too deep for lines that are as deep as the file", () => {
    const deep = "        assert x\n\n\n    def b():\n        pass\n";
    expect(apply("    assert x\n", ["        assert x\n", deep])).toBe("    assert x\n\n\ndef b():\n    pass\n");
  });
});

describe("a line that was quoted too deep, and stands in newText as it was quoted", () => {
  it.each<Row>([
    [
      "is the file's",
      "alpha\n  bravo()\n  charlie()\nend\n",
      "alpha\n    bravo()\n  charlie()\n",
      "alpha\n    bravo()\n  delta()\n",
      "alpha\n  bravo()\n  delta()\nend\n",
    ],
    [
      "may be meant where another goes as deep",
      "alpha\n  bravo()\n  charlie()\nend\n",
      "alpha\n    bravo()\n  charlie()\n",
      "alpha\n    bravo()\n    charlie()\n    delta()\n",
      "text_not_found",
    ],
    [
      "may be meant where it stands twice",
      "a {\n  bravo()\n}\nend\n",
      "a {\n  bravo()\n  }\nend\n",
      "a {\n  bravo()\n  }\n}\nend\n",
      "text_not_found",
    ],
  ])("%s", (_, ...[file, oldText, newText, expected]) => {
    expect(apply(file, [oldText, newText])).toBe(expected);
  });
});

describe("a change of layout", () => {
  it("is not made again where the file has it but for the indentation of all lines", () => {
    const oldText = "        Says it.\n\n      Args:\n        name\n";
    const edit = [oldText, "        Says it.\n\n        Args:\n          name\n"] as const;
    const once = apply("    Says it.\n\n  Args:\n    name\n", edit);
    expect(once).toBe("    Says it.\n\n    Args:\n      name\n");
    expect(apply(once, edit)).toBe("no_change");
  });
});

describe("a call that is sent again", () => {
  it.each<readonly [name: string, text: string, oldText: string, newText: string]>([
    ["indentation", "\tone();\n\ttwo();\n", "    one();\n", "    one();\n    added();\n"],
    ["trailing blanks", "import os\nmain();\n", "import os \nmain();\n", "import os \nimport sys\nmain();\n"],
    ["trailing blanks behind the anchor", "import os\nmain()\n", "import os  \n", "import os  \nimport sys\n"],
    ["few signs", "\tone(),\n\tlast()\n", "    one(),\n", "    one(),\n    b,\n"],
    ["look-alikes", "say(“hello”);\n", 'say("hello");\n', 'say("hello");\nb();\n'],
    ["runs of blanks", "a  =  first;\n", "a = first;\n", "a = first;\nb = 2;\n"],
    ["line numbers", "one();\ntwo();\n", "1:one();\n", "1:one();\n2:b();\n"],
    ["escapes", "one();\ntwo();\n", "one();\\ntwo();\\n", "one();\\ntwo();\\nthree();\\n"],
    ["a missing final line ending", "a();\nlast();", "last();\n", "last();\nb, more\n"],
    ["lines between", "\tone();\n\ttwo();\n", "    one();\n    two();\n", "    one();\n    between();\n    two();\n"],
  ])("writes nothing: %s", (_, ...[text, oldText, newText]) => {
    const once = apply(text, [oldText, newText]);
    expect(once).toContain("\n");
    expect(apply(once, [oldText, newText])).toBe("no_change");
  });

  it("is not told from another one by text that stands elsewhere", () => {
    const text = "const replaced = true;\nfirst(a);\nconst original = 1;  \nnext(b);\n";
    const edit = ["const original = 1;\nnext(b);\n", "const replaced = true;\nnext(b);\n"] as const;
    expect(apply(`${text}const replaced = true;\nnext(b);\n`, edit)).toBe(
      "const replaced = true;\nfirst(a);\nconst replaced = true;\nnext(b);\nconst replaced = true;\nnext(b);\n",
    );
  });
});

describe("line numbers as grep prints them", () => {
  const text = "def f():\n    a = 10\n    b = 20\n\n    return a\n";

  it.each<Row>([
    [
      "a colon and a hyphen",
      text,
      "2-    a = 10\n3:    b = 20\n",
      "2-    a = 10\n3:    b = 30\n",
      text.replace("20", "30"),
    ],
    ["others in newText", text, "3:    b = 20", "3-    b = 30", text.replace("20", "30")],
    ["in one text alone", text, "3:    b = 20", "    b = 30", text.replace("20", "30")],
    [
      "blank lines",
      text,
      "3-    b = 20\n4-\n5:    return a\n",
      "3-    b = 20\n4-\n5:    return b\n",
      text.replace("return a", "return b"),
    ],
    [
      "a space behind each",
      text,
      "1: def f():\n2:     a = 10\n",
      "1: def f():\n2:     a = 50\n",
      text.replace("10", "50"),
    ],
  ])("are taken off: %s", (_, ...[file, oldText, newText, expected]) => {
    expect(apply(file, [oldText, newText])).toBe(expected);
  });
});

describe("characters that cannot be seen", () => {
  it.each<Row>([
    ["a zero-width space in the file", "foo\u200bBar = 1;\n", "fooBar = 1;", "fooBar = 2;", "foo\u200bBar = 2;\n"],
    ["one in the quotation", "fooBar = 1;\n", "foo\u200bBar = 1;", "foo\u200bBar = 2;", "fooBar = 2;\n"],
    [
      "a variation selector",
      "# ❤\ufe0f title\nend;\n",
      "# ❤ title\nend;",
      "# ❤ title\nEND;",
      "# ❤\ufe0f title\nEND;\n",
    ],
    ["a soft hyphen", "a co\u00adop text\nb\n", "a coop text\nb", "a coop text\nB", "a co\u00adop text\nB\n"],
    ["a mark of direction", "\u200eright text\nb\n", "right text\nb", "right text\nB", "\u200eright text\nB\n"],
    ["joiners", "👨\u200d👩 family\nb\n", "👨👩 family\nb", "👨👩 family\nc", "👨\u200d👩 family\nc\n"],
    [
      "with other indentation",
      "  x(\u200bone);\n",
      "    x(one);\n",
      "    x(one);\n    y();\n",
      "  x(\u200bone);\n  y();\n",
    ],
    ["outside of the change", "al\u200bpha, be\u200bta\n", "alpha", "gamma", "gamma, be\u200bta\n"],
    ["two places that look the same", "say one\u200b\nsay one\n", "say one", "say two", "ambiguous_text_match"],
  ])("are no difference, and stay: %s", (_, ...[file, oldText, newText, expected]) => {
    expect(apply(file, [oldText, newText])).toBe(expected);
  });
});

describe("edits whose old texts share lines", () => {
  const text = "one\ntwo\nthree\nfour\nfive\n";

  it.each<readonly [name: string, edits: readonly (readonly [string, string])[], expected: string]>([
    [
      "with endings",
      [
        ["two\nthree\n", "TWO\nthree\n"],
        ["three\nfour\n", "three\nFOUR\n"],
      ],
      "one\nTWO\nthree\nFOUR\nfive\n",
    ],
    [
      "without",
      [
        ["three\nfour", "three\nFOUR"],
        ["two\nthree", "TWO\nthree"],
      ],
      "one\nTWO\nthree\nFOUR\nfive\n",
    ],
    [
      "lines added around",
      [
        ["three", "x\nthree"],
        ["three\nfour", "three\ny\nfour"],
      ],
      "one\ntwo\nx\nthree\ny\nfour\nfive\n",
    ],
    [
      "several lines",
      [
        ["one\ntwo\nthree\n", "1\ntwo\nthree\n"],
        ["two\nthree\nfour\n", "two\nthree\n4\n"],
      ],
      "1\ntwo\nthree\n4\nfive\n",
    ],
    [
      "a chain",
      [
        ["one\ntwo\n", "1\ntwo\n"],
        ["two\nthree\nfour\n", "two\n3\nfour\n"],
        ["four\nfive\n", "four\n5\n"],
      ],
      "1\ntwo\n3\nfour\n5\n",
    ],
    [
      "the line changes",
      [
        ["two\nthree\n", "TWO\nTHREE\n"],
        ["three\nfour\n", "three\nFOUR\n"],
      ],
      "overlapping_edits",
    ],
    [
      "both add at one place",
      [
        ["two\nthree\n", "two\nthree\nx\n"],
        ["three\nfour\n", "three\ny\nfour\n"],
      ],
      "overlapping_edits",
    ],
    [
      "part of a line",
      [
        ["two\nthree", "three"],
        ["three\nfour", "threefour"],
      ],
      "overlapping_edits",
    ],
    [
      "one inside of another",
      [
        ["two\nthree\nfour\n", "two\nthree\n4\n"],
        ["three\n", "THREE\n"],
      ],
      "overlapping_edits",
    ],
  ])("apply where neither changes them: %s", (_, edits, expected) => {
    expect(apply(text, ...edits)).toBe(expected);
  });
});

describe("a newText in the layout of the file", () => {
  it.each<[name: string, file: string, oldText: string, newText: string, expected: string]>([
    [
      "under an oldText that is too deep",
      "  if (a) {\n    b();\n  }\n",
      "      if (a) {\n        b();\n      }\n",
      "  if (a) {\n    b();\n    c();\n  }\n",
      "  if (a) {\n    b();\n    c();\n  }\n",
    ],
    [
      "under an oldText of which some lines have spaces for tabs",
      "\tif (a) {\n\t\tb();\n\t}\n",
      "\tif (a) {\n        b();\n\t}\n",
      "\tif (a) {\n        b();\n\t\tc();\n\t}\n",
      "\tif (a) {\n\t\tb();\n\t\tc();\n\t}\n",
    ],
    [
      "with blanks behind its last line ending",
      "  a {\n    foo();\n    bar();\n  }\n",
      "  foo();\n  bar();\n  ",
      "  baz();\n  bar();\n  ",
      "  a {\n    baz();\n    bar();\n  }\n",
    ],
  ])("stays as it is %s", (_, ...[file, oldText, newText, expected]) => {
    expect(applyEditsToNormalizedContent(file, [{ oldText, newText }], "file").newContent).toBe(expected);
  });

  it("is refused where deeper lines would end beside others", () => {
    const oldText = "- (void)take\n{\n    shot = 1;\n}\n";
    const newText = "- (void)take\n{\n  for (a) {\n    if (b) {\n      c();\n    }\n  }\n}\n";
    const edit = { oldText, newText };
    expect(() => applyEditsToNormalizedContent("- (void)take\n{\n  shot = 1;\n}\n", [edit], "file")).toThrow(
      "does not occur",
    );
  });
});
