// Which lines stand for left-out text, and which only look like it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findOmission as findInSteps, type Omission, type OmissionContext } from "../../../src/edit/find-omission.js";
import { runAtOnce } from "../../../src/text/steps.js";

const OLD = "first\nsecond\nthird";

function findOmission(oldText: string, newText: string, context?: OmissionContext): Omission | null {
  return runAtOnce(findInSteps(oldText, newText, context));
}

function omissionOf(line: string): string | null {
  return findOmission(OLD, `first\n  ${line}`)?.text ?? null;
}

const NOUNS =
  "code content contents document file function functions method methods class component implementation logic body imports styles rules tests lines text section";

describe("findOmission", () => {
  it.each([
    "// ... rest of the code",
    "// rest of the code",
    "//rest of the code",
    "/// rest of your code ...",
    "// the rest of this file",
    "# ... rest of existing code ...",
    "## the existing code",
    "/* rest of the file */",
    "/** rest of the file */",
    "{/* existing code */}",
    "<!-- ... rest of the document -->",
    "<!--rest of the document-->",
    "-- remaining rules",
    ";; previous functions",
    "%% unchanged section",
    "// (rest of the code)",
    "// [... rest of the code ...]",
    "// … rest of the code …",
    "//... rest of the code here",
    "// rest of the code goes here",
    "// rest of the code unchanged",
    "// rest of the code remains unchanged",
    "// rest of the methods remain the same",
    "// rest of the code stays as is",
    "// rest of the functions stay as before",
    "// existing code is omitted",
    "// existing methods are unchanged",
    "// REST OF THE CODE",
    "// Rest",
    "// the rest",
    "// ... rest is unchanged",
    "// the rest remains the same",
    "// rest the same",
    "// unchanged",
    "# ... unchanged ...",
    "// no change",
    "// no changes",
    "// same as before",
    "... rest of the code ...",
    "… existing code …",
    "[... remaining lines ...]",
    "// ...",
    "# …",
    "/* ... */",
    "<!-- ... -->",
    "{/* ... */}",
  ])("finds %s", (line) => {
    expect(omissionOf(line)).toBe(line);
  });

  it.each(NOUNS.split(" "))("knows the rest of the %s", (noun) => {
    expect(omissionOf(`// rest of the ${noun}`)).not.toBeNull();
    expect(omissionOf(`// existing ${noun} here`)).not.toBeNull();
  });

  it.each([
    "rest of the code",
    "existing code",
    "unchanged",
    "...args",
    "...rest,",
    "...items: Items",
    "{...other}",
    "// see the rest of the code",
    "// rest of the code is slow",
    "// the rest of us",
    "// restore the code",
    "// rest of the week",
    "// existing",
    "// unchanged since 2020",
    "// no changelog",
    "// not unchanged",
    "// wait for more...",
    "// ..",
    "//",
    "call(...rest);",
    "call() // rest of the code",
    "const code = rest; // ... rest of the code",
    "* rest of the code",
    "print('... rest of the code')",
  ])("lets %s through", (line) => {
    expect(omissionOf(line)).toBeNull();
  });

  it("names the line, counted from 1", () => {
    expect(findOmission(OLD, "first\nsecond\n\t// unchanged\nthird")).toEqual({ line: 3, text: "// unchanged" });
  });

  it("lets a line through that oldText has, whatever its indentation", () => {
    expect(findOmission("a\n    // ...\nb", "a\n// ...")).toBeNull();
    expect(findOmission("a\n// rest of the code\nb", "c\n  // rest of the code")).toBeNull();
  });

  it("takes a comment of dots for an omission only where a line of oldText is gone", () => {
    expect(findOmission("a\nb", "a\n// ...\nb")).toBeNull();
    expect(findOmission("a\nb", "a\n// ...\n  b")).toBeNull();
    expect(findOmission("a\nb", "b\n// ...")).not.toBeNull();
    expect(findOmission("a\n\nb", "a\n// ...\nb")).toBeNull();
    expect(findOmission("a\n  b", "a\n// ...\nb")).toBeNull();
  });

  it("counts equal lines, so that losing one of two is a loss", () => {
    expect(findOmission("a\na\nb", "a\n// ...\nb")).not.toBeNull();
    expect(findOmission("a\na\nb", "a\n// ...\na\nb")).toBeNull();
  });

  it("lets lines of more than 120 characters through", () => {
    const padded = (length: number): string => `// rest of the code ${".".repeat(length - 20)}`;
    expect(omissionOf(padded(120))).not.toBeNull();
    expect(omissionOf(padded(121))).toBeNull();
  });
});

