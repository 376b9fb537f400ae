import { describe, expect, it } from "vitest";
import { MAX_IGNORE_FILE_BYTES, MAX_IGNORE_RULES } from "../../../src/limits.js";
import { compilePathRules, isIgnoredByRules, parseIgnoreRules } from "../../../src/search/ignore-rules.js";

describe("parseIgnoreRules", () => {
  it.each([
    ["*.log", "deep/a.log", "ignored"],
    ["*.log", "a.logs", undefined],
    ["/build", "build/", "ignored"],
    ["/build", "src/build/", undefined],
    ["build/", "src/build/", "ignored"],
    ["build/", "build", undefined],
    ["docs/*.md", "docs/a.md", "ignored"],
    ["docs/*.md", "x/docs/a.md", undefined],
    ["*.log\n!keep.log", "keep.log", "included"],
    ["!keep.log\n*.log", "keep.log", "ignored"],
    ["a\n!a/", "a", "ignored"],
    ["a\n!a/", "a/", "included"],
    ["# a\na", "# a", undefined],
    ["\\#a", "#a", "ignored"],
    ["\\!a", "!a", "ignored"],
    ["a  ", "a", "ignored"],
    ["a\\ ", "a ", "ignored"],
    ["\ufeffa\r\nb\r\n", "a", "ignored"],
    ["a\r\nb\r", "b", "ignored"],
    ["foo**/bar", "foo/x/bar", "ignored"],
    ["a/**/b", "a/b", "ignored"],
    ["**\\/b", "b", undefined],
    ["**\\/b", "a/b", "ignored"],
    ["abc/**", "abc/", undefined],
    ["a/?", "a/é", undefined],
    ["a/é?", "a/éx", "ignored"],
    ["", "a", undefined],
    ["/", "a/", undefined],
    ["a[", "a[", undefined],
    ["a\\", "a", undefined],
  ] as const)("%j on %s: %s", (text, path, expected) => {
    const isDirectory = path.endsWith("/");
    expect(parseIgnoreRules(text).decide(path.replace(/\/$/, ""), isDirectory)).toBe(expected);
  });

  it("lets a directory that is ignored settle everything below it", () => {
    const rules = parseIgnoreRules("build/\n!build/keep\n");
    expect(rules.decide("build/keep", false)).toBe("included");
    expect(isIgnoredByRules(rules, "build/keep", false)).toBe(true);
    expect(isIgnoredByRules(rules, "src/keep", false)).toBe(false);
  });
});

describe("the budgets", () => {
  it("applies the first rules of a file with too many", () => {
    const names = Array.from({ length: MAX_IGNORE_RULES + 1 }, (_, index) => `f${index}`);
    const rules = parseIgnoreRules(names.join("\n"));
    expect(rules.truncated).toBe(true);
    expect(rules.decide(`f${MAX_IGNORE_RULES - 1}`, false)).toBe("ignored");
    expect(rules.decide(`f${MAX_IGNORE_RULES}`, false)).toBeUndefined();
    expect(parseIgnoreRules(names.slice(1).join("\n")).truncated).toBe(false);
  });

  it("leaves out the line that the byte budget cuts", () => {
    const rules = parseIgnoreRules(`first\n${`#${"x".repeat(1022)}\n`.repeat(MAX_IGNORE_FILE_BYTES / 1024)}last`);
    expect(rules.truncated).toBe(true);
    expect(rules.decide("first", false)).toBe("ignored");
    expect(rules.decide("last", false)).toBeUndefined();
  });

  it("leaves out a rule that is too long and says so, but not a long comment", () => {
    expect(parseIgnoreRules(`${"x".repeat(1025)}\na`).truncated).toBe(true);
    expect(parseIgnoreRules(`${"x".repeat(1025)}\na`).decide("a", false)).toBe("ignored");
    expect(parseIgnoreRules(`#${"x".repeat(1025)}\na`).truncated).toBe(false);
  });

  it.each(["**/a/".repeat(12), `${"*a".repeat(25)}b`, `${"*[a]".repeat(200)}b`])("answers %.20s… at once", (line) => {
    const rules = parseIgnoreRules(`${line}\n`.repeat(1000));
    expect(rules.decide(`${"a/".repeat(100)}${"a".repeat(255)}`, false)).toBeUndefined();
  });
});

describe("compilePathRules", () => {
  it("takes each item as one rule", () => {
    const rules = compilePathRules([".git/", ".vscode/tasks.json", "*.pem", "!public.pem"]);
    expect(isIgnoredByRules(rules, "sub/.git/hooks/pre-commit", false)).toBe(true);
    expect(isIgnoredByRules(rules, ".vscode/tasks.json", false)).toBe(true);
    expect(isIgnoredByRules(rules, "a/.vscode/tasks.json", false)).toBe(false);
    expect(isIgnoredByRules(rules, "a/key.pem", false)).toBe(true);
    expect(isIgnoredByRules(rules, "a/public.pem", false)).toBe(false);
  });
});
