// What Anthropic's text editor is answered, command by command.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecretRedactor } from "ai-file-tools";
import { type AnthropicTextEditorInput, createAnthropicTextEditorExecute } from "ai-file-tools/anthropic";
import { describe, expect, it } from "vitest";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { findLeak, TOKENS } from "../support/secrets.js";
import { openDiskWorkspace, readRaw, WORKSPACES } from "../tools/workspaces.js";

const FILES = {
  "a.txt": "same\nsame\nthree\n",
  "crlf.txt": "one\r\ntwo\r\n",
  "empty.txt": "",
  "open.txt": "no ending",
  "src/b.ts": "b\n",
  "src/deep/er/c.ts": "c\n",
  ".hidden/d": "d\n",
};

type Fields = Omit<AnthropicTextEditorInput, "command" | "path">;

async function run(workspace: Workspace, command: string, ...[path, fields]: [string, Fields?]): Promise<string> {
  return createAnthropicTextEditorExecute({ workspace })({ command, path, ...fields } as AnthropicTextEditorInput);
}

describe.each(WORKSPACES)("Anthropic's text editor %s", (_name, open) => {
  it("views files with numbered lines, and parts of them", async () => {
    const workspace = await open(FILES);
    expect(await run(workspace, "view", "a.txt")).toBe("     1\tsame\n     2\tsame\n     3\tthree");
    expect(await run(workspace, "view", "a.txt", { view_range: [2, 2] })).toBe("     2\tsame");
    expect(await run(workspace, "view", "a.txt", { view_range: [2, -1] })).toBe("     2\tsame\n     3\tthree");
    expect(await run(workspace, "view", "a.txt", { view_range: [3, 99] })).toBe("     3\tthree");
    expect(await run(workspace, "view", "crlf.txt")).toBe("     1\tone\n     2\ttwo");
    expect(await run(workspace, "view", "empty.txt")).toBe("");
  });

  it("views directories two levels deep, without what is hidden", async () => {
    const workspace = await open(FILES);
    const lines = (await run(workspace, "view", "src")).split("\n").slice(1);
    expect(lines).toEqual(["src", "src/deep", "src/deep/er", "src/b.ts"]);
    expect(await run(workspace, "view", ".")).not.toContain("hidden/");
    expect((await run(workspace, "view", workspace.root)).split("\n")).toContain(
      `${workspace.root.replace(/\/$/, "")}/src/deep`,
    );
  });

  it("creates files, and none where one is", async () => {
    const workspace = await open(FILES);
    expect(await run(workspace, "create", "new/e.txt", { file_text: "e\n" })).toMatch(/^Created new\/e.txt/);
    expect(await readRaw(workspace, "new/e.txt")).toBe("e\n");
    expect(await run(workspace, "create", "a.txt", { file_text: "x" })).toMatch(/^Error: file_already_exists: /);
    expect(await readRaw(workspace, "a.txt")).toBe(FILES["a.txt"]);
  });

  it("replaces a text that occurs once", async () => {
    const workspace = await open(FILES);
    expect(await run(workspace, "str_replace", "a.txt", { old_str: "three", new_str: "3" })).toContain("-three\n+3");
    expect(await run(workspace, "str_replace", "a.txt", { old_str: "3\n" })).toMatch(/^Edited a.txt/);
    expect(await readRaw(workspace, "a.txt")).toBe("same\nsame\n");
    const twice = await run(workspace, "str_replace", "a.txt", { old_str: "same", new_str: "x" });
    expect(twice).toMatch(/^Error: ambiguous_text_match: [\s\S]*1\tsame\n2\tsame/);
    expect(await run(workspace, "str_replace", "a.txt", { old_str: "none", new_str: "x" })).toMatch(
      /^Error: text_not_found/,
    );
  });

  it.each<[string, keyof typeof FILES, number, string, string]>([
    ["at the beginning", "a.txt", 0, "new", "new\nsame\nsame\nthree\n"],
    ["between equal lines", "a.txt", 1, "new", "same\nnew\nsame\nthree\n"],
    ["behind the second of equal lines", "a.txt", 2, "new\nlines\n", "same\nsame\nnew\nlines\nthree\n"],
    ["at the end", "a.txt", 3, "new\n", "same\nsame\nthree\nnew\n"],
    ["an empty line", "a.txt", 3, "\n", "same\nsame\nthree\n\n"],
    ["into an empty file", "empty.txt", 0, "new\n", "new\n"],
    ["with the endings of the file", "crlf.txt", 1, "new\n", "one\r\nnew\r\ntwo\r\n"],
    ["behind a line without an ending", "open.txt", 1, "new", "no ending\nnew"],
  ])("inserts lines %s", async (_, path, ...[line, text, after]) => {
    const workspace = await open(FILES);
    expect(await run(workspace, "insert", path, { insert_line: line, insert_text: text })).toMatch(/^Patch applied:/);
    expect(await readRaw(workspace, path)).toBe(after);
  });

  it("undoes the last change of a file, and leaves later ones of others", async () => {
    const workspace = await open(FILES);
    await run(workspace, "insert", "a.txt", { insert_line: 0, new_str: "first" });
    await run(workspace, "str_replace", "a.txt", { old_str: "first", new_str: "1st" });
    await run(workspace, "create", "z.txt", { file_text: "z" });
    expect(await run(workspace, "undo_edit", "a.txt")).toContain("a.txt");
    expect(await readRaw(workspace, "a.txt")).toBe("first\nsame\nsame\nthree\n");
    await run(workspace, "undo_edit", "a.txt");
    expect(await readRaw(workspace, "a.txt")).toBe(FILES["a.txt"]);
    expect(await run(workspace, "undo_edit", "a.txt")).toMatch(/^Error: no_change: /);
    expect(await readRaw(workspace, "z.txt")).toBe("z");
    await run(workspace, "undo_edit", "./z.txt");
    expect(await workspace.fs.stat("z.txt")).toBeNull();
  });
});

