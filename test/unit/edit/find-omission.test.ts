// Which lines stand for left-out text, and which only look like it.

import { describe, expect, it } from "vitest";
import { findOmission } from "../../../src/edit/find-omission.js";

const OLD = "first\nsecond\nthird";

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
    "...",
    "…",
    "...args",
    "// see the rest of the code",
    "// rest of the code is slow",
    "// the rest of us",
    "// restore the code",
    "// rest of the week",
    "// existing",
    "// unchanged since 2020",
    "// no changelog",
    "// not unchanged",
    "// the same as before",
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
