// Patches and files that are built to keep a parser or a search busy. They are read or refused before the test times out.

import { describe, expect, it } from "vitest";
import { FsError } from "../../../src/errors.js";
import { parsePatch } from "../../../src/patch/parse-patch.js";
import { applyPlan, createTree, planOnTree, showTree, tryOnTree } from "../../support/plan-on-tree.js";

const LIMIT = 256 * 1024;

function envelope(body: string): string {
  return `*** Begin Patch\n*** Update File: f\n${body}*** End Patch\n`;
}

function fill(part: string, room = LIMIT - 200): string {
  return part.repeat(Math.floor(room / part.length));
}

function numberedLines(count: number): readonly string[] {
  return Array.from({ length: count }, (_, line) => `line ${line};`);
}

describe("parsing", () => {
  it.each([
    ["a full patch of hunk headers", envelope(fill("@@\n"))],
    ["a full patch of anchors", envelope(fill("@@ a\n"))],
    ["one line of blanks", envelope(`@@${fill(" ")}x\n`)],
    ["one name of blanks", `diff --git ${fill("a ")}\n`],
    ["one name of backslashes", `--- "a/${fill("\\\\")}\n+++ b/x\n`],
    ["markers without an end", fill("*** Begin Patch\n")],
    ["fences", fill("```\n")],
    ["nothing but line feeds", fill("\n")],
    ["nothing but carriage returns", fill("\r")],
    ["headers of files", fill("--- a\n+++ b\n")],
    ["stars", fill("*")],
  ])("refuses %s", (_, text) => {
    expect(() => parsePatch(text)).toThrow(FsError);
  });

  it("refuses a patch that is too long, or names too many files", () => {
    expect(() => parsePatch("x".repeat(LIMIT + 1))).toThrow(expect.objectContaining({ kind: "file_too_large" }));
    const adds = (count: number): string =>
      `*** Begin Patch\n${Array.from({ length: count }, (_, file) => `*** Add File: f${file}\n+x\n`).join("")}*** End Patch\n`;
    expect(parsePatch(adds(64)).operations).toHaveLength(64);
    expect(() => parsePatch(adds(65))).toThrow(expect.objectContaining({ kind: "file_too_large" }));
    expect(() => parsePatch(adds(3), { maxFiles: 2 })).toThrow(/more than 2 files/);
    const moves = "*** Update File: f0\n*** Move to: f1\n".repeat(65);
    expect(() => parsePatch(`*** Begin Patch\n${moves}*** End Patch\n`)).toThrow(/more than 64 files/);
  });
});

describe("placing", () => {
  it("places 10 000 hunks", async () => {
    const lines = numberedLines(20_000);
    const changed = lines.filter((_, line) => line % 2 === 0);
    const patch = envelope(
      changed
        .slice(0, 8000)
        .map((line) => `@@\n-${line}\n+${line.slice(5)}\n`)
        .join(""),
    );
    const many = envelope(changed.map((line) => `@@\n-${line}\n`).join(""));
    const tree = createTree({ f: lines.map((line) => `${line}\n`).join("") });
    const plan = await planOnTree(patch.length <= LIMIT ? patch : many, tree);
    expect(plan.operations[0]?.hunks.length).toBeGreaterThan(7000);
    const deleted = await planOnTree(many, tree);
    const left = lines.filter((_, line) => line % 2 === 1).map((line) => `${line}\n`);
    expect(showTree(applyPlan(tree, deleted))).toEqual({ f: left.join("") });
    expect(deleted.operations[0]?.hunks).toHaveLength(10_000);
  });

  const equalLines = createTree({ f: "same line\n".repeat(100_000) });
  const blankLines = createTree({ f: "\n".repeat(500_000) });
  const longLine = createTree({ f: `${"ab ".repeat(600_000)}\n` });
  const stairs = createTree({ f: Array.from({ length: 1500 }, (_, depth) => `${" ".repeat(depth)}a\n`).join("") });

  it.each([
    ["equal lines, hunks that are ambiguous", equalLines, envelope(fill("@@\n-same line\n"))],
    ["equal lines, a hunk of many", equalLines, envelope(`@@\n${fill("-same line\n")}-other\n`)],
    ["equal lines, hunks with other blanks", equalLines, envelope(fill("@@\n-same  line\n+other\n"))],
    ["equal lines, anchors", equalLines, envelope(fill("@@ same line\n@@ same line\n-same line\n+x\n"))],
    ["equal lines, hunks that are not there", equalLines, envelope(fill("@@\n-same line\n-not there at all\n"))],
    ["blank lines", blankLines, envelope(fill("@@\n \n-\n+x\n"))],
    ["blank lines at the end of the file", blankLines, envelope(fill("@@\n-\n+x\n*** End of File\n"))],
    ["one long line", longLine, envelope(`@@\n-${fill("ab ", 200_000)}\n+x\n`)],
    ["blocks in blocks", stairs, envelope(fill("@@ a\n@@ a\n@@ a\n@@ a\n-x\n+y\n"))],
    ["nothing that is there", equalLines, envelope(fill("@@\n-nowhere to be found\n+x\n"))],
  ])("refuses %s", async (_, tree, patch) => {
    expect(await tryOnTree(patch, tree)).toBeInstanceOf(FsError);
  });

  it.each([
    ["with the ends swapped", numberedLines(8000).toReversed()],
    ["with every line twice", numberedLines(4000).flatMap((line) => [line, line])],
    ["of the same few lines", Array.from({ length: 30_000 }, (_, line) => (line * line) % 7).map(String)],
  ])("writes a whole file anew %s, whatever its lines end with", async (_, lines) => {
    const tree = createTree({ f: numberedLines(8000).join("\r\n").replaceAll("7;\r\n", "7;\n") });
    const content = lines.map((line) => `+${line}\n`).join("");
    const plan = await planOnTree(`*** Begin Patch\n*** Replace File: f\n${content}*** End Patch\n`, tree);
    const written = showTree(applyPlan(tree, plan))["f"]?.replaceAll("\r\n", "\n");
    expect(written).toBe(`${lines.join("\n")}\n`);
  });

  it("replaces all lines of a file with mixed endings by one hunk", async () => {
    const [oldLines, newLines] = [numberedLines(6000), numberedLines(6000).toReversed()];
    const tree = createTree({ f: oldLines.map((line, index) => line + (index % 3 === 0 ? "\r\n" : "\n")).join("") });
    const removed = oldLines.map((line) => `-${line}\n`).join("");
    const added = newLines.map((line) => `+${line}\n`).join("");
    const plan = await planOnTree(envelope(`@@\n${removed}${added}`), tree);
    const written = showTree(applyPlan(tree, plan))["f"]?.replaceAll("\r\n", "\n");
    expect(written).toBe(newLines.map((line) => `${line}\n`).join(""));
  });

  it("finds hunks in 2 MiB of lines that are all different, and says what is near to one that is not there", async () => {
    const lines = numberedLines(150_000);
    const tree = createTree({ f: lines.map((line) => `${line}\n`).join("") });
    const hunks = Array.from({ length: 200 }, (_, hunk) => `@@\n line ${hunk * 700};\n+added\n`);
    expect((await planOnTree(envelope(hunks.join("")), tree)).operations[0]?.hunks).toHaveLength(200);
    const missing = await tryOnTree(envelope("@@\n line 77777;\n-line 777 78;\n"), tree);
    expect(missing).toMatchObject({ kind: "text_not_found", details: { nearest: [{ startLine: 77_778 }] } });
  });
});
