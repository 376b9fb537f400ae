// What the ways into the parser answer. How each construct reads is held by the scenarios.

import { describe, expect, it } from "vitest";
import { parseFileDiff, parsePatch } from "../../../src/patch/parse-patch.js";
import type { PatchHunk } from "../../../src/patch/parsed-patch.js";

function signed(hunk: PatchHunk | undefined): readonly string[] {
  const signs = { keep: " ", remove: "-", add: "+" };
  return hunk?.lines.map(({ kind, text }) => signs[kind] + text) ?? [];
}

describe("parsePatch", () => {
  it("answers operations in the order of the patch, with their places", () => {
    const text = [
      "*** Begin Patch",
      "*** Update File: a",
      "*** Move to: b",
      "@@ class A",
      "@@ def f",
      " x",
      "-y",
      "*** End of File",
      "*** Delete File: c",
      "*** End Patch",
    ].join("\n");
    const { operations, sizeBytes } = parsePatch(text);
    expect(sizeBytes).toBe(text.length);
    expect(operations).toEqual([
      {
        type: "update",
        path: "a",
        patchLine: 2,
        moveTo: "b",
        hunks: [
          {
            patchLine: 4,
            anchors: ["class A", "def f"],
            lines: [
              { kind: "keep", text: "x", isBare: false },
              { kind: "remove", text: "y", isBare: false },
            ],
            hintLine: null,
            endsFile: true,
            finalLineEnding: "keep",
            isExact: false,
          },
        ],
      },
      { type: "delete", path: "c", patchLine: 9, hunks: [] },
    ]);
  });

  it("counts lines in the whole text, wrappers included", () => {
    const text = "\n```\n*** Begin Patch\n*** Add File: a\n+x\ny\n*** End Patch\n```\n";
    expect(() => parsePatch(text)).toThrow(
      expect.objectContaining({ kind: "parse_error", status: 400, details: { line: 6, column: 1 } }),
    );
  });

  it("counts its size in UTF-8", () => {
    const text = "*** Begin Patch\n*** Add File: a\n+ä\n*** End Patch\n";
    expect(parsePatch(text).sizeBytes).toBe(Buffer.byteLength(text));
    expect(() => parsePatch(text, { maxBytes: text.length })).toThrow(
      expect.objectContaining({ kind: "file_too_large" }),
    );
  });
});

describe("parseFileDiff", () => {
  it("reads the hunks of a file that the caller names", () => {
    const { operations } = parseFileDiff({ type: "update", path: "a", diff: "@@ f\n x\n-y\n+z\n", moveTo: "b" });
    expect(operations).toMatchObject([{ type: "update", path: "a", moveTo: "b", hunks: [{ anchors: ["f"] }] }]);
    const [operation] = operations;
    expect(signed(operation?.type === "update" ? operation.hunks[0] : undefined)).toEqual([" x", "-y", "+z"]);
  });

  it("leaves out the names of a unified diff", () => {
    const diff = "--- a/a\n+++ b/a\n@@ -3 +3 @@\n-y\n+z\n";
    const [operation] = parseFileDiff({ type: "update", path: "a", diff }).operations;
    expect(operation).toMatchObject({ hunks: [{ hintLine: 3, lines: [{ text: "y" }, { text: "z" }] }] });
  });

  it("reads a new file, and asks for nothing to delete one", () => {
    expect(parseFileDiff({ type: "create", path: "a", diff: "+x\n+ y" }).operations).toEqual([
      { type: "add", path: "a", patchLine: 1, content: "x\n y\n" },
    ]);
    expect(parseFileDiff({ type: "delete", path: "a" }).operations).toEqual([
      { type: "delete", path: "a", patchLine: 1, hunks: [] },
    ]);
  });

  it.each([
    ["no hunks", { type: "update", path: "a", diff: "" } as const],
    ["an envelope", { type: "update", path: "a", diff: "*** Begin Patch\n*** End Patch\n" } as const],
    ["an operation behind the content", { type: "create", path: "a", diff: "+x\n*** Delete File: b\n" } as const],
    ["a line without a sign", { type: "update", path: "a", diff: "@@\nx\n" } as const],
  ])("refuses %s", (_, change) => {
    expect(() => parseFileDiff(change)).toThrow(expect.objectContaining({ kind: "parse_error" }));
  });
});
