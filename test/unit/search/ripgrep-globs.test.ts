import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toRipgrepGlobs } from "../../../src/search/ripgrep-globs.js";

describe("globs for ripgrep", () => {
  it.each([
    ["*.ts", ["*.ts"]],
    ["src/**/*.test.ts", ["src/**/*.test.ts"]],
    ["package.json", ["package.json"]],
    [".env*", [".env*"]],
    ["*.{ts,tsx}", ["*.ts", "*.tsx", "\\*.\\{ts,tsx\\}"]],
  ])("of %s mean the same", (glob, expected) => {
    expect(toRipgrepGlobs(glob)).toEqual(expected);
  });

  it.each([
    "",
    "!*.ts",
    "dir/",
    "./a",
    "../a",
    "a/../b",
    "a/.",
    "/a",
    "[ab]",
    "a?",
    "a b",
    "{a,b}/c",
    "é*",
    "a\\*b",
    "a//b",
    "*.{ts,}",
  ])("are not made of %j", (glob) => {
    expect(toRipgrepGlobs(glob)).toEqual([]);
  });

  it("never hold what ripgrep reads in another way", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab*./{},!\\[ "), maxLength: 8 }), (glob) => {
        for (const made of toRipgrepGlobs(glob)) expect(made).toMatch(/^(?:[\w.*/-]|\\[*{}]|,)+$/);
      }),
    );
  });
});
