import { describe, expect, it } from "vitest";
import { isFsError } from "../../../src/errors.js";
import { compileGlob } from "../../../src/search/glob-pattern.js";

function kindOf(pattern: string): string {
  try {
    compileGlob(pattern);
  } catch (error) {
    if (isFsError(error) && error.hint !== undefined) return error.kind;
    throw error;
  }
  return "accepted";
}

const TABLE: readonly (readonly [pattern: string, matching: readonly string[], other: readonly string[]])[] = [
  ["*.ts", ["a.ts", ".ts", ".hidden.ts"], ["a.tsx", "src/a.ts", "ts"]],
  ["**/*.ts", ["a.ts", "src/a.ts", "a/b/c/.d.ts"], ["a.js", "a.ts/b"]],
  ["src/**", ["src/a", "src/a/b"], ["src", "lib/src/a"]],
  ["src/", ["src/a", "src/a/b"], ["src", "a"]],
  ["**", ["a", "a/b", ".git/x"], []],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/xb", "ab", "b"]],
  ["**/a/**/b", ["a/b", "x/a/b", "a/a/x/b"], ["a", "b", "x/b"]],
  ["a**b", ["ab", "axxb"], ["a/b", "a/x/b"]],
  ["./src/*.ts", ["src/a.ts"], ["a.ts"]],
  ["src//./a.ts", ["src/a.ts"], ["src/b.ts"]],
  ["?.txt", ["a.txt", "é.txt", "😀.txt"], [".txt", "ab.txt"]],
  ["[a-c]x", ["ax", "cx", "[a-c]x"], ["dx", "x"]],
  ["[!a-c]x", ["dx", "😀x", "[!a-c]x"], ["ax", "x"]],
  ["[^a]x", ["bx"], ["ax"]],
  ["*[!😀]", ["a"], ["😀"]],
  ["[[:digit:]]*", ["1", "1a"], ["a1"]],
  ["[]]", ["]"], ["["]],
  ["a\\[", ["a["], ["a"]],
  ["\\x1B[31m.md", ["\\x1B[31m.md"], ["x1B3.md"]],
  ["app/[[...slug]]/*.tsx", ["app/[[...slug]]/page.tsx", "app/s]/page.tsx"], ["app/slug/page.tsx"]],
  ["app/[slug]/page.tsx", ["app/[slug]/page.tsx", "app/s/page.tsx"], ["app/slug/page.tsx"]],
  ["app/(auth)/*.tsx", ["app/(auth)/page.tsx"], ["app/auth/page.tsx"]],
  ["app/[id]*.ts", ["app/[id].ts", "app/[id]-x.ts", "app/ix.ts"], ["app/xid.ts"]],
  ["*.{ts,tsx}", ["a.ts", "a.tsx"], ["a.js", "a.{ts,tsx}"]],
  ["{a,b{c,d}}/x", ["a/x", "bc/x", "bd/x"], ["b/x", "c/x"]],
  ["{src,test}/**/*.{ts,js}", ["src/a.ts", "test/x/a.js"], ["lib/a.ts", "src/a.css"]],
  ["a{,b}", ["a", "ab"], ["b"]],
  ["*.{ts}", ["a.ts", "a.{ts}"], ["a.t"]],
  ["a}", ["a}"], ["a"]],
  ["a[{]b", ["a{b"], ["ab"]],
  ["\\{a/{b,c}", ["{a/b", "{a/c"], ["a/b"]],
  ["\\*.md", ["*.md"], ["a.md"]],
  ["\\{a,b\\}", ["{a,b}"], ["a", "b"]],
  ["a\\[1\\]", ["a[1]"], ["a1"]],
];

