import { createHash } from "node:crypto";
import { getEventListeners } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WorkspaceFileStore } from "../../src/stores/workspace-file-store.js";
import { encodeText } from "../../src/text/encoding.js";
import type { WriteOutput } from "../../src/tools/changing/write-output.js";
import { createWriteTool, type WriteTool } from "../../src/tools/write.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { runTool, shownText } from "./run-tools.js";
import { openDiskWorkspace, readRaw, WORKSPACES } from "./workspaces.js";

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function writeTool(workspace: Workspace): WriteTool {
  return createWriteTool({ store: new WorkspaceFileStore(workspace) });
}

async function write(workspace: Workspace, input: object) {
  return runTool({ write: writeTool(workspace) }, { tool: "write", input });
}

describe.each(WORKSPACES)("writing %s", (_name, open) => {
  it("creates a file with its directories and shows it in one line", async () => {
    const workspace = await open({});
    const { output, sent } = await write(workspace, { path: "src/deep/a.ts", content: "let a;\n" });
    expect(output).toEqual({
      path: "src/deep/a.ts",
      created: true,
      bytesWritten: 7,
      sha256: sha256("let a;\n"),
      diff: expect.stringContaining("+let a;"),
    });
    expect(shownText(sent)).toBe("Created src/deep/a.ts (7 bytes).");
    expect(await readRaw(workspace, "src/deep/a.ts")).toBe("let a;\n");
  });

  it("waits for many calls before it with one listener of their signal", async () => {
    const tool = writeTool(await open({}));
    const { signal } = new AbortController();
    const call = (content: string) => tool.execute({ path: "a.txt", content }, { abortSignal: signal });
    const calls = Array.from({ length: 30 }, (_, index) => call(`${index}\n`));
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const outputs = await Promise.all(calls);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(outputs.filter((output) => "error" in output)).toEqual([]);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("refuses content in which a line stands for lines of the file", async () => {
    const file = "function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n";
    const workspace = await open({ "a.ts": file });
    const content = "function a() {\n  return 3;\n}\n\n// ... other functions stay as they were\n";
    const { output, sent } = await write(workspace, { path: "a.ts", content });
    expect(output).toMatchObject({ error: { kind: "parse_error", status: 422 } });
    expect(shownText(sent)).toBe(
      "parse_error: line 5 of the content, `// ... other functions stay as they were`, stands for text of a.ts that is left out.\n" +
        "Nothing was written. Write every line out, or change only the lines that differ with the edit tool.",
    );
    expect(await readRaw(workspace, "a.ts")).toBe(file);
    expect((await write(workspace, { path: "new.ts", content: "// same as above\n" })).output).toMatchObject({
      created: true,
    });
  });

  it("replaces a file and answers what changed", async () => {
    const workspace = await open({ "a.txt": "one\ntwo\nthree\n" });
    const { output, sent } = await write(workspace, { path: "a.txt", content: "one\n2\nthree\n" });
    expect(output).toMatchObject({ created: false, diff: expect.stringContaining("-two\n+2\n") });
    expect(output).toMatchObject({ linesRemoved: 1, linesAdded: 1 });
    expect(shownText(sent)).toMatch(
      /^Replaced a\.txt \(12 bytes; 1 line removed, 1 added\)\.\n--- a\/a\.txt\n[\s\S]*\n-two\n\+2\n three$/,
    );
  });

  it("says that it kept CRLF", async () => {
    const workspace = await open({ "a.txt": "one\r\ntwo\r\n", "b.txt": "one\r\n" });
    const { output, sent } = await write(workspace, { path: "a.txt", content: "one\n2\n" });
    expect(output).toMatchObject({ keptLineEnding: "crlf", bytesWritten: 8, diff: expect.stringContaining("+2\r\n") });
    expect(shownText(sent)).toContain("\nIts lines end in CRLF, as those of the file did; the content had LF.\n");
    const given = await write(workspace, { path: "b.txt", content: "two\r\n" });
    expect(given.output).not.toHaveProperty("keptLineEnding");
    const same = await write(workspace, { path: "a.txt", content: "one\n2\n" });
    expect(same.output).toMatchObject({ diff: "", keptLineEnding: "crlf" });
    expect((await write(workspace, { path: "new.txt", content: "one\n" })).output).not.toHaveProperty("keptLineEnding");
  });

  it("shows a whole rewrite in a few lines", async () => {
    const before = Array.from({ length: 400 }, (_, line) => `the old line ${line} of the file\n`).join("");
    const workspace = await open({ "a.txt": before });
    const content = Array.from({ length: 300 }, (_, line) => `another line ${line} that is new\n`).join("");
    const { output, sent } = await write(workspace, { path: "a.txt", content });
    expect(output).toMatchObject({ linesRemoved: 400, linesAdded: 300 });
    const [figures, ...shown] = shownText(sent).split("\n");
    expect(figures).toBe("Replaced a.txt (8.4 KiB; 400 lines removed, 300 added).");
    expect(shown.length).toBeLessThan(12);
    expect(shownText(sent).length).toBeLessThan(800);
    expect(shownText(sent)).toContain("more such lines");
  });

  it.each([1, 30, 500])("shows a short diff of any rewrite: every %i-th line", async (step) => {
    const lines = Array.from({ length: 2000 }, (_, line) => `line ${line} ${"x".repeat(line % 90)}`);
    const workspace = await open({ "a.txt": lines.join("\n") });
    const content = lines.map((line, index) => (index % step === 0 ? `${line}!` : line)).join("\n");
    const { output, sent } = await write(workspace, { path: "a.txt", content });
    expect((output as WriteOutput).diff.length).toBeGreaterThan(100);
    expect(shownText(sent).length).toBeLessThan(1400);
  });

  it("points at edit when the content is too large", async () => {
    const tool = createWriteTool({ store: new WorkspaceFileStore(await open({ a: "1" })), maxBytes: 4 });
    expect(await tool.execute({ path: "a", content: "12345" })).toMatchObject({
      error: { kind: "file_too_large", hint: expect.stringContaining("Use edit to change a part of an existing file") },
    });
  });

  it("says when nothing changed", async () => {
    const { output, sent } = await write(await open({ "a.txt": "same" }), { path: "a.txt", content: "same" });
    expect(output).toMatchObject({ diff: "" });
    expect(shownText(sent)).toBe("Replaced a.txt (4 bytes); its content was the same before.");
  });

  it.each<[string, Uint8Array, string, string]>([
    ["UTF-8 byte order mark", Buffer.from("\ufeffold"), "new", Buffer.from("\ufeffnew").toString("latin1")],
    [
      "mark that the content repeats",
      Buffer.from("\ufeffold"),
      "\ufeffnew",
      Buffer.from("\ufeffnew").toString("latin1"),
    ],
    ["UTF-16", Buffer.from("\ufeffold", "utf16le"), "nö", Buffer.from("\ufeffnö", "utf16le").toString("latin1")],
    ["windows-1252", Buffer.from("caf\xe9", "latin1"), "th\xe9", "th\xe9"],
    ["no encoding, being damaged", Buffer.from("\xc3\xa4\xff", "latin1"), "ä", "\xc3\xa4"],
    ["CRLF", Buffer.from("a\r\nb\r\n"), "a\nc\n", "a\r\nc\r\n"],
    ["CRLF behind a mark", Buffer.from("\ufeffa\r\n"), "b\nc", Buffer.from("\ufeffb\r\nc").toString("latin1")],
    [
      "CRLF in UTF-16",
      Buffer.from("\ufeffa\r\n", "utf16le"),
      "b\n",
      Buffer.from("\ufeffb\r\n", "utf16le").toString("latin1"),
    ],
    ["not CRLF that the content mixes", Buffer.from("a\r\nb\r\n"), "a\r\nc\nd\r\n", "a\r\nc\nd\r\n"],
    ["not CRLF that it mixes itself", Buffer.from("a\r\nb\n"), "a\nc\n", "a\nc\n"],
    ["not LF that the content has as CRLF", Buffer.from("a\nb\n"), "a\r\nc\r\n", "a\r\nc\r\n"],
  ])("keeps of an existing file: %s", async (_case, ...[before, content, after]) => {
    const workspace = await open({ "a.txt": before });
    await write(workspace, { path: "a.txt", content });
    expect(await readRaw(workspace, "a.txt")).toBe(after);
  });

  it.each(["write", "boundary"])("keeps a legacy encoding that only the end of a file shows, by the %s", async (by) => {
    const head = "const a = 1;\n".repeat(1000);
    const before = `${head}// 这个函数返回一个新的文件\n`;
    const after = `${head}// 这个函数返回两个新的文件\n`;
    const workspace = await open({ "a.txt": encodeText(before, { encoding: "gb18030", bom: false }) });
    if (by === "write") await write(workspace, { path: "a.txt", content: after });
    else await workspace.fs.writeTextOverwrite("a.txt", after);
    const expected = encodeText(after, { encoding: "gb18030", bom: false });
    expect(await readRaw(workspace, "a.txt")).toBe(Buffer.from(expected).toString("latin1"));
  });

  it("refuses a text that would be read in another encoding than it is written in", async () => {
    const before = encodeText("// 这个函数返回一个新的文件\n", { encoding: "gb18030", bom: false });
    const workspace = await open({ "a.txt": before });
    const { output } = await write(workspace, { path: "a.txt", content: "中文" });
    expect(output).toMatchObject({ error: { kind: "unsupported_encoding" } });
    const refused = workspace.fs.writeTextOverwrite("a.txt", "中文");
    await expect(refused).rejects.toMatchObject({ kind: "unsupported_encoding" });
    expect(await readRaw(workspace, "a.txt")).toBe(Buffer.from(before).toString("latin1"));
    expect((await write(workspace, { path: "a.txt", content: "plain" })).output).toMatchObject({ created: false });
  });

  it("refuses a character that the file's encoding lacks", async () => {
    const workspace = await open({ "a.txt": Buffer.from("caf\xe9", "latin1") });
    const { output } = await write(workspace, { path: "a.txt", content: "→" });
    expect(output).toMatchObject({ error: { kind: "unsupported_encoding" } });
    expect(await readRaw(workspace, "a.txt")).toBe("caf\xe9");
  });

  it("refuses to replace what is not text, unless its hash is named", async () => {
    const bytes = Buffer.from([0x7f, 0x45, 0, 1]);
    const workspace = await open({ "a.bin": bytes });
    const refused = await write(workspace, { path: "a.bin", content: "text" });
    expect(refused.output).toMatchObject({ error: { kind: "binary_file" } });
    const confirmed = await write(workspace, { path: "a.bin", content: "text", expectedSha256: sha256(bytes) });
    expect(confirmed.output).toMatchObject({ created: false, diff: "", diffTruncated: true });
  });

  it.each([
    ["another hash", "a.txt", sha256("other"), "hash_mismatch"],
    ["a hash of nothing", "b.txt", sha256("old"), "hash_mismatch"],
  ])("refuses %s and writes nothing", async (_case, ...[path, expectedSha256, kind]) => {
    const workspace = await open({ "a.txt": "old" });
    const { output } = await write(workspace, { path, content: "new", expectedSha256 });
    expect(output).toMatchObject({ error: { kind } });
    expect(await readRaw(workspace, "a.txt")).toBe("old");
    expect(await workspace.fs.stat("b.txt")).toBeNull();
  });

  it("accepts the hash that it answered before", async () => {
    const workspace = await open({});
    const tool = writeTool(workspace);
    const first = (await tool.execute({ path: "a", content: "1" })) as WriteOutput;
    const second = await tool.execute({ path: "a", content: "2", expectedSha256: first.sha256 });
    expect(second).toMatchObject({ created: false, bytesWritten: 1 });
  });

  it("refuses more bytes than the limit, counted as bytes", async () => {
    const workspace = await open({});
    const tool = createWriteTool({ store: new WorkspaceFileStore(workspace), maxBytes: 4 });
    expect(await tool.execute({ path: "a", content: "ääx" })).toMatchObject({
      error: { kind: "file_too_large", status: 413, sizeBytes: 5, maxBytes: 4 },
    });
    expect(await tool.execute({ path: "a", content: "ää" })).toMatchObject({ created: true });
  });

  it("names the call in the audit log", async () => {
    const workspace = await open({});
    await write(workspace, { path: "a", content: "" });
    expect(workspace.audit.recent().map((event) => event.context.toolCallId)).toContain("call-1");
  });

  it("cuts a long diff and says so", async () => {
    const content = Array.from({ length: 2000 }, (_, line) => `line ${line}\n`).join("");
    const { output } = await write(await open({}), { path: "a", content });
    expect(output).toMatchObject({ diffTruncated: true });
    expect((output as WriteOutput).diff.length).toBeLessThan(32 * 1024);
  });
});

describe("writing on the disk", () => {
  it("keeps the mode of an existing file", async () => {
    const workspace = await openDiskWorkspace({ "run.sh": "#!/bin/sh\n" });
    const path = join(workspace.root, "run.sh");
    const { chmod } = await import("node:fs/promises");
    await chmod(path, 0o755);
    await write(workspace, { path: "run.sh", content: "#!/bin/sh\necho\n" });
    expect((await stat(path)).mode & 0o777).toBe(0o755);
  });

  it("is refused in an untrusted workspace", async () => {
    const workspace = await openDiskWorkspace({}, { trusted: false });
    const { output, sent } = await write(workspace, { path: "a", content: "" });
    expect(output).toMatchObject({ error: { kind: "untrusted_workspace", status: 403 } });
    expect(sent.type).toBe("error-text");
  });
});
