// Diffs are applied by the programs that people use: git and GNU patch.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createUnifiedDiff } from "../../../src/edit/unified-diff.js";

const LINES = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`);

function replaceLines(changes: Readonly<Record<number, string>>): string {
  return LINES.map((line, index) => changes[index + 1] ?? line).join("");
}

const CASES: readonly (readonly [name: string, oldText: string, newText: string])[] = [
  ["two hunks", LINES.join(""), replaceLines({ 3: "three\n", 30: "thirty\nand more\n" })],
  ["hunks that touch", LINES.join(""), replaceLines({ 10: "", 17: "seventeen\n" })],
  ["first and last line", LINES.join(""), replaceLines({ 1: "new\nfirst\n", 40: "" })],
  ["a final line ending is added", "a\nb", "a\nb\n"],
  ["a final line ending is removed", "a\nb\n", "a\nb"],
  ["neither has a final line ending", "a\nb", "a\nc"],
  ["lines behind a last line without an ending", "a\nb", "a\nb\nc\nd"],
  ["CRLF", "a\r\nb\r\nc\r\n", "a\r\nB\r\nnew\r\nc\r\n"],
  ["mixed line endings", "a\r\nb\nc\r\n", "a\r\nB\nc\r\nd\n"],
  ["everything goes", "a\nb\n", ""],
  ["from nothing", "", "a\nb\n"],
  ["lines that look like a diff", "-- a\n++ b\n@@ -1 +1 @@\n", "-- a\n++ c\n@@ -1 +1 @@\n--- d\n"],
];

const PATHS = ["plain.txt", "dir/with space.txt", 'quote"d\\name.txt', "tab\tname.txt"];

describe("a diff applies", () => {
  let directory = "";

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "edit-diff-"));
  });

  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  function prepare(path: string, oldText: string): string {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, oldText);
    return file;
  }

  it.each(CASES)("by git: %s", (_, oldText, newText) => {
    const file = prepare("file.txt", oldText);
    const { diff } = createUnifiedDiff(oldText, newText, { path: "file.txt" });
    execFileSync("git", ["apply", "--whitespace=nowarn"], { cwd: directory, input: diff });
    expect(readFileSync(file, "utf8")).toBe(newText);
  });

  it.each(CASES)("by patch: %s", (_, oldText, newText) => {
    const file = prepare("file.txt", oldText);
    const { diff } = createUnifiedDiff(oldText, newText, { path: "file.txt" });
    execFileSync("patch", ["-p1", "--binary", "--fuzz=0"], { cwd: directory, input: diff });
    expect(readFileSync(file, "utf8")).toBe(newText);
  });

  it.each(PATHS)("to a file named %j", (path) => {
    const file = prepare(path, "a\nb\n");
    const { diff } = createUnifiedDiff("a\nb\n", "a\nc\n", { path });
    execFileSync("git", ["apply"], { cwd: directory, input: diff });
    expect(readFileSync(file, "utf8")).toBe("a\nc\n");
  });

  it.each(CASES)("and has the hunk headers of diff -u: %s", (_, oldText, newText) => {
    const [before, after] = [prepare("old", oldText), prepare("new", newText)];
    const { diff } = createUnifiedDiff(oldText, newText, { path: "file.txt" });
    expect(hunkHeaders(diff)).toEqual(hunkHeaders(diffByProgram(before, after)));
  });
});

function hunkHeaders(diff: string): readonly string[] {
  return diff.split("\n").filter((line) => line.startsWith("@@ -"));
}

function diffByProgram(before: string, after: string): string {
  try {
    return execFileSync("diff", ["-u", "--text", before, after], { encoding: "utf8" });
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  }
}
