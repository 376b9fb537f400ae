// What a narrowed view learns of what others did in the same workspace, and takes back of it: only what lies in it.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApproval, createCommandTools, createFileTools } from "ai-file-tools";
import { createAnthropicTextEditorExecute } from "ai-file-tools/anthropic";
import { describe, expect, onTestFinished, test } from "vitest";
import type { RequestOptions, Workspace } from "../../src/workspace/interfaces/workspace.js";
import { kindOf } from "../support/outcome.js";
import { openDiskWorkspace, readRaw } from "../tools/workspaces.js";

const FILES = { "closed/a": "old\n", "open/a": "old\n", "open/sub/a": "old\n" };
const OPEN: RequestOptions = { roots: [{ path: "open", access: "write" }], onlyRoots: true };

function useDirectory(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "history-")));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function change(workspace: Workspace, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) await workspace.fs.writeTextOverwrite(path, "new\n");
}

async function pathsOf({ history }: Workspace): Promise<readonly string[]> {
  return (await history.list()).flatMap(({ files }) => files.map(({ path }) => path));
}

describe.each(["in memory", "in a directory"])("a history %s", (place) => {
  const open = (): Promise<Workspace> => {
    return openDiskWorkspace(FILES, place === "in memory" ? {} : { history: { directory: useDirectory() } });
  };

  test("tells a view only of what lies in it, under its own names", async () => {
    const whole = await open();
    await change(whole, "open/sub/a", "closed/a");
    await whole.fs.move("closed/a", "open/from-closed");
    await whole.fs.move("open/a", "open/b");
    await whole.fs.move("open/sub", "open/below");
    const view = whole.forRequest(OPEN);
    expect(await pathsOf(view)).toEqual(["below", "b", "a", "sub/a"]);
    expect(JSON.stringify(await view.history.list())).not.toMatch(/closed|open/);
    const [moved, renamed, written] = await view.history.list();
    expect([moved?.files[0]?.movedFrom, renamed?.files[0]?.movedFrom]).toEqual(["sub", "a"]);
    expect(await view.history.diff(String(written?.id))).toContain("--- a/sub/a");
    const own = new Set((await view.history.list()).map(({ id }) => id));
    for (const { id } of (await whole.history.list()).filter((entry) => !own.has(entry.id))) {
      expect(await kindOf(() => view.history.diff(id))).toBe("path_not_found");
      expect(await kindOf(() => view.history.undo(id))).toBe("path_not_found");
    }
  });

  test("takes back from a view only what lies in it", async () => {
    const whole = await open();
    const checkpoint = await whole.history.checkpoint("before");
    await change(whole, "open/a", "closed/a");
    const view = whole.forRequest(OPEN);
    expect((await view.history.undo()).files).toEqual([{ operation: "update", path: "a" }]);
    expect(await kindOf(() => view.history.undo())).toBe("no_change");
    await change(whole, "open/a", "closed/a");
    await view.history.restoreTo(checkpoint);
    expect(await readRaw(whole, "open/a")).toBe("old\n");
    expect(await readRaw(whole, "closed/a")).toBe("new\n");
  });

  test("takes nothing back from a view for reading, nor without trust", async () => {
    const whole = await open();
    await change(whole, "open/a");
    const reading = whole.forRequest({ roots: [{ path: whole.root, access: "read" }], onlyRoots: true });
    expect(await pathsOf(reading)).toEqual(["open/a"]);
    expect(await kindOf(() => reading.history.undo())).toBe("permission_denied");
    expect(await readRaw(whole, "open/a")).toBe("new\n");
  });

  test("tells nothing of what is closed below a directory of the operator", async () => {
    const whole = await open();
    await change(whole, "closed/a");
    const around = [{ path: join(whole.root, ".."), access: "read" }] as const;
    expect(await pathsOf(whole.forRequest(OPEN).forRequest({ operatorRoots: around }))).toEqual([]);
  });
});

test("a change of another view is not taken for one of a file of the same name", async () => {
  const whole = await openDiskWorkspace({ ...FILES, a: "old\n" });
  await change(whole.forRequest(OPEN), "a");
  const undo = createAnthropicTextEditorExecute({ workspace: whole });
  expect(await undo({ command: "undo_edit", path: "a" })).toMatch(/nothing is known of a change of a\b/);
  expect(await readRaw(whole, "open/a")).toBe("new\n");
  expect(await undo({ command: "undo_edit", path: "open/a" })).toMatch(/^Undid/);
  expect(await readRaw(whole, "open/a")).toBe("old\n");
});