describe("where secrets are hidden", () => {
  it("takes nothing back by a merge, which could show one", async () => {
    const hidden = "Xk29dmQ0!7plzQ";
    const workspace = await openDiskWorkspace({ "b.yml": "x:\n\n  foo\nz: 1\n" });
    const undo = { command: "undo_edit", path: "b.yml" } as const;
    await workspace.fs.edit("b.yml", { oldText: "x:", newText: "password:" });
    await writeFile(join(workspace.root, "b.yml"), `password:\n\n  ${hidden}\nz: 1\n`);
    const editor = createAnthropicTextEditorExecute({ workspace, redact: createSecretRedactor() });
    expect(await editor(undo)).toMatch(/^Error: patch_conflict: /);
    expect(await readRaw(workspace, "b.yml")).toContain("password:");
    expect(await createAnthropicTextEditorExecute({ workspace })(undo)).not.toMatch(/^Error/);
    expect(await readRaw(workspace, "b.yml")).toBe(`x:\n\n  ${hidden}\nz: 1\n`);
  });
});

describe("Anthropic's text editor", () => {
  it.each<[string, string, string, Fields, string]>([
    ["a missing file", "view", "none.txt", {}, "path_not_found"],
    ["a path outside", "view", "../x", {}, "path_outside_workspace"],
    ["a protected path", "create", ".git/config", { file_text: "x" }, "protected_path"],
    ["a range behind the end", "view", "a.txt", { view_range: [9, 10] }, "parse_error"],
    ["a range backwards", "view", "a.txt", { view_range: [3, 2] }, "parse_error"],
    ["a range from zero", "view", "a.txt", { view_range: [0, 2] }, "parse_error"],
    ["a range of one number", "view", "a.txt", { view_range: [1] }, "parse_error"],
    ["a range of a directory", "view", "src", { view_range: [1, 2] }, "parse_error"],
    ["no text to create", "create", "x.txt", {}, "parse_error"],
    ["an empty old text", "str_replace", "a.txt", { old_str: "", new_str: "x" }, "parse_error"],
    ["no line", "insert", "a.txt", { insert_text: "x" }, "parse_error"],
    ["a line behind the end", "insert", "a.txt", { insert_line: 4, insert_text: "x" }, "parse_error"],
    ["a negative line", "insert", "a.txt", { insert_line: -1, insert_text: "x" }, "parse_error"],
    ["another command", "toString", "a.txt", {}, "parse_error"],
  ])("answers %s with a failure", async (_, command, ...[path, fields, kind]) => {
    const workspace = await openDiskWorkspace(FILES);
    expect(await run(workspace, command, path, fields)).toMatch(new RegExp(`^Error: ${kind}: .+\n.+`));
    expect(await readRaw(workspace, "a.txt")).toBe(FILES["a.txt"]);
  });

  it("says how to see the rest of a long file, and cuts a view", async () => {
    const workspace = await openDiskWorkspace({ "long.txt": "line\n".repeat(3000) });
    expect(await run(workspace, "view", "long.txt")).toMatch(
      /2000\tline\n\[the file goes on; view_range \[2001, -1\] shows more\]$/,
    );
    const execute = createAnthropicTextEditorExecute({ workspace, maxCharacters: 24 });
    const cut = await execute({ command: "view", path: "long.txt" });
    expect(cut).toBe("     1\tline\n     2\tline\n\n[cut after 24 characters; use view_range]");
  });

  it("shows no binary file", async () => {
    const workspace = await openDiskWorkspace({ "a.bin": new Uint8Array([0, 1, 2]) });
    expect(await run(workspace, "view", "a.bin")).toMatch(/^Error: parse_error: a.bin is no text file/);
  });

  it("hides secrets, and takes their placeholders back", async () => {
    const line = TOKENS[0]?.line ?? "";
    const workspace = await openDiskWorkspace({ "a.env": `A=1\n${line}\n` });
    const execute = createAnthropicTextEditorExecute({ workspace, redact: createSecretRedactor() });
    const shown = await execute({ command: "view", path: "a.env" });
    const inserted = await execute({ command: "insert", path: "a.env", insert_line: 2, insert_text: "B=2" });
    expect([findLeak(shown), findLeak(inserted)]).toEqual([null, null]);
    expect(await readRaw(workspace, "a.env")).toBe(`A=1\n${line}\nB=2\n`);
  });

  it("rejects an aborted call with the reason", async () => {
    const workspace = await openDiskWorkspace(FILES);
    const abortSignal = AbortSignal.abort(new Error("enough"));
    const execute = createAnthropicTextEditorExecute({ workspace });
    await expect(execute({ command: "view", path: "a.txt" }, { abortSignal })).rejects.toThrow("enough");
  });

  it.each([{ workspace: {} }, { maxCharacters: 0 }, { redact: {} }])("refuses %j", async (options) => {
    const workspace = await openDiskWorkspace({});
    expect(() => createAnthropicTextEditorExecute({ workspace, ...options } as never)).toThrow(TypeError);
  });
});
