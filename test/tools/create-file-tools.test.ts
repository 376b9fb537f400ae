import { generateText, stepCountIs } from "ai";
import { createFileTools, createInMemoryWorkspace, FILE_TOOL_NAMES, type FileToolName } from "ai-file-tools";
import { describe, expect, it } from "vitest";
import type { ApprovalRequest } from "../../src/tools/approval/approve-option.js";
import { createToolCalls } from "../support/scripted-model.js";
import { runTool } from "./run-tools.js";

const workspace = createInMemoryWorkspace({ files: { "a.txt": "a" }, trusted: true });

describe("the choice of tools", () => {
  it.each<[string, { include?: FileToolName[]; exclude?: FileToolName[]; readOnly?: boolean }, readonly string[]]>([
    ["everything", {}, ["read", "write", "edit", "grep", "exec", "glob", "list", "apply_patch", "file"]],
    ["include", { include: ["edit", "read"] }, ["read", "edit"]],
    ["exclude", { exclude: ["exec"] }, ["read", "write", "edit", "grep", "glob", "list", "apply_patch", "file"]],
    ["readOnly", { readOnly: true }, ["read", "grep", "glob", "list"]],
    ["readOnly off", { readOnly: false }, [...FILE_TOOL_NAMES]],
    ["all three", { include: ["read", "write", "grep"], exclude: ["grep"], readOnly: true }, ["read"]],
  ])("by %s", (_name, ...[options, names]) => {
    expect(Object.keys(createFileTools({ workspace, ...options }))).toEqual(names);
  });

  it.each([{ include: ["bash"] }, { exclude: ["toString"] }])("refuses names that no tool has: %j", (options) => {
    expect(() => createFileTools({ workspace, ...(options as object) })).toThrow(TypeError);
  });

  it("refuses what is not a workspace", () => {
    expect(() => createFileTools({ workspace: undefined as never })).toThrow(TypeError);
  });

  it.each(["always", 1, null])("refuses %j in place of a function that decides", (approve) => {
    expect(() => createFileTools({ workspace, approve: approve as never })).toThrow(/approve/);
  });
});

describe("what the model is shown of the tools", () => {
  async function sentTools() {
    const script = createToolCalls();
    const tools = createFileTools({ workspace });
    await generateText({ model: script.model, tools, prompt: "go" });
    return (script.sentTools() ?? []).map((tool) => {
      if (tool.type !== "function") throw new Error("not a function");
      const { name, description, inputSchema } = tool;
      return { name, description, inputSchema };
    });
  }

  it("is short, exact, and the same as before", async () => {
    expect(await sentTools()).toMatchSnapshot();
  });

  it("costs at most 900 tokens for the five core tools", async () => {
    const core = ["read", "write", "edit", "grep", "exec"];
    const text = JSON.stringify((await sentTools()).filter((tool) => core.includes(tool.name)));
    // JSON of this kind has about four characters a token.
    expect(text.length / 4).toBeLessThanOrEqual(900);
  });
});

describe("approval", () => {
  async function run(approve: Parameters<typeof createFileTools>[0]["approve"], tool: string, input: object) {
    const own = createInMemoryWorkspace({ files: { "a.txt": "a" }, trusted: true });
    const script = createToolCalls({ tool, input });
    const tools = createFileTools({ workspace: own, approve });
    const result = await generateText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(2) });
    return {
      asked: result.content.some((part) => part.type === "tool-approval-request"),
      written: Buffer.from((await own.fs.readFile("a.txt")) ?? []).toString(),
    };
  }

  it.each<[boolean | undefined, string, boolean]>([
    [true, "write", true],
    [true, "read", false],
    [false, "write", false],
    [undefined, "write", false],
  ])("with approve %s of %s asks: %s", async (approve, ...[tool, asked]) => {
    const result = await run(approve, tool, { path: "a.txt", content: "b" });
    expect(result.asked).toBe(asked);
    expect(result.written).toBe(asked || tool === "read" ? "a" : "b");
  });

  it("is asked case by case, with the input as the tool will read it and with what it would do", async () => {
    const requests: ApprovalRequest[] = [];
    const approve = (request: ApprovalRequest): boolean => {
      requests.push(request);
      return request.tool === "write" && request.input.path === "a.txt";
    };
    const first = await run(approve, "write", { file_path: "a.txt", content: "b" });
    const second = await run(approve, "edit", { file_path: "a.txt", old_string: "a", new_string: "c" });
    expect([first.asked, second.asked, second.written]).toEqual([true, false, "c"]);
    const diffTo = (text: string) =>
      `--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+${text}\n\\ No newline at end of file\n`;
    const shared = { toolCallId: "call-1", paths: ["a.txt"] };
    const replaced = { level: "medium", reasons: ["replaces all of a.txt"] };
    const edited = { level: "low", reasons: [] };
    const edits = [{ oldText: "a", newText: "c" }];
    expect(requests).toEqual([
      { ...shared, tool: "write", input: { path: "a.txt", content: "b" }, summary: diffTo("b"), risk: replaced },
      { ...shared, tool: "edit", input: { path: "a.txt", edits }, summary: diffTo("c"), risk: edited },
    ]);
  });

  it("is not asked for a call that the tool refuses anyway", async () => {
    const result = await run(true, "write", { path: "a.txt" });
    expect(result).toEqual({ asked: false, written: "a" });
  });
});

describe("a workspace in memory", () => {
  it("runs no commands, and says so", async () => {
    const { output } = await runTool(createFileTools({ workspace }), { tool: "exec", input: { command: "ls" } });
    expect(output).toMatchObject({ error: { kind: "command_not_allowed", hint: expect.any(String) } });
  });
});
