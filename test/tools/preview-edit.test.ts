import {
  applyEditsToNormalizedContent,
  createRedactor,
  generateDiffString,
  generateUnifiedPatch,
  InMemoryFileStore,
  previewEdit,
} from "ai-file-tools";
import { describe, expect, it } from "vitest";

describe("previewEdit", () => {
  const input = { path: "a.txt", edits: [{ oldText: "one", newText: "1" }] };

  it("answers what an edit would do and writes nothing", async () => {
    const store = new InMemoryFileStore({ "a.txt": "one\n" });
    expect(await previewEdit(store, input)).toMatchObject({
      dryRun: true,
      bytesWritten: 0,
      diff: expect.stringContaining("+1"),
    });
    expect(Buffer.from((await store.read("a.txt")) ?? []).toString()).toBe("one\n");
  });

  it("answers the failure that an edit would have", async () => {
    expect(await previewEdit(new InMemoryFileStore({ "a.txt": "two\n" }), input)).toMatchObject({
      error: { kind: "text_not_found" },
    });
  });
});

describe("previewEdit with a redactor", () => {
  const secret = `AKIA${"IOSFODNN7EXAMPLE"}`;
  const redact = createRedactor((text) => {
    const start = text.indexOf(secret);
    return start < 0 ? [] : [{ start, end: start + secret.length, kind: "key" }];
  });
  const input = { path: "a.env", edits: [{ oldText: "b=1", newText: "b=2" }] };

  it("hides secrets in the diff", async () => {
    const store = new InMemoryFileStore({ "a.env": `key=${secret}\nb=1\n` });
    const hidden = await previewEdit(store, input, { redact });
    expect(hidden).toMatchObject({ redacted: true, dryRun: true });
    expect(JSON.stringify(hidden)).not.toContain(secret);
    expect(JSON.stringify(await previewEdit(store, input))).toContain(secret);
  });
});

describe("the edit engine over strings", () => {
  it("changes the text, and keeps its byte order mark and line endings", () => {
    const edits = [{ oldText: "two\nthree", newText: "2\n3" }];
    expect(applyEditsToNormalizedContent("\ufeffone\r\ntwo\r\nthree\n", edits, "a.txt")).toEqual({
      baseContent: "\ufeffone\r\ntwo\r\nthree\n",
      newContent: "\ufeffone\r\n2\r\n3\n",
    });
  });

  it("throws what the edit tool would answer", () => {
    const edits = [{ oldText: "a", newText: "b" }];
    expect(() => applyEditsToNormalizedContent("a a", edits, "a.txt")).toThrow(
      expect.objectContaining({ kind: "ambiguous_text_match" }),
    );
  });
});

describe("diffs of two texts", () => {
  const oldText = "one\ntwo\nthree\nfour\nfive\n";
  const newText = "one\n2\n2b\nthree\nfour\n5\n";

  it("come as a patch, whole at any length", () => {
    expect(generateUnifiedPatch("x.txt", "a\n", "b\n")).toBe("--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-a\n+b\n");
    expect(generateUnifiedPatch("x.txt", "", "line\n".repeat(3000)).split("\n")).toHaveLength(3004);
    expect(generateUnifiedPatch("x.txt", "a", "a")).toBe("");
  });

  it("come with the numbers of both sides for a person", () => {
    expect(generateDiffString(oldText, newText, 1)).toEqual({
      diff: " 1 one\n-2 two\n+2 2\n+3 2b\n 3 three\n 4 four\n-5 five\n+6 5",
      firstChangedLine: 2,
    });
    expect(generateDiffString("a", "a")).toEqual({ diff: "", firstChangedLine: undefined });
  });
});
