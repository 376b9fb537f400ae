import { describe, expect, it } from "vitest";
import type { FileStore } from "../../src/stores/file-store.js";
import { WorkspaceFileStore } from "../../src/stores/workspace-file-store.js";
import { createEditTool } from "../../src/tools/edit.js";
import { createStore, runTool, runTools, shownText } from "./run-tools.js";
import { type Files, WORKSPACES } from "./workspaces.js";

type OpenStore = (files: Files) => Promise<FileStore>;

const STORES: readonly (readonly [name: string, open: OpenStore])[] = [
  ...WORKSPACES.map(([name, open]): [string, OpenStore] => [
    name,
    async (files) => new WorkspaceFileStore(await open(files)),
  ]),
  ["in a store of four methods", createStore],
];

async function edit(store: FileStore, input: object) {
  return runTool({ edit: createEditTool({ store }) }, { tool: "edit", input });
}

async function content(store: FileStore, path: string): Promise<string> {
  return Buffer.from((await store.read(path)) ?? []).toString();
}

describe.each(STORES)("editing %s", (_name, open) => {
  it("replaces, and shows one line and the diff", async () => {
    const store = await open({ "a.txt": "one\ntwo\nthree\n" });
    const { output, sent } = await edit(store, { path: "a.txt", edits: [{ oldText: "two", newText: "2" }] });
    expect(output).toMatchObject({
      path: "a.txt",
      firstChangedLine: 2,
      replacements: [{ edit: 0, line: 2, matchedBy: "exact" }],
      bytesWritten: 12,
      diff: expect.stringContaining("-two\n+2\n"),
    });
    expect(shownText(sent)).toBe(
      "Edited a.txt: 1 replacement, first change in line 2.\n" +
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three",
    );
    expect(await content(store, "a.txt")).toBe("one\n2\nthree\n");
  });

  it("says what difference it tolerated", async () => {
    const store = await open({ "a.txt": "say “hi”\n" });
    const { output, sent } = await edit(store, {
      path: "a.txt",
      edits: [{ oldText: 'say "hi"', newText: 'say "bye"' }],
    });
    expect(output).toMatchObject({ replacements: [{ matchedBy: "look_alikes" }] });
    expect(shownText(sent)).toContain("The old text differed in look alikes.\n");
    expect(shownText(sent)).toContain("+say “bye”");
  });

  it("cuts the diff that is shown, and keeps it whole in the output", async () => {
    const oldText = Array.from({ length: 150 }, (_, index) => `old ${index}`).join("\n");
    const store = await open({ "a.txt": `${oldText}\n` });
    const { output, sent } = await edit(store, {
      path: "a.txt",
      edits: [{ oldText, newText: oldText.replaceAll("old", "new") }],
    });
    expect(output).toMatchObject({ diff: expect.stringContaining("+new 149\n") });
    expect(shownText(sent)).toMatch(/\n… 183 more diff lines$/);
  });

  it.each([200, 1000, 2000])("counts every line that is not shown, of a diff of %i lines", async (count) => {
    const store = await open({ "a.txt": "mark\n" });
    const newText = Array.from({ length: count }, (_, index) => `line ${index}\n`).join("");
    const { sent } = await edit(store, { path: "a.txt", edits: [{ oldText: "mark\n", newText }] });
    const [diff = ""] = /--- a.*$/s.exec(shownText(sent)) ?? [];
    const [, told] = /\n… (\d+) more diff lines$/.exec(diff) ?? [];
    // Two names, the first line of the hunk, and the old line stand before the new ones.
    expect(Number(told)).toBe(count + 4 - (diff.split("\n").length - 1));
  });

  it("names a file by its relative path when it was asked for by another", async () => {
    const store = await open({ "src/a.txt": "one\n" });
    const { output } = await edit(store, { path: "./src/../src/a.txt", edits: [{ oldText: "one", newText: "1" }] });
    expect(output).toMatchObject({ path: "src/a.txt", diff: expect.stringContaining("--- a/src/a.txt\n") });
  });

  it("writes nothing in a dry run and shows what would happen", async () => {
    const store = await open({ "a.txt": "one\n" });
    const { output, sent } = await edit(store, {
      path: "a.txt",
      edits: [{ oldText: "one", newText: "1" }],
      dryRun: true,
    });
    expect(output).toMatchObject({ dryRun: true, bytesWritten: 0, diff: expect.stringContaining("+1") });
    expect(shownText(sent)).toMatch(/^Dry run, nothing written: a\.txt: 1 replacement[\s\S]*\+1/);
    expect(await content(store, "a.txt")).toBe("one\n");
  });

  it.each([true, false])("fails the same way in a dry run: %s", async (dryRun) => {
    const store = await open({ "a.txt": "one\none\n" });
    const { output, sent } = await edit(store, { path: "a.txt", edits: [{ oldText: "one", newText: "1" }], dryRun });
    expect(output).toMatchObject({ error: { kind: "ambiguous_text_match" } });
    expect(sent.type).toBe("error-text");
    expect(shownText(sent)).toMatch(/^ambiguous_text_match: .*\b1\b.*\b2\b/);
    expect(await content(store, "a.txt")).toBe("one\none\n");
  });

  it("applies all edits or none", async () => {
    const store = await open({ "a.txt": "one\ntwo\n" });
    const edits = [
      { oldText: "one", newText: "1" },
      { oldText: "three", newText: "3" },
    ];
    const { output, sent } = await edit(store, { path: "a.txt", edits });
    expect(output).toMatchObject({ error: { kind: "text_not_found", status: 422 } });
    expect(sent.type).toBe("error-text");
    expect(await content(store, "a.txt")).toBe("one\ntwo\n");
  });

  it("creates a missing file with an empty oldText", async () => {
    const store = await open({});
    const { output, sent } = await edit(store, { path: "src/a.txt", edits: [{ oldText: "", newText: "new\n" }] });
    expect(output).toMatchObject({ bytesWritten: 4, firstChangedLine: 1, diff: expect.stringContaining("+new") });
    expect(output).toMatchObject({ created: true });
    expect(shownText(sent)).toBe("Created src/a.txt (4 bytes).");
    expect(await content(store, "src/a.txt")).toBe("new\n");
  });

  it.each([true, false])("does not create over an existing file, in a dry run: %s", async (dryRun) => {
    const store = await open({ "a.txt": "" });
    const { output } = await edit(store, { path: "a.txt", edits: [{ oldText: "", newText: "new" }], dryRun });
    expect(output).toMatchObject({ error: { kind: "file_already_exists", status: 409 } });
    expect(await content(store, "a.txt")).toBe("");
  });

  it("does not create in a dry run", async () => {
    const store = await open({});
    const input = { path: "a.txt", edits: [{ oldText: "", newText: "new" }], dryRun: true };
    const { output, sent } = await edit(store, input);
    expect(output).toMatchObject({ dryRun: true, bytesWritten: 0 });
    expect(shownText(sent)).toBe("Dry run, nothing written: a.txt is new.");
    expect(await store.stat("a.txt")).toBeNull();
  });

  it("fails on a missing file", async () => {
    const { output } = await edit(await open({}), { path: "a.txt", edits: [{ oldText: "a", newText: "b" }] });
    expect(output).toMatchObject({ error: { kind: "path_not_found", status: 404 } });
  });

  it.each([true, false])("refuses another hash, in a dry run: %s", async (dryRun) => {
    const store = await open({ "a.txt": "one" });
    const input = { path: "a.txt", edits: [{ oldText: "one", newText: "1" }], expectedSha256: "0".repeat(64), dryRun };
    expect((await edit(store, input)).output).toMatchObject({ error: { kind: "hash_mismatch", status: 409 } });
    expect(await content(store, "a.txt")).toBe("one");
  });

  it("refuses a file or a result above the limit", async () => {
    const store = await open({ "a.txt": "12345", "b.txt": "1" });
    const tool = createEditTool({ store, maxBytes: 4 });
    const tooLarge = { error: { kind: "file_too_large", status: 413 } };
    expect(await tool.execute({ path: "a.txt", edits: [{ oldText: "1", newText: "2" }] })).toMatchObject(tooLarge);
    expect(await tool.execute({ path: "b.txt", edits: [{ oldText: "1", newText: "12345" }] })).toMatchObject(tooLarge);
    expect(await tool.execute({ path: "c.txt", edits: [{ oldText: "", newText: "12345" }] })).toMatchObject(tooLarge);
    expect(await content(store, "b.txt")).toBe("1");
  });

  it("loses none of 20 edits of one file in one step", async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `<${index}>`);
    const store = await open({ "a.txt": lines.join("\n") });
    const calls = lines.map((oldText) => ({
      tool: "edit",
      input: { path: "a.txt", edits: [{ oldText, newText: oldText.replace("<", "[") }] },
    }));
    const { sent } = await runTools({ edit: createEditTool({ store }) }, ...calls);
    expect(Object.values(sent).map((output) => output.type)).toEqual(lines.map(() => "text"));
    expect(await content(store, "a.txt")).toBe(lines.join("\n").replaceAll("<", "["));
  });
});
