// What the history says of tools: which of them made a change, and what stands in the way of taking one back.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFileTools } from "ai-file-tools";
import { expect, it } from "vitest";
import { failureOf } from "../support/outcome.js";
import { openDiskWorkspace } from "./workspaces.js";

const edit = (oldText: string, newText: string) => ({ path: "a.txt", edits: [{ oldText, newText }] });

async function start() {
  const workspace = await openDiskWorkspace({ "a.txt": "one\ntwo\n" });
  const tools = createFileTools({ workspace });
  const ids = async () => (await workspace.history.list()).map(({ id }) => id);
  return { workspace, tools, ids };
}

it("names an edit an edit, and a write a write", async () => {
  const { workspace, tools } = await start();
  await tools.edit.execute(edit("one", "1"), { toolCallId: "call-1" });
  await tools.write.execute({ path: "b.txt", content: "b" }, { toolCallId: "call-2" });
  const named = (await workspace.history.list()).map(({ tool, toolCallId }) => [toolCallId, tool]);
  expect(named).toEqual([
    ["call-2", "write"],
    ["call-1", "edit"],
  ]);
});

it("says which later change of its own an undo would go over, and how to go on", async () => {
  const { workspace, tools, ids } = await start();
  await tools.edit.execute(edit("one", "1"), { toolCallId: "call-1" });
  await tools.edit.execute(edit("1\n", "uno\n"), { toolCallId: "call-2" });
  const [newer] = await ids();
  const undo = () => workspace.history.undo({ toolCallId: "call-1" });
  const { kind, text } = await failureOf(undo);
  expect(kind).toBe("patch_conflict");
  expect(text).toContain(`changed since by edit ${newer} in line 1`);
  expect(text).toContain(`Undo ${newer} first`);
  expect(text).not.toContain("somebody else");
  await workspace.history.undo(String(newer));
  await undo();
  expect((await workspace.fs.readText("a.txt")).content).toBe("one\ntwo\n");
});

it("names nobody else's change as its own", async () => {
  const { workspace, tools, ids } = await start();
  const file = join(workspace.root, "a.txt");
  const undo = () => workspace.history.undo({ toolCallId: "call-1" });
  await tools.edit.execute(edit("one", "1"), { toolCallId: "call-1" });
  await writeFile(file, "eins\ntwo\n");
  expect((await failureOf(undo)).text).toContain("changed since by somebody else in line 1");
  await tools.edit.execute(edit("eins", "uno"), { toolCallId: "call-2" });
  await writeFile(file, "un\ntwo\n");
  const [newer] = await ids();
  expect((await failureOf(undo)).text).toContain(`changed since by edit ${newer} and somebody else in line 1`);
});

it("does not name what was taken back already", async () => {
  const { workspace, tools } = await start();
  await tools.edit.execute(edit("one", "1"), { toolCallId: "call-1" });
  await tools.edit.execute(edit("1\n", "uno\n"), { toolCallId: "call-2" });
  await workspace.history.undo({ toolCallId: "call-2" });
  await writeFile(join(workspace.root, "a.txt"), "un\ntwo\n");
  const { text } = await failureOf(() => workspace.history.undo({ toolCallId: "call-1" }));
  expect(text).toContain("changed since by somebody else in line 1");
  expect(text).not.toMatch(/edit \S+ and/);
});
