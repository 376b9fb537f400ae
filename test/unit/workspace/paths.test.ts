// Paths as text: what each platform could read as something else, and which names are the same.

import { describe, expect, test } from "vitest";
import { foldName } from "../../../src/text/fold-name.js";
import { hasSuspiciousPathPattern, namesDirectory, splitPath } from "../../../src/workspace/paths/paths.js";

describe("suspicious forms", () => {
  const WINDOWS_ONLY = [
    "a:stream",
    "file.txt::$DATA",
    "GIT~1",
    "dir/PROGRA~1/x",
    "NUL",
    "nul.txt",
    "a/COM1",
    "x.",
    "x /y",
    "CON",
  ];
  const EVERYWHERE = ["\\\\?\\C:\\x", "\\\\.\\pipe\\x", "\\\\server\\share", "//?/C:/x", "//./NUL"];
  const NOWHERE = ["a/b.txt", "..", "./x", "../x", "console.ts", "null", "a~b", ".hidden", "a..b", "C"];

  test.each(EVERYWHERE)("%s counts on every platform", (path) => {
    expect(hasSuspiciousPathPattern(path, "linux")).toBe(true);
    expect(hasSuspiciousPathPattern(path, "win32")).toBe(true);
  });

  test.each(WINDOWS_ONLY)("%s counts on Windows and is a name elsewhere", (path) => {
    expect(hasSuspiciousPathPattern(path, "win32")).toBe(true);
    expect(hasSuspiciousPathPattern(path, "linux")).toBe(false);
  });

  test.each(NOWHERE)("%s counts nowhere", (path) => {
    expect(hasSuspiciousPathPattern(path, "win32")).toBe(false);
    expect(hasSuspiciousPathPattern(path, "linux")).toBe(false);
  });
});

describe("taking a path apart", () => {
  test.each([
    ["a//b/./c/", ["a", "b", "c"]],
    ["../a/..", ["..", "a", ".."]],
    [".", []],
    ["/", []],
    ["a\\b", ["a\\b"]],
    ["...", ["..."]],
  ])("%s", (path, components) => {
    expect(splitPath(path)).toEqual(components);
  });

  test.each([
    ["a/", true],
    ["a/.", true],
    ["a/..", true],
    [".", true],
    ["..", true],
    ["/", true],
    ["a", false],
    ["a/...", false],
    ["a/.b", false],
    ["a\\", false],
  ])("%s names only a directory: %s", (path, expected) => {
    expect(namesDirectory(path)).toBe(expected);
  });
});

describe("folding a name", () => {
  test.each([
    ["README", "readme"],
    ["cafe\u0301", "caf\u00e9"],
    ["\uff27\uff49\uff54", "git"],
    ["g\u200bi\u00adt", "git"],
    ["git. . .", "git"],
    ["git:stream:$DATA", "git"],
    [":git", ":git"],
    ["\u212aelvin", "kelvin"],
  ])("%s", (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });

  test("leaves different names different", () => {
    const names = ["git", ".git", "gi", "gitt", "git1", "g.it", "git-", "g it"];
    expect(new Set(names.map(foldName)).size).toBe(names.length);
  });
});