// A file of which the new text leaves out the middle.
const CODE = "def first():\n    return 1\n\nsecond = compute(2)\nthird = compute(3)\nfourth = 4\n";

describe("wordings of models", () => {
  it.each([
    "// ... keep the rest as it was",
    "# ... other methods remain the same ...",
    "// etc.",
    "// same as above",
    "# rest of the function stays as-is",
    "// (other handlers omitted for brevity)",
    "// keep existing implementation",
    "-- ... other columns",
    "{/* ... other props */}",
    "// snip",
    "...",
    "…",
    "// ... existing code ...",
    "# ... existing code ...",
    "// unchanged code",
    "// code omitted for brevity",
    "// [unchanged]",
    "// ... (unchanged)",
    "# (unchanged)",
    "// rest of implementation",
    "// remaining code here",
    "// implementation unchanged",
    "// implementation omitted",
    "// ... implementation ...",
    "// previous code",
    "// ... as before",
    "// as before",
    "// no changes here",
    "// no changes below",
    "// everything else stays the same",
    "// everything below unchanged",
    "// the rest of the file is unchanged",
    "// other code remains unchanged",
    "// ... other imports ...",
    "// more code...",
    "# ... more methods",
    "// and so on",
    "# and so on...",
    "// other cases...",
    "// same as original",
    "// original code here",
    "// your existing code",
    "// insert rest of code here",
    "// truncated",
    "// ... truncated ...",
    "// code continues",
    "// ... continues",
    "// [snip]",
    "[snip]",
    "// --- snip ---",
    "/* ... snip ... */",
    "# ... [rest of file truncated]",
    "// lines 20-80 unchanged",
    "// ... 45 lines omitted ...",
    "(rest of file unchanged)",
    "[rest of the code remains the same]",
    '""" ... rest of docstring ... """',
    '"""..."""',
    "% rest of the document",
    "; ... rest of config",
    "# ... the rest is identical",
    "// identical to before",
    "// leave as is",
    "// leave the rest as is",
    "// keep this as is",
    "// left unchanged",
    "// remaining methods not shown",
    "// ... same logic as before",
    "// same implementation as before",
    "// The remainder of the function",
    "/* existing styles */",
    "<!-- other content -->",
    "<!-- ... rest of the page ... -->",
    "# ---- unchanged below ----",
    "// Other methods...",
    "// ... all other fields",
    "// Additional fields...",
    "// ... additional handlers",
    "// (no changes)",
    "// ...rest",
    "// Keep all other functions the same",
    "// (keep everything else the same)",
    "// ... parseArgs unchanged ...",
    "// parseArgs() unchanged",
    "// ... rest of parseArgs",
    "// ... rest of the parseArgs function remains unchanged",
    "// ... (rest of the class)",
    "// ... omitted",
    "# ... (omitted for brevity)",
    "# [... same as before ...]",
    "-- ... remaining columns unchanged",
    "-- etc",
    ";; ... rest of the init file",
    "% ... other packages",
    "{/* existing JSX */}",
    "{/* rest of the component remains unchanged */}",
    "{/* ... */}",
    "{# ... rest of the template #}",
    "(* ... *)",
    "' ... rest of the sub",
    "// The existing logic goes here",
    "// existing logic here",
    "// ... keep existing code",
    "// keep the existing code",
    "// Keep existing code here",
    "// all other methods remain unchanged",
    "// ... all existing handlers ...",
    "// previous implementation remains",
    "// ... [existing code] ...",
    "// <existing code>",
    "// <rest of file>",
    "// --- rest of the file unchanged ---",
    "// ========= rest unchanged =========",
    "# same as previous version",
    "// same code as above",
    "// as above",
    "// ... restlicher Code unverändert",
    "// Rest bleibt unverändert",
    "# le reste du code est inchangé",
    "// ... resto del código sin cambios",
    "// 其余代码保持不变",
    "// ... 省略 ...",
    "// остальной код без изменений",
    "// ... 残りのコード ...",
    "// 나머지 코드는 그대로",
    "// o restante do código permanece igual",
    "// il resto del codice rimane invariato",
    "<snip>",
  ])("finds %s", (line) => {
    expect(findOmission(CODE, `def first():\n    return 100\n\n${line}\nfourth = 4\n`)?.text).toBe(line);
    expect(findOmission("first\r\nsecond\r\nthird", `first\r\n  ${line}`)?.text).toBe(line);
  });
});