describe("what one view was given", () => {
  test("is no approval for another", async () => {
    const whole = await openDiskWorkspace(FILES);
    const input = { path: join(whole.root, "closed/a"), content: "new\n" };
    const call = { toolCallId: "1", messages: [] };
    const { tools, toolApproval } = createApproval(createFileTools({ workspace: whole }), [{ decision: "allow" }]);
    expect((await toolApproval.write(input, call)).type).not.toBe("denied");
    const narrow = createApproval(createFileTools({ workspace: whole.forRequest(OPEN) }), [{ decision: "allow" }]);
    expect(await narrow.tools.write.execute(input, call)).toMatchObject({ error: { kind: "path_outside_workspace" } });
    expect(await tools.write.execute(input, call)).toMatchObject({ created: false });
  });

  test("is no reading for another", async () => {
    const whole = await openDiskWorkspace({ ...FILES, a: "other\n" });
    const messages: never[] = [];
    await createFileTools({ workspace: whole }).read.execute({ path: "a" }, { toolCallId: "1", messages });
    const view = createFileTools({ workspace: whole.forRequest(OPEN), guard: "require-read" });
    const write = await view.write.execute({ path: "a", content: "new\n" }, { toolCallId: "2", messages });
    expect(write).toMatchObject({ error: { kind: "hash_mismatch" } });
  });

  test("is no command for another, nor its output", async () => {
    const whole = await openDiskWorkspace(FILES);
    const [wide, narrow] = [whole, whole.forRequest(OPEN)].map((workspace) => createCommandTools({ workspace }));
    for await (const _ of wide?.exec.execute({ command: "cat closed/a", background: true }) ?? []);
    expect(await wide?.read_output.execute({ id: "cmd-1" })).toMatchObject({ id: "cmd-1" });
    expect(await narrow?.read_output.execute({ id: "cmd-1" })).toMatchObject({ error: { kind: "parse_error" } });
    expect(await narrow?.kill.execute({ id: "cmd-1" })).toMatchObject({ error: { kind: "parse_error" } });
  });

  test("is no list of files for another that searches at the same time", async () => {
    const latin1 = Buffer.from("gr\xfc\xdfe\n", "latin1");
    const whole = await openDiskWorkspace({ "closed/a": latin1, "open/a": latin1 });
    const view = whole.forRequest(OPEN);
    const searches = [whole, view, whole, view].map(({ fs }) => fs.grep("gr.{1,2}e", { regex: true }));
    const [wide, narrow] = await Promise.all(searches);
    expect(wide?.hits.map(({ path }) => path)).toEqual(["closed/a", "open/a"]);
    expect(narrow?.hits.map(({ path }) => path)).toEqual(["a"]);
  });
});

describe("a view of a view", () => {
  test.each<readonly [name: string, request: RequestOptions]>([
    ["the root by its path", { roots: [{ path: "ROOT", access: "write" }] }],
    ["what is closed by its path", { roots: [{ path: "ROOT/closed", access: "read" }] }],
    ["the parent by steps", { roots: [{ path: "..", access: "write" }] }],
    ["what is closed by steps", { roots: [{ path: "../closed", access: "read" }] }],
    ["what is closed as one of the operator", { operatorRoots: [{ path: "ROOT/closed", access: "read" }] }],
    ["the parent as a focus", { focus: ".." }],
    ["what is closed as a focus", { focus: "ROOT/closed" }],
  ])("does not come back to %s", async (_name, request) => {
    const whole = await openDiskWorkspace(FILES);
    const asked = JSON.parse(JSON.stringify(request).replaceAll("ROOT", whole.root)) as RequestOptions;
    expect(() => whole.forRequest(OPEN).forRequest(asked)).toThrow();
  });

  test("keeps what the first has taken: writing, and running", async () => {
    const whole = await openDiskWorkspace(FILES);
    const reading = whole.forRequest({ roots: [{ path: "open", access: "read" }], onlyRoots: true });
    const again = reading.forRequest({ roots: [{ path: "sub", access: "write" }] });
    expect(again.narrowed).toBe(true);
    expect(await kindOf(() => again.fs.writeTextOverwrite("a", "new\n"))).toBe("permission_denied");
    expect(await kindOf(async () => again.shell.run("touch made").next())).toBe("permission_denied");
    expect(await readRaw(whole, "open/sub/a")).toBe("old\n");
  });
});
