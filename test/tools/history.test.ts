// What the tools change in an agent's step is undone by the id of the call.

import { createFileTools } from "ai-file-tools";
import { expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { runTools } from "./run-tools.js";

test("each call of a tool is undone by its own id, and the model is told", async () => {
  const workspace = createInMemoryWorkspace({ files: { "a.txt": "one\ntwo\n" }, trusted: true });
  const { write, edit } = createFileTools({ workspace });
  await runTools(
    { write, edit },
    { tool: "edit", input: { path: "a.txt", edits: [{ oldText: "two", newText: "2" }] } },
    { tool: "write", input: { path: "b.txt", content: "new\n" } },
  );
  const entries = await workspace.history.list();
  expect(entries.map(({ toolCallId }) => toolCallId).toSorted()).toEqual(["call-1", "call-2"]);
  const undone = await workspace.history.undo({ toolCallId: "call-1" });
  expect(undone.message).toBe("Undid 1 change: a.txt; read these files again before you change them.");
  expect((await workspace.fs.readText("a.txt")).content).toBe("one\ntwo\n");
  expect((await workspace.fs.readText("b.txt")).content).toBe("new\n");
});
