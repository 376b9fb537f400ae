// New text that was written by the measure of an old text which was quoted too shallow or too deep, and what goes with a
// line that is deleted.

import { createEditTool, InMemoryFileStore } from "ai-file-tools";
import { describe, expect, it } from "vitest";

interface Case {
  readonly file: string;
  readonly oldText: string;
  readonly newText: string;
}

async function apply({ file, oldText, newText }: Case, path = "a.py"): Promise<string> {
  const store = new InMemoryFileStore({ [path]: file });
  const output = await createEditTool({ store }).execute({ path, edits: [{ oldText, newText }] });
  if ("error" in output) return output.error.kind;
  return Buffer.from((await store.read(path)) ?? []).toString();
}

const LOAD = "def f():\n    user = load(req)\n    if not user:\n        return\n";
const BODY = "def f(p):\n    data = load(p)\n    check(data)\n    return data\n";
const DEEP = "def f(p):\n    if p:\n        log(p)\n        run(p)\n    return p\n";

describe("a deleted line takes its indentation along", () => {
  it.each([
    ["quoted bare", LOAD, "user = load(req)\n", LOAD.replace("    user = load(req)\n", "")],
    [
      "in CRLF",
      LOAD.replaceAll("\n", "\r\n"),
      "user = load(req)\n",
      LOAD.replace("    user = load(req)\n", "").replaceAll("\n", "\r\n"),
    ],
    ["with tabs", "a:\n\tb\n\tc\n", "b\n", "a:\n\tc\n"],
    [
      "one level too shallow",
      "if a:\n    if b:\n        c()\n        d()\n",
      "    c()\n",
      "if a:\n    if b:\n        d()\n",
    ],
    ["the first of two bare", "if a:\n    b = 1\n    c = 2\n    d = 3\n", "b = 1\n    c = 2\n", "if a:\n    d = 3\n"],
  ])("%s", async (...[, file, oldText, expected]) => {
    expect(await apply({ file, oldText, newText: "" })).toBe(expected);
  });

  it("for every hit of replaceAll", async () => {
    const store = new InMemoryFileStore({ "a.py": "if a:\n    log()\n    b()\n    log()\n    c()\n" });
    const edits = [{ oldText: "log()\n", newText: "", replaceAll: true }];
    await createEditTool({ store }).execute({ path: "a.py", edits });
    expect(Buffer.from((await store.read("a.py")) ?? []).toString()).toBe("if a:\n    b()\n    c()\n");
  });
});

it.each([
  [
    "wrapped, quoted one level too shallow",
    {
      file: BODY,
      oldText: "data = load(p)\ncheck(data)\n",
      newText: "with lock:\n    data = load(p)\n    check(data)\n",
    },
    "def f(p):\n    with lock:\n        data = load(p)\n        check(data)\n    return data\n",
  ],
  [
    "wrapped with a line at the end",
    {
      file: BODY,
      oldText: "data = load(p)\ncheck(data)\n",
      newText: "if a {\n    data = load(p)\n    check(data)\n}\n",
    },
    "def f(p):\n    if a {\n        data = load(p)\n        check(data)\n    }\n    return data\n",
  ],
  [
    "unwrapped, quoted one level too deep",
    {
      file: DEEP,
      oldText: "        if p:\n            log(p)\n            run(p)\n",
      newText: "        log(p)\n        run(p)\n",
    },
    "def f(p):\n    log(p)\n    run(p)\n    return p\n",
  ],
] as const)("a block is %s", async (_how, given, expected) => {
  expect(await apply(given)).toBe(expected);
});

it("is not wrapped twice, however short it is", async () => {
  const once = await apply(
    {
      file: "function f() {\n\trun();\n\tx();\n}\n",
      oldText: "    run();\n",
      newText: "    if (a) {\n        run();\n    }\n",
    },
    "a.js",
  );
  const again = { file: once, oldText: "    run();\n", newText: "    if (a) {\n        run();\n    }\n" };
  expect(await apply(again, "a.js")).toBe("no_change");
});

it("applies to CRLF what it applies to LF", async () => {
  const file = "function a() {\n  if (x) {\n    yes(1);\n  b();\n}\n";
  const edit = { oldText: "  b();\n", newText: "  b();\n}\n" };
  const expected = await apply({ file, ...edit }, "a.js");
  expect(expected).toContain("  b();\n}\n}\n");
  expect(await apply({ file: file.replaceAll("\n", "\r\n"), ...edit }, "a.js")).toBe(expected.replaceAll("\n", "\r\n"));
});

it.each(["a.py", "a.pyi"])(
  "takes dots for a stub where they replace the one statement of a body in %s",
  async (path) => {
    expect(await apply({ file: "def f():\n    pass\n", oldText: "    pass\n", newText: "    ...\n" }, path)).toBe(
      "def f():\n    ...\n",
    );
    const block = { file: "def f():\n    a()\n    b()\n", oldText: "    a()\n    b()\n", newText: "    ...\n" };
    expect(await apply(block, path)).not.toContain("...\n");
  },
);
