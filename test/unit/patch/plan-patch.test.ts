// What a plan holds, what its options change, and how its reader may fail. What a patch does is held by the scenarios.

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { FsError } from "../../../src/errors.js";
import { parsePatch } from "../../../src/patch/parse-patch.js";
import { planPatch } from "../../../src/patch/plan-patch.js";
import { applyPlan, createTree, planOnTree, showTree, tryOnTree } from "../../support/plan-on-tree.js";

function envelope(body: string): string {
  return `*** Begin Patch\n${body}*** End Patch\n`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const CHANGE = envelope("*** Update File: a\n@@\n-one\n+two\n");

describe("a plan", () => {
  it("tells hashes, sizes and the diff of every operation, and the bytes of every path", async () => {
    const plan = await planOnTree(
      envelope("*** Update File: a\n*** Move to: b\n@@\n-one\n+two\n"),
      createTree({ a: "one\n" }),
    );
    expect(plan.operations).toEqual([
      {
        operation: "move",
        path: "b",
        movedFrom: "a",
        patchLine: 2,
        beforeSha256: sha256("one\n"),
        beforeSizeBytes: 4,
        afterSha256: sha256("two\n"),
        afterSizeBytes: 4,
        diff: "diff --git a/a b/b\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-one\n+two\n",
        diffTruncated: false,
        noOp: false,
        createIdempotent: false,
        hunks: [{ hunk: 1, patchLine: 4, line: 1, matchedBy: "exact" }],
      },
    ]);
    expect(plan.changes).toEqual([
      { path: "a", before: Buffer.from("one\n"), after: null },
      { path: "b", before: null, after: new Uint8Array(Buffer.from("two\n")), movedFrom: "a" },
    ]);
  });

  it("shows moves and empty files in diffs that are a patch together", async () => {
    const patch =
      "*** Update File: a\n*** Move to: b\n*** Add File: e\n*** Update File: c\n-3\n+4\n*** Delete File: z\n";
    const tree = createTree({ a: "one\n", c: "3\n", z: "" });
    const plan = await planOnTree(envelope(patch), tree);
    const again = await planOnTree(plan.operations.map(({ diff }) => diff).join(""), tree);
    expect(showTree(applyPlan(tree, again))).toEqual({ b: "one\n", c: "4\n", e: "" });
    const moveFirst = "diff --git a/a b/b\nrename from a\nrename to b\n--- a/c\n+++ b/c\n@@ -1 +1 @@\n-3\n+4\n";
    expect(showTree(applyPlan(tree, await planOnTree(moveFirst, tree)))).toEqual({ b: "one\n", c: "4\n", z: "" });
  });

  it("holds one change for a file that several operations change, from its first bytes to its last", async () => {
    const patch = envelope("*** Update File: a\n@@\n-one\n+two\n*** Update File: a\n@@\n-two\n+three\n");
    const plan = await planOnTree(patch, createTree({ a: "one\n" }));
    expect(plan.operations.map(({ beforeSha256, afterSha256 }) => [beforeSha256, afterSha256])).toEqual([
      [sha256("one\n"), sha256("two\n")],
      [sha256("two\n"), sha256("three\n")],
    ]);
    expect(plan.changes).toHaveLength(1);
  });

  it("reads every file once, and does not change the bytes that it was given", async () => {
    const bytes = Buffer.from("one\n");
    const read: string[] = [];
    const patch = parsePatch(envelope("*** Update File: a\n@@\n-one\n+two\n*** Update File: ./a\n@@\n-two\n+one\n"));
    const plan = await planPatch(patch, async (path) => {
      read.push(path);
      return bytes;
    });
    expect(read).toEqual(["a"]);
    expect(plan.noOp).toBe(true);
    expect(bytes.toString()).toBe("one\n");
  });

  it("cuts diffs to the lines and bytes that are asked for, and says so", async () => {
    const patch = envelope(`*** Add File: a\n${"+line\n".repeat(50)}`);
    const plan = await planOnTree(patch, {}, { maxDiffLines: 10 });
    expect(plan.operations[0]).toMatchObject({ diffTruncated: true });
    expect(plan.operations[0]?.diff).toMatch(/… 43 more diff lines\n$/);
  });

  it("names a file that moved to another spelling, even where both spellings are one file", async () => {
    const patch = parsePatch(envelope("*** Update File: read.me\n*** Move to: Read.me\n"));
    const plan = await planPatch(patch, async () => Buffer.from("text\n"));
    expect(plan.changes.map(({ path, after, movedFrom }) => [path, after?.length ?? null, movedFrom])).toEqual([
      ["read.me", null, undefined],
      ["Read.me", 5, "read.me"],
    ]);
  });

  it("shows content that is not text in one line", async () => {
    const tree = { a: Buffer.from([0, 1]) };
    const plan = await planOnTree(envelope("*** Update File: a\n*** Move to: b\n"), tree);
    expect(plan.operations[0]?.diff).toBe("diff --git a/a b/b\nrename from a\nrename to b\n");
    const gone = await planOnTree(envelope("*** Delete File: a\n"), tree);
    expect(gone.operations[0]?.diff).toBe("Binary files a/a and /dev/null differ\n");
    expect(showTree(applyPlan(tree, gone))).toEqual({});
  });
});

describe("the options of a plan", () => {
  it("take a stub and placeholders when they are confirmed", async () => {
    const tree = createTree({ a: "a line of the file\n".repeat(30) });
    const patch = envelope("*** Replace File: a\n+// ... existing code ...\n");
    expect(await tryOnTree(patch, tree)).toMatchObject({ kind: "parse_error", status: 422 });
    expect(await tryOnTree(patch, tree, { allowPlaceholders: true })).toMatchObject({ kind: "patch_conflict" });
    const plan = await planOnTree(patch, tree, { allowPlaceholders: true, allowShrink: true });
    expect(showTree(applyPlan(tree, plan))).toEqual({ a: "// ... existing code ...\n" });
  });

  it("bound a file before and after", async () => {
    expect(await tryOnTree(CHANGE, createTree({ a: "one\n" }), { maxFileBytes: 3 })).toMatchObject({
      kind: "file_too_large",
    });
    const grown = envelope("*** Update File: a\n@@\n-one\n+four\n");
    expect(await tryOnTree(grown, createTree({ a: "one\n" }), { maxFileBytes: 4 })).toMatchObject({
      kind: "file_too_large",
    });
    expect(await tryOnTree(CHANGE, createTree({ a: "one\n" }), { maxFileBytes: 4 })).not.toBeInstanceOf(FsError);
  });

  it("let the caller say which spellings are one file", async () => {
    const patch = envelope("*** Update File: a\n@@\n-one\n+two\n*** Update File: link\n@@\n-two\n+three\n");
    const tree = createTree({ a: "one\n", link: "one\n" });
    expect(await tryOnTree(patch, tree)).toMatchObject({ kind: "text_not_found" });
    const plan = await planOnTree(patch, tree, { identify: () => "a" });
    expect(plan.changes.map(({ path, after }) => [path, Buffer.from(after ?? []).toString()])).toEqual([
      ["a", "three\n"],
    ]);
  });

  it("make a protected path a risk", async () => {
    const tree = createTree({ a: "one\n" });
    expect((await planOnTree(CHANGE, tree)).risk).toEqual({ level: "low", reasons: [] });
    const { risk } = await planOnTree(CHANGE, tree, { isProtected: (path) => path === "a" });
    expect(risk).toEqual({ level: "high", reasons: ["a is protected"] });
  });

  it("end the planning by a signal, with its reason", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const patch = parsePatch(envelope("*** Add File: a\n+x\n*** Add File: b\n+x\n"));
    const read: string[] = [];
    const planning = planPatch(
      patch,
      async (path) => {
        read.push(path);
        controller.abort(reason);
        return null;
      },
      { signal: controller.signal },
    );
    await expect(planning).rejects.toBe(reason);
    expect(read).toEqual(["a"]);
  });

  it("do not report what a reader throws once the signal is aborted", async () => {
    const controller = new AbortController();
    const readFile = async (): Promise<null> => {
      controller.abort("stop");
      throw new FsError("io_error", "interrupted");
    };
    await expect(planPatch(parsePatch(CHANGE), readFile, { signal: controller.signal })).rejects.toBe("stop");
  });
});