describe("lines that are real", () => {
  function refusedIn(path: string, lines: readonly string[], fileText = CODE): string | null {
    const newText = ["def first():", ...lines, "fourth = 4", ""].join("\n");
    return findOmission(CODE, newText, { path, fileText })?.text ?? null;
  }

  it.each([
    ["a doc comment", "a.rs", ["/// unchanged."]],
    ["a doc comment of C++", "a.h", ["//! etc."]],
    ["a doc comment of JavaScript", "a.ts", ["/** As before. */", "/** Other options. */"]],
    ["spread", "a.ts", ["const all = {", "  ...rest,", "  ...existing,", "...previous", "};"]],
    ["a rest parameter with its type", "a.ts", ["  ...items: Items"]],
    ["the body of a stub", "a.py", ["    pass", "def stub() -> int:", "    ..."]],
    ["the body of a stub below its text", "a.py", ["def stub():", '    """Says what it does."""', "    ..."]],
    ["the body of an overload in a class", "a.py", ["class A:", "    @overload", "    def f(self):", "        ..."]],
    ["a stub file", "a.pyi", ["    ...", "def other():", "    ..."]],
    ["the end of a document", "a.yaml", ["a: 1", "...", "---"]],
    ["a prompt", "a.py", [">>> for x in y:", "...     print(x)", "...", "1"]],
    ["what comes before an error", "a.py", ["    Traceback (most recent call last):", "        ...", "    ValueError"]],
    ["prose", "a.md", ["...", "Other methods...", "# Unchanged", "## Existing code", "- the rest of the code"]],
    [
      "prose in a comment that goes on",
      "a.ts",
      ["// The parser reads the header, and then", "// the rest of the file"],
    ],
    ["the name of a test", "a.ts", ['it("... keeps the rest as it was", () => {', "  test('rest of the code')"]],
    ["a string", "a.ts", ['"... rest of the code ...",', "'// same as above',", "`# unchanged`"]],
    ["code with a comment behind it", "a.ts", ["call(); // same as above", "x = 1 # unchanged"]],
    ["a rule of dots", "a.pm", [`#${".".repeat(70)}`]],
    ["a remark", "a.ts", ["// unchanged since 2020", "// see the rest of the code", "// wait for more..."]],
    ["a directive", "a.c", ["#else", "#include", "-- ", "--flag"]],
    ["a tag", "a.tsx", ["<rest>", "<Other />", "</existing>"]],
  ])("lets %s through", (_, path, lines) => {
    expect(refusedIn(path, lines)).toBeNull();
  });

  it("lets a line through that the file has anywhere, whatever its blanks", () => {
    expect(refusedIn("a.html", ["<!-- ... -->"])).toBe("<!-- ... -->");
    expect(refusedIn("a.html", ["<!-- ... -->"], `${CODE}  <!--...-->\n`)).toBeNull();
    expect(refusedIn("a.ts", ["\t// ... rest of the  code"], `${CODE}// ... rest of the code\r\n`)).toBeNull();
  });

  it("takes dots for a left-out body where oldText has a body of several lines", () => {
    const body = (lines: string): string => `def first():\n${lines}`;
    const longBody = body("    x = 1\n    return x\n");
    expect(findOmission(longBody, body("    ...\n"), { path: "a.py" })?.line).toBe(2);
    expect(findOmission(longBody, body("    ...\n"), { path: "a.pyi" })).toBeNull();
    expect(findOmission(body("    pass\n"), body("    ...\n"), { path: "a.py" })).toBeNull();
  });

  it.each<[name: string, path: string, oldText: string, newText: string]>([
    [
      "a comment that was there",
      "a.ts",
      "// note\na();\nb();\n",
      "// note\n// rest of the function remains unchanged\nb();\n",
    ],
    ["commented code", "a.yml", "# a:\n#   b\n#   c\n", "# a:\n#   d\n# (rest of the code stays the same)\n"],
    [
      "a comment that ends on its line",
      "a.html",
      "<!-- a -->\n<div>\n",
      "<!-- a -->\n<!-- b -->\n<!-- existing content -->\n",
    ],
  ])("takes a plain phrase for a placeholder next to %s", (_, ...[path, oldText, newText]) => {
    expect(findOmission(oldText, newText, { path })).not.toBeNull();
  });

  it("asks of a new file that its placeholder has dots", () => {
    expect(findOmission("", "first\n// unchanged\n", { path: "a.ts" })).toBeNull();
    expect(findOmission("", "first\n// ... rest of the code\n", { path: "a.ts" })).not.toBeNull();
  });

  it("asks more of prose: a whole phrase, and lost lines", () => {
    expect(refusedIn("a.md", ["... (rest of the document unchanged) ..."])).not.toBeNull();
    expect(findOmission("a\n", "a\n// ... rest of the code\n", { path: "a.md" })).toBeNull();
  });
});

