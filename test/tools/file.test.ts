// The file tool: every operation over a workspace, what it asks for, and where it may go besides.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createSecretRedactor } from "../../src/redaction/secret-redactor.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { createFileTool, type FileOperationToolOptions } from "../../src/tools/file.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { runTool, shownText } from "./run-tools.js";
import { openDiskWorkspace, readRaw, WORKSPACES } from "./workspaces.js";

type Options = Omit<FileOperationToolOptions, "workspace" | "store">;

async function run(workspace: Workspace, input: object, options: Options = {}) {
  const tool = createFileTool({ workspace, ...options });
  const { output, sent } = await runTool({ file: tool }, { tool: "file", input });
  const { issues } = tool.outputSchema["~standard"].validate(output);
  expect(issues).toBeUndefined();
  return { output, sent, text: sent.type === "content" ? "" : shownText(sent) };
}

function kind(name: string, hint = "") {
  return { error: { kind: name, hint: expect.stringContaining(hint) } };
}

function useDirectory(base = tmpdir()): string {
  const path = mkdtempSync(join(base, "file-tool-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const FILES = { "a.txt": "one\ntwo\n", "src/b.ts": "export const b = 1;\n", "empty/.keep": "" };

describe.each(WORKSPACES)("the file tool %s", (_name, open) => {
  it("describes what is at a path", async () => {
    const workspace = await open(FILES);
    const { output, text } = await run(workspace, { operation: "stat", path: "a.txt" });
    expect(output).toMatchObject({ operation: "stat", path: "a.txt", type: "file", size: 8 });
    expect(text).toMatch(/^a\.txt: file, 8 bytes, mode 6[04]{2}, modified \d{4}-/);
    expect((await run(workspace, { operation: "stat", path: "src" })).output).toMatchObject({ type: "dir" });
    expect((await run(workspace, { operation: "stat", path: "b.txt" })).output).toMatchObject(kind("path_not_found"));
  });

  it("reads, lists and searches as the tools for that do", async () => {
    const workspace = await open(FILES);
    const read = await run(workspace, { operation: "read", path: "a.txt", offset: 2, limit: 1 });
    expect(read.output).toMatchObject({ operation: "read", content: "two\n", startLine: 2, totalLines: 2 });
    expect(read.text).toContain("2\ttwo");
    expect(read.sent).toMatchObject({ providerOptions: { aiFileTools: expect.anything() } });
    const list = await run(workspace, { operation: "list_dir", path: ".", limit: 1 });
    expect(list.output).toMatchObject({ operation: "list_dir", total: 3, truncated: true, nextOffset: 1 });
    expect(list.text).toBe("empty/\n[more exist; continue with offset: 1]");
    const search = await run(workspace, { operation: "search", query: "EXPORT", ignoreCase: true });
    expect(search.output).toMatchObject({ operation: "search", hits: [{ path: "src/b.ts", line: 1 }] });
    const limited = await run(workspace, { operation: "search", query: "o", limit: 1 });
    expect(limited.output).toMatchObject({ hits: [{}], truncated: true, nextOffset: 1 });
  });

  it("writes new files, and replaces others only when told to", async () => {
    const workspace = await open(FILES);
    const created = await run(workspace, { operation: "write", path: "new/c.txt", content: "c" });
    expect(created.output).toMatchObject({ operation: "write", created: true, bytesWritten: 1 });
    const write = { operation: "write", path: "a.txt", content: "changed\n" };
    expect((await run(workspace, write)).output).toMatchObject(kind("file_already_exists", "overwrite: true"));
    expect(await readRaw(workspace, "a.txt")).toBe(FILES["a.txt"]);
    expect((await run(workspace, { ...write, overwrite: "true" })).output).toMatchObject({ created: false });
    expect(await readRaw(workspace, "a.txt")).toBe("changed\n");
    expect((await run(workspace, { operation: "write", path: "nothing", content: "" })).output).toMatchObject({
      created: true,
      bytesWritten: 0,
    });
  });

  it.each(["copy", "move"] as const)(
    "makes a %s, with missing directories, never over a file unasked",
    async (operation) => {
      const workspace = await open(FILES);
      const call = { operation, path: "a.txt", targetPath: "deep/er/a.txt" };
      const { output, text } = await run(workspace, call);
      expect(output).toEqual({ ...call, type: "file", size: 8, replaced: false });
      expect(text).toContain(" a.txt to deep/er/a.txt.");
      expect(await readRaw(workspace, "deep/er/a.txt")).toBe(FILES["a.txt"]);
      expect(await workspace.fs.stat("a.txt")).toEqual(operation === "copy" ? expect.anything() : null);
      const over = { operation, path: "deep/er/a.txt", targetPath: "src/b.ts" };
      expect((await run(workspace, over)).output).toMatchObject(kind("file_already_exists", "overwrite: true"));
      expect((await run(workspace, { ...over, overwrite: true })).output).toMatchObject({ replaced: true });
      expect(await readRaw(workspace, "src/b.ts")).toBe(FILES["a.txt"]);
      const parentless = { operation, path: "src/b.ts", targetPath: "no/b.ts", createParents: false };
      expect((await run(workspace, parentless)).output).toMatchObject(kind("path_not_found"));
      expect((await run(workspace, { operation, path: "gone", targetPath: "x" })).output).toMatchObject(
        kind("path_not_found"),
      );
    },
  );

  it("renames a file and a directory to another case", async () => {
    const workspace = await open(FILES);
    expect((await run(workspace, { operation: "move", path: "a.txt", targetPath: "A.txt" })).output).toMatchObject({
      targetPath: "A.txt",
    });
    await run(workspace, { operation: "move", path: "src", targetPath: "Src" });
    const names = (await workspace.fs.list(".")).entries.map((entry) => entry.name);
    expect(names.toSorted()).toEqual(["A.txt", "Src", "empty"]);
  });

  it("deletes files by one operation and empty directories by another", async () => {
    const workspace = await open(FILES);
    expect((await run(workspace, { operation: "delete_file", path: "src" })).output).toMatchObject(
      kind("not_a_file", "delete_empty_dir"),
    );
    expect((await run(workspace, { operation: "delete_empty_dir", path: "a.txt" })).output).toMatchObject(
      kind("not_a_directory", "delete_file"),
    );
    expect((await run(workspace, { operation: "delete_empty_dir", path: "empty" })).output).toMatchObject(
      kind("file_already_exists", "list_dir"),
    );
    expect((await run(workspace, { operation: "delete_file", path: "empty/.keep" })).output).toEqual({
      operation: "delete_file",
      path: "empty/.keep",
      deleted: true,
    });
    expect((await run(workspace, { operation: "delete_empty_dir", path: "empty" })).output).toMatchObject({
      deleted: true,
    });
    expect((await run(workspace, { operation: "delete_file", path: "empty" })).output).toMatchObject(
      kind("path_not_found"),
    );
  });

  it("removes a directory with what is in it only where the operator allows it", async () => {
    const workspace = await open(FILES);
    const call = { operation: "delete_empty_dir", path: "src", recursive: true };
    expect((await run(workspace, call)).output).toMatchObject(kind("file_already_exists"));
    const { recursive, ...unasked } = call;
    const options = { allowRecursiveDelete: true };
    expect((await run(workspace, unasked, options)).output).toMatchObject(kind("file_already_exists"));
    expect((await run(workspace, { ...unasked, recursive }, options)).output).toMatchObject({ deleted: true });
    expect(await workspace.fs.stat("src")).toBeNull();
  });

  it("makes directories, and does not mind one that is there", async () => {
    const workspace = await open(FILES);
    const call = { operation: "mkdir", path: "x/y/" };
    expect((await run(workspace, call)).output).toEqual({ operation: "mkdir", path: "x/y", created: true });
    expect((await run(workspace, call)).output).toMatchObject({ created: false });
    expect((await run(workspace, { operation: "mkdir", path: "p/q", createParents: false })).output).toMatchObject(
      kind("path_not_found"),
    );
    expect((await run(workspace, { operation: "mkdir", path: "a.txt" })).output).toMatchObject(
      kind("file_already_exists"),
    );
  });
});

describe("what the file tool is asked", () => {
  it.each([
    [{ operation: "copy", path: "a.txt" }, "targetPath is missing for copy", "targetPath"],
    [{ operation: "write", path: "a.txt" }, "content is missing for write", "content"],
    [{ operation: "search", path: "." }, "query is missing for search", "query"],
    [{ operation: "stat", path: "a.txt", content: "x" }, "content does not belong to stat", "stat takes path."],
    [{ operation: "delete_file", path: "a.txt", targetPath: "b" }, "targetPath does not belong to delete_file", ""],
    [{ operation: "explode", path: "a.txt" }, 'operation is "explode", wanted one of stat, read', ""],
    [{ operation: "stat" }, "path is missing", ""],
  ])("refuses %j and says what to give", async (input, message, hint) => {
    const { output } = await run(await openDiskWorkspace(FILES), input);
    expect(output).toMatchObject({ error: { kind: "parse_error", message: expect.stringContaining(message) } });
    expect(output).toMatchObject(kind("parse_error", hint));
  });

  it.each([
    [{ operation: "ls" }, "list_dir"],
    [{ operation: "list", path: null }, "list_dir"],
    [{ operation: "ReadFile", file_path: "a.txt" }, "read"],
    [{ operation: "rename", source: "a.txt", destination: "c.txt" }, "move"],
    [{ operation: "grep", pattern: "one" }, "search"],
    [{ operation: "delete", path: "a.txt" }, "delete_file"],
    [{ action: "cp", from: "a.txt", to: "c.txt" }, "copy"],
    [{ operation: "create", path: "n", text: "x" }, "write"],
    [
      {
        operation: "stat",
        path: "a.txt",
        targetPath: "",
        content: "",
        overwrite: false,
        createParents: true,
        offset: 0,
      },
      "stat",
    ],
  ])("understands %j", async (input, operation) => {
    expect((await run(await openDiskWorkspace(FILES), input)).output).toMatchObject({ operation });
  });
});

describe("where the file tool may go", () => {
  it("goes to the temporary directory where it is told so, though the workspace lies in it", async () => {
    const workspace = await openDiskWorkspace(FILES);
    const target = join(useDirectory(), "c.txt");
    const copy = { operation: "copy", path: "a.txt", targetPath: target };
    expect((await run(workspace, copy)).output).toMatchObject(kind("path_outside_workspace"));
    expect((await run(workspace, copy, { temporary: true })).output).toMatchObject({ targetPath: target });
    expect(readFileSync(target, "utf8")).toBe(FILES["a.txt"]);
    expect(await workspace.fs.stat(target).catch((error: { kind: string }) => error.kind)).toBe(
      "path_outside_workspace",
    );
  });

  it("goes where the option and the variable say, and nowhere else", async () => {
    const [home, temporary] = [useDirectory(), useDirectory()];
    const [named, listed, other] = ["named", "listed", "other"].map((name) => join(home, name));
    for (const path of [named, listed, other]) mkdirSync(String(path));
    vi.stubEnv("TMPDIR", temporary);
    vi.stubEnv("AI_FILE_TOOLS_ROOTS", [listed, ""].join(delimiter));
    onTestFinished(() => void vi.unstubAllEnvs());
    const workspace = await openDiskWorkspace(FILES);
    const write = async (directory: string | undefined, options: Options) =>
      (await run(workspace, { operation: "write", path: `${directory}/f`, content: "x" }, options)).output;
    const roots = [String(named)];
    expect(await write(named, { roots })).toMatchObject({ created: true });
    expect(await write(listed, { roots })).toMatchObject({ created: true });
    expect(await write(other, { roots })).toMatchObject(kind("path_outside_workspace"));
    expect(await write(named, {})).toMatchObject(kind("path_outside_workspace"));
    expect(await write(`${named}/../other`, { roots })).toMatchObject(kind("path_outside_workspace"));
    expect(await write(named, { roots: [{ path: String(named), access: "read" }] })).toMatchObject(
      kind("permission_denied"),
    );
  });

  it.each(["relative", "/no/such/directory", "/etc"])("is not created where the variable names %s", async (path) => {
    vi.stubEnv("AI_FILE_TOOLS_ROOTS", path);
    onTestFinished(() => void vi.unstubAllEnvs());
    const workspace = await openDiskWorkspace(FILES);
    expect(() => createFileTool({ workspace })).toThrow(TypeError);
  });

  it("goes everywhere but to the system when unrestricted, and only with trust", async () => {
    const [home, temporary] = [useDirectory(), useDirectory()];
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const trusted = await openDiskWorkspace(FILES);
    const untrusted = await openDiskWorkspace(FILES, { trusted: false });
    const options = { unrestricted: true };
    const write = { operation: "write", path: join(home, "f"), content: "x" };
    expect((await run(trusted, write)).output).toMatchObject(kind("path_outside_workspace"));
    expect((await run(untrusted, write, options)).output).toMatchObject(kind("untrusted_workspace"));
    expect(existsSync(join(home, "f"))).toBe(false);
    expect((await run(trusted, write, options)).output).toMatchObject({ created: true });
    const read = { operation: "read", path: join(home, "f") };
    expect((await run(untrusted, read, options)).output).toMatchObject(kind("untrusted_workspace"));
    expect((await run(trusted, { operation: "read", path: "/etc/passwd" }, options)).output).toMatchObject(
      kind("path_outside_workspace"),
    );
    const intoSystem = { operation: "copy", path: "a.txt", targetPath: "/usr/local/a.txt" };
    expect((await run(trusted, intoSystem, options)).output).toMatchObject(kind("path_outside_workspace"));
  });

  it("changes nothing without trust, and nothing that is protected", async () => {
    const untrusted = await openDiskWorkspace(FILES, { trusted: false });
    const move = { operation: "move", path: "a.txt", targetPath: "b.txt" };
    expect((await run(untrusted, move)).output).toMatchObject(kind("untrusted_workspace"));
    expect((await run(untrusted, { operation: "read", path: "a.txt" })).output).toMatchObject({
      content: "one\ntwo\n",
    });
    const trusted = await openDiskWorkspace({ ...FILES, ".git/config": "" });
    expect((await run(trusted, { ...move, targetPath: ".git/hooks/x" })).output).toMatchObject(kind("protected_path"));
    expect((await run(trusted, { ...move, path: ".git" })).output).toMatchObject(kind("protected_path"));
  });
});

describe("among the other tools", () => {
  it("asks for approval of changes only", async () => {
    const { file } = createFileTools({ workspace: await openDiskWorkspace(FILES), approve: true });
    const { needsApproval } = file as unknown as {
      needsApproval(input: object, call: { toolCallId: string }): Promise<boolean>;
    };
    const asks = (input: object) => needsApproval(input, { toolCallId: "1" });
    expect(await asks({ operation: "read", path: "a.txt" })).toBe(false);
    expect(await asks({ operation: "ls" })).toBe(false);
    expect(await asks({ operation: "rm", path: "a.txt" })).toBe(true);
  });

  it("keeps to the guard and the redactor", async () => {
    const secret = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;
    const workspace = await openDiskWorkspace({ ...FILES, "env.txt": `TOKEN=${secret}\n` });
    const options = { guard: "require-read", redact: createSecretRedactor() } as const;
    const write = { operation: "write", path: "a.txt", content: "x", overwrite: true };
    expect((await run(workspace, write, options)).output).toMatchObject({ error: { kind: expect.any(String) } });
    expect((await run(workspace, { operation: "read", path: "env.txt" }, options)).text).not.toContain(secret);
    expect((await run(workspace, { operation: "search", query: "TOKEN" }, options)).text).not.toContain(secret);
    expect((await run(workspace, { operation: "read", path: "env.txt" })).text).toContain(secret);
  });

  it("ends with the signal's reason", async () => {
    const { execute } = createFileTool({ workspace: await openDiskWorkspace(FILES) });
    const reason = new Error("stop");
    const call = execute({ operation: "stat", path: "a.txt" }, { abortSignal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
  });
});

describe("a file that is copied or moved", () => {
  const past = new Date("2020-01-02T03:04:05.678Z");

  it.each(["copy", "move"] as const)("keeps mode and time in a %s", async (operation) => {
    const workspace = await openDiskWorkspace(FILES);
    const source = join(workspace.root, "a.txt");
    writeFileSync(join(workspace.root, "old"), "old", { mode: 0o600 });
    writeFileSync(source, "script", { mode: 0o600 });
    rmSync(source);
    writeFileSync(source, "script", { mode: 0o750 });
    utimesSync(source, past, past);
    await run(workspace, { operation, path: "a.txt", targetPath: "old", overwrite: true });
    const stat = statSync(join(workspace.root, "old"));
    expect([stat.mode & 0o777, stat.mtime]).toEqual([0o750, past]);
  });

  const isOtherDevice = existsSync("/dev/shm") && statSync("/dev/shm").dev !== statSync(tmpdir()).dev;

  it.skipIf(!isOtherDevice)("keeps them on the way to another device", async () => {
    const memory = useDirectory("/dev/shm");
    const workspace = await openDiskWorkspace(FILES);
    const source = join(workspace.root, "src/b.ts");
    utimesSync(source, past, past);
    const target = join(memory, "b.ts");
    const call = { operation: "move", path: "src/b.ts", targetPath: target };
    expect((await run(workspace, call, { roots: [memory] })).output).toMatchObject({
      targetPath: target,
      replaced: false,
    });
    expect(readFileSync(target, "utf8")).toBe(FILES["src/b.ts"]);
    expect(statSync(target).mtime).toEqual(past);
    expect(existsSync(source)).toBe(false);
    const directory = { operation: "move", path: "empty", targetPath: join(memory, "empty") };
    expect((await run(workspace, directory, { roots: [memory] })).output).toMatchObject(kind("io_error", ""));
    expect(existsSync(join(workspace.root, "empty/.keep"))).toBe(true);
  });
});