describe("a reader that fails", () => {
  it("fails what needs the file, beside everything else that fails", async () => {
    const patch = parsePatch(envelope("*** Update File: .git/config\n@@\n-a\n+b\n*** Delete File: gone\n"));
    const error = await planPatch(patch, async (path) => {
      if (path === "gone") return null;
      throw new FsError("protected_path", "it is protected", { path, hint: "Leave it." });
    }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      kind: "protected_path",
      path: ".git/config",
      hint: "Leave it.",
      details: {
        failures: [
          { path: ".git/config", patchLine: 2, kind: "protected_path" },
          { path: "gone", patchLine: 6, kind: "path_not_found" },
        ],
      },
    });
  });

  it("is not hidden when it fails by what is no such error", async () => {
    const broken = new TypeError("broken");
    const planning = planPatch(parsePatch(CHANGE), () => Promise.reject(broken));
    await expect(planning).rejects.toBe(broken);
  });
});

describe("a blank line that ends the last hunk", () => {
  const signs = [" ", ""];
  const endings = ["\n", "\r\n"];
  const cases = signs.flatMap((sign) => endings.map((ending) => ({ sign, ending })));
  it.each(cases)("is counted by the header, with the sign %j", async ({ sign, ending }) => {
    const patch = `--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n+new${ending}${sign}${ending}`;
    const tree = createTree({ f: ending });
    const plan = await planOnTree(patch, tree);
    expect(showTree(applyPlan(tree, plan))).toEqual(showTree(createTree({ f: `new${ending}${ending}` })));
  });

  it("is room, where the header counts none", async () => {
    const tree = createTree({ f: "old\n" });
    const plan = await planOnTree("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-old\n+new\n\n\n", tree);
    expect(showTree(applyPlan(tree, plan))).toEqual(showTree(createTree({ f: "new\n" })));
  });

  it("is not asked for, where a header counts too much", async () => {
    const tree = createTree({ f: "old\n" });
    const plan = await planOnTree("--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-old\n+new\n", tree);
    expect(showTree(applyPlan(tree, plan))).toEqual(showTree(createTree({ f: "new\n" })));
  });
});