describe("hunks of real sources", () => {
  it("are let through, but for one in five thousand", () => {
    const root = fileURLToPath(new URL("../../../", import.meta.url));
    const places = ["src", "docs", "node_modules/diff", "node_modules/minimatch", "node_modules/zod"];
    const refused: string[] = [];
    let count = 0;
    for (const path of places.flatMap((place) => listSources(join(root, place)))) {
      const lines = readFileSync(path, "utf8").split("\n");
      for (let start = 8; start + 8 < lines.length; start += 8) {
        // Lines come that the file does not have yet, in place of others that go.
        const [oldLines, newLines] = [lines.slice(start - 8, start), lines.slice(start, start + 6)];
        const fileText = [...lines.slice(0, start), ...lines.slice(start + 6)].join("\n");
        const found = findOmission(oldLines.join("\n"), newLines.join("\n"), { path, fileText });
        if (found !== null) refused.push(`${path}: ${found.text}`);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(5000);
    expect(refused.length, refused.join("\n")).toBeLessThanOrEqual(count / 5000);
  });
});

function listSources(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|js|md)$/.test(name))
    .map((name) => join(directory, name));
}

describe("a placeholder in brackets", () => {
  it.each([
    ["foo({ a: 1, b: 2 });", "foo({ /* ... */ }, 2);"],
    ["function a() {\n  x();\n}", "function a() { ... }"],
    ["const a = [1, 2];", "const a = [ /* ... rest */ ];"],
    ["const a = [\n  1,\n  2,\n];", "const a = [/* existing items */];"],
  ])("stands for text that is left out", (oldText, newText) => {
    expect(findOmission(oldText, newText)).toMatchObject({ line: 1, text: newText });
  });

  it.each([
    ["try { a(); } catch {}", "try { b(); } catch { /* ignore */ }"],
    ["def f(x):\n  return 1", "def f(x): ..."],
    ["x = a", "x: Tuple[int, ...] = a[...]"],
    ["foo();", "foo(...args);"],
    ["foo({ a });", "log('foo({ ... })');"],
    ["catch (e) {}", "catch (...) {}"],
    ["const a = { ...b };", "const a = { ...b, c };"],
  ])("is none in %s → %s", (oldText, newText) => {
    expect(findOmission(oldText, newText)).toBeNull();
  });
});