describe("compileGlob", () => {
  it.each(TABLE)("%s", (pattern, matching, other) => {
    const glob = compileGlob(pattern);
    expect(matching.filter((path) => !glob.matches(path))).toEqual([]);
    expect(other.filter((path) => glob.matches(path))).toEqual([]);
  });

  it("folds case on request only", () => {
    expect(compileGlob("SRC/*.[T-T]S").matches("src/A.ts")).toBe(false);
    expect(compileGlob("SRC/*.[T-T]S", { ignoreCase: true }).matches("src/A.ts")).toBe(true);
    expect(compileGlob("[a-c]*", { ignoreCase: true }).matches("Bx")).toBe(true);
    expect(compileGlob("ÄÖ*", { ignoreCase: true }).matches("äöx")).toBe(true);
  });

  it.each([
    "",
    "a\0b",
    "/etc/*",
    "../a",
    "\\../a",
    "a/.\\./b",
    "\\.\\.",
    "{\\..,b}/a",
    "a/../b",
    "a\\",
    ".",
    "./",
    "x".repeat(1025),
    "{a,../b}",
    "a[",
    "app/[id/page.tsx",
    "src/[a/b]",
    "types[].ts",
    "*.[ts,tsx",
    "[[:digit:]",
    "*.{ts,tsx",
    "{a/{b,c}",
    "src/{",
    "{a,/b}",
  ])("refuses %j", (pattern) => {
    expect(kindOf(pattern)).toBe("invalid_pattern");
  });

  it("refuses braces that stand for more than 64 patterns", () => {
    expect(kindOf("{a,b}".repeat(6))).toBe("accepted");
    expect(kindOf("{a,b}".repeat(7))).toBe("invalid_pattern");
    expect(kindOf("{a,b}".repeat(200))).toBe("invalid_pattern");
    expect(kindOf("{".repeat(1024))).toBe("invalid_pattern");
    expect(kindOf("{,{".repeat(300))).toBe("invalid_pattern");
    expect(kindOf("\\{".repeat(512))).toBe("accepted");
  });
});

describe("compileGlob with matchBasename", () => {
  const matches = (pattern: string, path: string): boolean =>
    compileGlob(pattern, { matchBasename: true }).matches(path);

  it("matches a pattern without a slash at any depth", () => {
    expect(matches("*.ts", "src/deep/a.ts")).toBe(true);
    expect(matches("{a,b}.ts", "x/b.ts")).toBe(true);
    expect(matches("src/", "lib/src/a.ts")).toBe(true);
    expect(matches("src/*.ts", "lib/src/a.ts")).toBe(false);
    expect(matches("./*.ts", "src/a.ts")).toBe(false);
  });

  it("takes everything else for a leading !, below directories too", () => {
    expect(matches("!*.ts", "a.js")).toBe(true);
    expect(matches("!*.ts", "src/a.ts")).toBe(false);
    expect(matches("!node_modules", "a/node_modules/b/c.js")).toBe(false);
    expect(compileGlob("!node_modules", { matchBasename: true }).couldMatchBelow("a/node_modules")).toBe(false);
    expect(compileGlob("!*.ts", { matchBasename: true }).couldMatchBelow("src")).toBe(true);
  });
});

describe("couldMatchBelow", () => {
  it.each([
    ["src/*.ts", "", true],
    ["src/*.ts", "src", true],
    ["src/*.ts", "src/a", false],
    ["src/*.ts", "lib", false],
    ["src/**/x", "src/a/b/c", true],
    ["src/**/x", "lib", false],
    ["**/x", "any/where", true],
    ["a/b/c", "a/b", true],
    ["a/b/c", "a/b/c", false],
    ["{a,b}/c", "b", true],
    ["src/**", "src", true],
  ] as const)("%s below %j: %s", (pattern, directory, expected) => {
    expect(compileGlob(pattern).couldMatchBelow(directory)).toBe(expected);
  });
});

describe("hostile patterns", () => {
  const longName = "a".repeat(4096);
  const longPath = `${"a/".repeat(2047)}b`;
  it.each([
    ["**/a/".repeat(12), longPath, true],
    [`${"**/a/".repeat(12)}c`, longPath, false],
    [`${"*a".repeat(25)}b`, longName, false],
    [`${"*a".repeat(511)}b`, longName, false],
    [`*${"?".repeat(1000)}b`, longName, false],
    [`*${"?".repeat(1000)}*a`, longName, true],
    [`*${"[a-z]".repeat(200)}b*`, longName, false],
    [`${"**/*/".repeat(200)}b`, longPath, true],
    [`**/${"?/".repeat(500)}c/b`, longPath, false],
    [`${"*?".repeat(20)}{${"x,".repeat(60)}y}`, longName, false],
  ])("%#: answers in a number of steps that a backtracking matcher would never see", (pattern, path, expected) => {
    const glob = compileGlob(pattern);
    expect(glob.matches(path)).toBe(expected);
    expect(glob.couldMatchBelow(path)).toBe(pattern.startsWith("**"));
  });
});
