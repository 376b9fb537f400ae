// What OpenAI's patch tool is answered: one operation a call, over the same engine as the tool of this package.

import { createSecretRedactor } from "ai-file-tools";
import { createOpenAIApplyPatchExecute, type OpenAIApplyPatchOperation } from "ai-file-tools/openai";
import { describe, expect, it } from "vitest";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { findLeak, TOKENS } from "../support/secrets.js";
import { openDiskWorkspace, readRaw, WORKSPACES } from "../tools/workspaces.js";

const FILES = { "a.txt": "one\ntwo\nthree\n", "gone.txt": "gone\n" };

function run(workspace: Workspace, operation: OpenAIApplyPatchOperation) {
  return createOpenAIApplyPatchExecute({ workspace })({ callId: "call_1", operation }, { toolCallId: "call_1" });
}

describe.each(WORKSPACES)("OpenAI's patch tool %s", (_name, open) => {
  it("creates, updates and deletes files", async () => {
    const workspace = await open(FILES);
    const operations: readonly OpenAIApplyPatchOperation[] = [
      { type: "create_file", path: "new/b.txt", diff: "+b\n+\n+c" },
      { type: "update_file", path: "a.txt", diff: "@@\n one\n-two\n+2\n three\n" },
      { type: "delete_file", path: "gone.txt" },
    ];
    for (const operation of operations) {
      expect(await run(workspace, operation)).toEqual({
        status: "completed",
        output: expect.stringContaining(operation.path),
      });
    }
    expect(await readRaw(workspace, "new/b.txt")).toBe("b\n\nc\n");
    expect(await readRaw(workspace, "a.txt")).toBe("one\n2\nthree\n");
    expect(await workspace.fs.stat("gone.txt")).toBeNull();
    await workspace.history.undo({ toolCallId: "call_1" });
    expect(await readRaw(workspace, "a.txt")).toBe(FILES["a.txt"]);
  });

  it.each<[string, OpenAIApplyPatchOperation, string]>([
    ["lines that are not there", { type: "update_file", path: "a.txt", diff: "@@\n-none\n+x" }, "text_not_found"],
    ["a file that is there", { type: "create_file", path: "a.txt", diff: "+other" }, "file_already_exists"],
    ["a file that is not there", { type: "delete_file", path: "none" }, "path_not_found"],
    ["a path outside", { type: "create_file", path: "../x", diff: "+x" }, "path_outside_workspace"],
    ["a protected path", { type: "create_file", path: ".git/config", diff: "+x" }, "protected_path"],
    ["no diff", { type: "update_file", path: "a.txt", diff: "" }, "parse_error"],
    ["another type", { type: "rename_file", path: "a.txt" } as never, "parse_error"],
    ["no path", { type: "delete_file" } as never, "parse_error"],
  ])("answers %s with a failure and changes nothing", async (_, operation, kind) => {
    const workspace = await open(FILES);
    const output = await run(workspace, operation);
    expect(output).toEqual({ status: "failed", output: expect.stringMatching(new RegExp(`^${kind}: .+\n.+`)) });
    expect(await readRaw(workspace, "a.txt")).toBe(FILES["a.txt"]);
  });
});

describe("OpenAI's patch tool", () => {
  it("hides secrets", async () => {
    const [token] = TOKENS;
    const workspace = await openDiskWorkspace({ "a.env": `A=1\n${token?.line ?? ""}\n` });
    const execute = createOpenAIApplyPatchExecute({ workspace, redact: createSecretRedactor() });
    const operation = { type: "update_file", path: "a.env", diff: "@@\n-A=1\n+A=2" } as const;
    const { status, output = "" } = await execute({ callId: "1", operation });
    expect([status, findLeak(output)]).toEqual(["completed", null]);
    expect(output).toContain("+A=2");
  });

  it("rejects an aborted call with the reason", async () => {
    const workspace = await openDiskWorkspace(FILES);
    const call = { callId: "1", operation: { type: "delete_file", path: "a.txt" } } as const;
    const abortSignal = AbortSignal.abort(new Error("enough"));
    await expect(createOpenAIApplyPatchExecute({ workspace })(call, { abortSignal })).rejects.toThrow("enough");
    expect(await readRaw(workspace, "a.txt")).toBe(FILES["a.txt"]);
  });

  it.each([{ workspace: {} }, { maxBytes: 0 }, { redact: {} }])("refuses %j", async (options) => {
    const workspace = await openDiskWorkspace({});
    expect(() => createOpenAIApplyPatchExecute({ workspace, ...options } as never)).toThrow(TypeError);
  });
});
