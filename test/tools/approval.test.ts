// Approvals in the SDK's own loop: the question, the answer, and what happened to the files in between.

import { readdir, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { generateText, type ModelMessage, stepCountIs, type ToolSet } from "ai";
import {
  type ApprovalCall,
  type ApprovalPolicy,
  type ApprovalRecord,
  type ApprovalRecords,
  createApproval,
  createFileTools,
  createInMemoryWorkspace,
  type Workspace,
} from "ai-file-tools";
import { describe, expect, it } from "vitest";
import { MAX_APPROVAL_RECORD_CHARACTERS, MAX_APPROVAL_RECORDS } from "../../src/limits.js";
import { createApprovalGate, hashInput } from "../../src/tools/approval/approval-gate.js";
import { createApprovalRecords } from "../../src/tools/approval/approval-record.js";
import { createScriptedModel, type ScriptedCall, type SentToolOutput } from "../support/scripted-model.js";
import { responseMessages } from "./run-tools.js";
import { openDiskWorkspace, WORKSPACES } from "./workspaces.js";

const FILES = { "a.txt": "old\n", "b.txt": "old\n", "secrets/key.txt": "k\n" };

interface Question {
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly reason: string | undefined;
}

interface Turn {
  readonly questions: readonly Question[];
  /** What the model was last sent of each call. */
  readonly sent: Readonly<Record<string, SentToolOutput>>;
}

type Asking = Pick<ReturnType<typeof createApproval>, "toolApproval"> & { readonly tools: object };

/** A conversation with a scripted model; ai 6 does not know `toolApproval` and passes over it. */
function converse(calls: readonly ScriptedCall[]) {
  const steps = [{ calls: calls.map((call, index) => ({ id: `call-${index + 1}`, ...call })) }];
  const script = createScriptedModel(steps);
  const { model } = script;
  const messages: ModelMessage[] = [{ role: "user", content: "go" }];
  return { advance, answer };

  async function advance({ tools, toolApproval }: Asking): Promise<Turn> {
    const approval = { toolApproval } as object;
    const stopWhen = stepCountIs(2);
    const result = await generateText({ model, tools: tools as ToolSet, messages, stopWhen, ...approval });
    messages.push(...responseMessages(result));
    return {
      questions: result.content.flatMap((part) => (isQuestion(part) ? [toQuestion(part)] : [])),
      sent: script.sentOutputs(),
    };
  }

  function answer(questions: readonly Question[], approved: boolean): void {
    const content = questions.map(({ approvalId }) => ({
      type: "tool-approval-response" as const,
      approvalId,
      approved,
    }));
    messages.push({ role: "tool", content });
  }
}

type AskedPart = { type: string; approvalId: string; toolCall: { toolCallId: string } };

/** ai 7 also lists the questions that a policy has answered. */
function isQuestion(part: { type: string }): part is AskedPart {
  return part.type === "tool-approval-request" && !("isAutomatic" in part && part.isAutomatic === true);
}

function toQuestion(part: { approvalId: string; toolCall: { toolCallId: string } }): Question {
  const { reason } = part as { reason?: string };
  return { approvalId: part.approvalId, toolCallId: part.toolCall.toolCallId, reason };
}

async function readAll(workspace: Workspace): Promise<Record<string, string>> {
  const { paths } = await workspace.fs.glob("**/*", { sort: "path" });
  const texts = await Promise.all(
    paths.map(async (path) => [path, (await workspace.fs.readText(path)).content] as const),
  );
  return Object.fromEntries(texts);
}

const overwrite = (path: string): ScriptedCall => ({ tool: "write", input: { path, content: "new\n" } });
const edit = (path: string): ScriptedCall => ({
  tool: "edit",
  input: { path, edits: [{ oldText: "old", newText: "new" }] },
});

describe.each(WORKSPACES)("a call that is asked about, in a workspace %s", (_name, open) => {
  it.each([overwrite("a.txt"), edit("a.txt"), overwrite("fresh.txt")])("is made when approved: %j", async (call) => {
    const workspace = await open(FILES);
    const approval = createApproval(createFileTools({ workspace }), "ask");
    const conversation = converse([call]);
    const first = await conversation.advance(approval);
    expect(first.questions).toHaveLength(1);
    expect(await readAll(workspace)).toEqual(FILES);
    conversation.answer(first.questions, true);
    const second = await conversation.advance(approval);
    const { path } = call.input as { path: string };
    expect(second.questions).toEqual([]);
    expect((await workspace.fs.readText(path)).content).toBe("new\n");
  });

  it("is not made when refused", async () => {
    const workspace = await open(FILES);
    const approval = createApproval(createFileTools({ workspace }), "ask");
    const conversation = converse([edit("a.txt")]);
    conversation.answer((await conversation.advance(approval)).questions, false);
    const second = await conversation.advance(approval);
    expect(second.sent["call-1"]).toMatchObject({ type: "execution-denied" });
    expect(await readAll(workspace)).toEqual(FILES);
  });

  it.each<[string, ScriptedCall, (workspace: Workspace) => Promise<unknown>]>([
    ["changed", edit("a.txt"), ({ fs }) => fs.writeTextOverwrite("a.txt", "old, and more\n")],
    ["changed before it is replaced", overwrite("a.txt"), ({ fs }) => fs.writeTextOverwrite("a.txt", "mine\n")],
    ["removed", edit("a.txt"), ({ fs }) => fs.remove("a.txt")],
    ["removed before it is replaced", overwrite("a.txt"), ({ fs }) => fs.remove("a.txt")],
    ["made by somebody else", overwrite("fresh.txt"), ({ fs }) => fs.writeTextOverwrite("fresh.txt", "mine\n")],
  ])("is refused when its file was %s meanwhile", async (_what, call, change) => {
    const workspace = await open(FILES);
    const approval = createApproval(createFileTools({ workspace }), "ask");
    const conversation = converse([call]);
    conversation.answer((await conversation.advance(approval)).questions, true);
    await change(workspace);
    const before = await readAll(workspace);
    const { sent } = await conversation.advance(approval);
    expect(sent["call-1"]).toMatchObject({
      type: "error-text",
      value: expect.stringMatching(/^hash_mismatch: .*approved/),
    });
    expect(await readAll(workspace)).toEqual(before);
  });

  it("would overwrite the change without being held to a version", async () => {
    const workspace = await open(FILES);
    const tools = createFileTools({ workspace });
    const asks = { write: { ...tools.write, needsApproval: true } };
    const conversation = converse([overwrite("a.txt")]);
    conversation.answer((await conversation.advance({ tools: asks, toolApproval: {} as never })).questions, true);
    await workspace.fs.writeTextOverwrite("a.txt", "mine\n");
    await conversation.advance({ tools: asks, toolApproval: {} as never });
    expect((await workspace.fs.readText("a.txt")).content).toBe("new\n");
  });
});

const ALLOW_BY_RULES: ApprovalPolicy = [
  { paths: ["secrets/**"], decision: "deny", reason: "Secrets are not for models." },
  { tools: ["read"], paths: ["b.txt"], decision: "ask" },
  { paths: ["*.md"], decision: "allow" },
  { risk: "high", decision: "ask", reason: "Look twice." },
  { tools: ["exec"], decision: "deny" },
  { tools: ["write", "edit"], paths: ["*.txt"], decision: "allow" },
];

describe("rules", () => {
  it.each<[string, ScriptedCall, "made" | "asked" | "denied"]>([
    ["by path", overwrite("notes.md"), "made"],
    ["by tool and path", overwrite("a.txt"), "made"],
    ["by risk, which is medium", overwrite("tsconfig.json"), "asked"],
    ["by risk, which is high", overwrite("package.json"), "asked"],
    ["that deny", overwrite("secrets/key.txt"), "denied"],
    ["that deny, in other letters", overwrite("Secrets/key2.txt"), "denied"],
    ["that deny, by a roundabout path", overwrite("x/../secrets/key.txt"), "denied"],
    ["that deny, through a link", overwrite("link/key3.txt"), "denied"],
    ["that name a tool that reads", { tool: "read", input: { path: "b.txt" } }, "asked"],
    ["that name no tool, of reading", { tool: "read", input: { path: "secrets/key.txt" } }, "made"],
    ["of none that fits", overwrite("a.ts"), "asked"],
    ["of a rehearsal", { tool: "edit", input: { ...(edit("a.txt").input as object), dryRun: true } }, "made"],
  ])("%s", async (_what, call, expected) => {
    const workspace = await openDiskWorkspace({ ...FILES, "x/y.txt": "" });
    await symlink(join(workspace.root, "secrets"), join(workspace.root, "link"));
    const approval = createApproval(createFileTools({ workspace }), ALLOW_BY_RULES);
    const { questions, sent } = await converse([call]).advance(approval);
    const output = sent["call-1"];
    const isDenied = output?.type === "execution-denied" || /^permission_denied: Secrets/.test(String(output?.value));
    const outcome = questions.length > 0 ? "asked" : isDenied ? "denied" : "made";
    expect(outcome).toBe(expected);
    if (outcome === "made") expect(output).toMatchObject({ type: "text" });
  });

  it("are checked when they are given", () => {
    const tools = createFileTools({ workspace: createInMemoryWorkspace() });
    for (const policy of [
      "maybe",
      [{ tools: ["bash"], decision: "ask" }],
      [{ paths: ["/etc"], decision: "ask" }],
      [{ paths: [], decision: "deny" }],
    ]) {
      expect(() => createApproval(tools, policy as ApprovalPolicy)).toThrow(TypeError);
    }
  });

  it("may be a function, which sees diff, paths and risk", async () => {
    const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
    const seen: ApprovalCall[] = [];
    const approval = createApproval(createFileTools({ workspace }), (call) => {
      seen.push(call);
      return { decision: "ask", reason: "Because." };
    });
    await converse([edit("a.txt")]).advance(approval);
    expect(seen).toEqual([
      {
        tool: "edit",
        toolCallId: "call-1",
        input: edit("a.txt").input,
        paths: ["a.txt"],
        summary: expect.stringContaining("-old\n+new"),
        risk: { level: "low", reasons: [] },
        versions: { "a.txt": expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ]);
  });
});

describe("the answer for ai 7", () => {
  const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
  const tools = createFileTools({ workspace });
  const options = { toolCallId: "1", messages: [] };

  it("shows the diff, the command, and why it is risky", async () => {
    const { toolApproval } = createApproval(tools, "ask");
    expect(await toolApproval.edit(edit("a.txt").input, options)).toEqual({
      type: "user-approval",
      reason: expect.stringContaining("-old\n+new"),
    });
    expect(await toolApproval.exec({ command: "rm -r build" }, options)).toEqual({
      type: "user-approval",
      reason: "high risk: runs a command\nrm -r build",
    });
    expect(await toolApproval.read({ path: "a.txt" }, options)).toEqual({ type: "not-applicable" });
  });

  it("is cut where nobody would read on", async () => {
    const { toolApproval } = createApproval(tools, "ask");
    const answer = await toolApproval.exec({ command: `echo ${"x".repeat(100_000)}` }, options);
    expect("reason" in answer && answer.reason.length).toBeLessThan(20_000);
  });

  it("knows a file by its path from the whole root, however narrow the request sees it", async () => {
    const ci = ".github/workflows/ci.yml";
    const whole = createInMemoryWorkspace({ files: { [ci]: "on: push\n" }, trusted: true });
    const workspace = whole.forRequest({ roots: [{ path: "/.github/workflows", access: "write" }], onlyRoots: true });
    const tools = createFileTools({ workspace });
    const options = { toolCallId: "1", messages: [] };
    const inputs = {
      edit: { path: "ci.yml", edits: [{ oldText: "push", newText: "pull" }] },
      write: { path: "new.yml", content: "on: push\n" },
      file: { operation: "copy", path: "ci.yml", targetPath: "new.yml" },
      apply_patch: { patch: "*** Begin Patch\n*** Add File: new.yml\n+on: push\n*** End Patch" },
    };
    const byRisk = createApproval(tools, [{ risk: "high", decision: "ask" }, { decision: "allow" }]).toolApproval;
    const byPath = createApproval(tools, [
      { paths: [".github/**"], decision: "ask" },
      { decision: "allow" },
    ]).toolApproval;
    for (const name of ["edit", "write", "file", "apply_patch"] as const) {
      expect([name, (await byRisk[name](inputs[name], options)).type]).toEqual([name, "user-approval"]);
      expect([name, (await byPath[name](inputs[name], options)).type]).toEqual([name, "user-approval"]);
    }
    const stat = await tools.file.execute({ operation: "stat", path: "ci.yml" });
    expect(stat).not.toHaveProperty("pathFromRoot");
  });

  it.each([
    "package.json",
    "AGENTS.md",
    "sub/CLAUDE.md",
    ".cursorrules",
    ".github/copilot-instructions.md",
    ".github/workflows/ci.yml",
  ])("names %s as a high risk, whatever changes it", async (path) => {
    const workspace = createInMemoryWorkspace({ files: { [path]: "old\n", "b.txt": "old\n" }, trusted: true });
    const { toolApproval } = createApproval(createFileTools({ workspace }), "ask");
    const inputs = {
      edit: edit(path).input,
      write: overwrite(path).input,
      file: { operation: "copy", path: "b.txt", targetPath: path, overwrite: true },
      apply_patch: { patch: `*** Begin Patch\n*** Update File: ${path}\n@@\n-old\n+new\n*** End Patch` },
    };
    for (const [name, input] of Object.entries(inputs)) {
      const answer = await toolApproval[name as keyof typeof inputs](input, options);
      expect([name, answer]).toEqual([name, { type: "user-approval", reason: expect.stringMatching(/^high risk: /) }]);
    }
  });

  it("leaves out no file, empty ones included", async () => {
    const workspace = createInMemoryWorkspace({ files: { ...FILES, empty: "" }, trusted: true });
    const { toolApproval } = createApproval(createFileTools({ workspace }), "ask");
    const options = { toolCallId: "1", messages: [] };
    const parts = ["*** Add File: pkg/__init__.py", "*** Delete File: empty", "*** Update File: a.txt", "-old", "+new"];
    const patch = ["*** Begin Patch", ...parts, "*** End Patch"].join("\n");
    const asked = await toolApproval.apply_patch({ patch }, options);
    const made =
      "diff --git a/pkg/__init__.py b/pkg/__init__.py\nnew file mode 100644\n--- /dev/null\n+++ b/pkg/__init__.py\n";
    const gone = "diff --git a/empty b/empty\ndeleted file mode 100644\n--- a/empty\n+++ /dev/null\n";
    expect(asked).toHaveProperty("reason", expect.stringContaining(`${made}${gone}--- a/a.txt\n`));
    const written = await toolApproval.write({ path: "b/empty", content: "" }, options);
    expect(written).toHaveProperty("reason", "creates b/empty without content");
    const same = await toolApproval.apply_patch(
      { patch: "*** Begin Patch\n*** Add File: a.txt\n+old\n*** End Patch" },
      options,
    );
    expect(same).toHaveProperty("reason", "leaves a.txt as it is");
  });

  it("refuses with the reason of the rule", async () => {
    const { toolApproval } = createApproval(tools, [{ tools: ["exec"], decision: "deny", reason: "Not here." }]);
    expect(await toolApproval.exec({ command: "ls" }, options)).toEqual({ type: "denied", reason: "Not here." });
  });
});

describe("operations of the file tool", () => {
  const move = { operation: "move", path: "a.txt", targetPath: "c.txt" } as const;
  it.each([
    [move, "high risk: moves a.txt to c.txt\nmove a.txt to c.txt"],
    [{ operation: "delete_file", path: "a.txt" }, "high risk: deletes a.txt\ndelete file a.txt"],
    [{ operation: "mkdir", path: "new" }, "mkdir new"],
    [{ operation: "write", path: "c.txt", content: "c\n" }, expect.stringContaining("+c")],
  ] as const)("are asked about: %j", async (input, reason) => {
    const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
    const { toolApproval } = createApproval(createFileTools({ workspace }), "ask");
    const options = { toolCallId: "1", messages: [] };
    expect(await toolApproval.file(input, options)).toEqual({ type: "user-approval", reason });
  });

  it("are not, when they only look", async () => {
    const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
    const { needsApproval } = createApproval(createFileTools({ workspace }), "ask");
    expect(await needsApproval.file({ operation: "read", path: "a.txt" }, { toolCallId: "1" })).toBe(false);
  });

  it.each<[string, (workspace: Workspace) => Promise<unknown>]>([
    ["source was changed", ({ fs }) => fs.writeTextOverwrite("a.txt", "other content\n")],
    ["target was made", ({ fs }) => fs.writeTextOverwrite("c.txt", "mine\n")],
  ])("are refused when the %s meanwhile", async (_what, change) => {
    const workspace = await openDiskWorkspace(FILES);
    const approval = createApproval(createFileTools({ workspace }), "ask");
    const conversation = converse([{ tool: "file", input: { ...move, overwrite: true } }]);
    conversation.answer((await conversation.advance(approval)).questions, true);
    await change(workspace);
    const before = await readAll(workspace);
    const { sent } = await conversation.advance(approval);
    expect(sent["call-1"]).toMatchObject({ type: "error-text", value: expect.stringMatching(/^hash_mismatch: /) });
    expect(await readAll(workspace)).toEqual(before);
  });
});

describe("what a call is held to", () => {
  async function ask(options: { records?: Map<string, ApprovalRecord> } = {}) {
    const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
    const tools = createFileTools({ workspace });
    const approval = createApproval(tools, "ask", options);
    const conversation = converse([edit("a.txt")]);
    conversation.answer((await conversation.advance(approval)).questions, true);
    return { workspace, tools, conversation };
  }

  it("is forgotten with the process: the call is refused, not made on whatever is there", async () => {
    const { workspace, conversation } = await ask();
    const { sent } = await conversation.advance(createApproval(createFileTools({ workspace }), "ask"));
    expect(sent["call-1"]).toMatchObject({ type: "error-text", value: expect.stringMatching(/^hash_mismatch: /) });
    expect(await readAll(workspace)).toEqual(FILES);
  });

  it("is found again in records that outlive the process", async () => {
    const records = new Map<string, ApprovalRecord>();
    const { workspace, conversation } = await ask({ records });
    const copy = new Map(JSON.parse(JSON.stringify([...records])) as [string, ApprovalRecord][]);
    await conversation.advance(createApproval(createFileTools({ workspace }), "ask", { records: copy }));
    expect((await workspace.fs.readText("a.txt")).content).toBe("new\n");
    expect([...copy.values()]).toMatchObject([{ outcome: "used" }]);
  });

  it("holds for the tools that were given, too", async () => {
    const { workspace, tools } = await ask();
    await workspace.fs.writeTextOverwrite("a.txt", "old, and more\n");
    const output = await tools.edit.execute(edit("a.txt").input as never, { toolCallId: "call-1" });
    expect(output).toMatchObject({ error: { kind: "hash_mismatch" } });
  });

  it("is the input as it was shown", async () => {
    const { tools, workspace } = await ask();
    const other = { path: "a.txt", edits: [{ oldText: "old", newText: "worse" }] };
    const output = await tools.edit.execute(other, { toolCallId: "call-1" });
    expect(output).toMatchObject({
      error: { kind: "hash_mismatch", message: expect.stringContaining("not the call") },
    });
    expect(await readAll(workspace)).toEqual(FILES);
  });

  it("is its failure, when it would have failed: it cannot succeed later without a question", async () => {
    const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
    const tools = createFileTools({ workspace });
    const { toolApproval } = createApproval(tools, "ask");
    const input = { path: "a.txt", edits: [{ oldText: "absent", newText: "new" }] };
    expect(await toolApproval.edit(input, { toolCallId: "1", messages: [] })).toEqual({ type: "not-applicable" });
    await workspace.fs.writeTextOverwrite("a.txt", "absent\n");
    const output = await tools.edit.execute(input, { toolCallId: "1" });
    expect(output).toMatchObject({ error: { kind: "text_not_found" } });
  });

  it("is used up by one run, also by one that was refused", async () => {
    const { tools, workspace } = await ask();
    const run = () => tools.edit.execute(edit("a.txt").input as never, { toolCallId: "call-1" });
    await workspace.fs.writeTextOverwrite("a.txt", "old, and more\n");
    expect(await run()).toMatchObject({ error: { kind: "hash_mismatch" } });
    await workspace.fs.writeTextOverwrite("a.txt", "old\n");
    expect(await run()).toMatchObject({ error: { kind: "hash_mismatch", message: expect.stringContaining("used") } });
    expect(await readAll(workspace)).toEqual(FILES);
  });

  it.each<[string, ApprovalPolicy, object]>([
    ["a rule", [{ tools: ["edit"], decision: "deny" }], {}],
    ["a person", "ask", { approved: false }],
  ])("is the no of %s, however often it runs", async (_who, policy, answer) => {
    const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
    const tools = createFileTools({ workspace });
    const { toolApproval, records } = createApproval(tools, policy);
    const input = edit("a.txt").input as never;
    await toolApproval.edit(input, { toolCallId: "1", messages: [] });
    const question = { type: "tool-approval-request", approvalId: "q", toolCallId: "1" };
    const messages = [
      { role: "assistant", content: [question] },
      { role: "tool", content: [{ type: "tool-approval-response", approvalId: "q", ...answer }] },
    ] as never;
    const refused = { error: { kind: "permission_denied" } };
    expect(await tools.edit.execute(input, { toolCallId: "1", messages })).toMatchObject(refused);
    expect(await tools.edit.execute(input, { toolCallId: "1" })).toMatchObject(refused);
    expect(await readAll(workspace)).toEqual(FILES);
    await records.delete("1");
    expect(await tools.edit.execute(input, { toolCallId: "1" })).toMatchObject({ path: "a.txt" });
  });

  it("keeps the marks of the last calls, however long the diffs of others are", async () => {
    const records = createApprovalRecords();
    const mark = { inputSha256: "", outcome: "used", versions: {} } as const;
    for (let at = 0; at < MAX_APPROVAL_RECORDS; at++) await records.set(`used-${at}`, mark);
    const diff = "x".repeat(MAX_APPROVAL_RECORD_CHARACTERS / 2 + 1);
    for (const id of ["a", "b"]) await records.set(id, { inputSha256: "", outcome: "asked", versions: {}, diff });
    expect(await records.get("a")).toBeUndefined();
    expect(await records.get("b")).toBeDefined();
    expect(await records.get("used-0")).toBeUndefined();
    expect(await records.get("used-2")).toEqual(mark);
  });

  it("serves one of two runs of a call that begin at once", async () => {
    const gate = createApprovalGate({
      preview: async () => null,
      touches: async () => [],
      resolveInput: (value) => value,
    });
    const record: ApprovalRecord = { inputSha256: await hashInput({}), outcome: "asked", versions: {} };
    gate.attach(new Map([["call-1", record]]));
    const question = { type: "tool-approval-request", approvalId: "q", toolCallId: "call-1" };
    const answer = { type: "tool-approval-response", approvalId: "q", approved: true };
    const messages = [
      { role: "assistant", content: [question] },
      { role: "tool", content: [answer] },
    ];
    const call = { toolCallId: "call-1", input: {}, messages };
    const outcomes = await Promise.allSettled([gate.enter(call), gate.enter(call)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("serves one of two servers whose records are slow", async () => {
    const kept = new Map<string, ApprovalRecord>();
    const slow = (ms: number): ApprovalRecords => ({
      get: async (id) => kept.get(id),
      set: async (id, record) => void kept.set(id, record),
      delete: async (id) => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return kept.delete(id);
      },
    });
    const workspace = createInMemoryWorkspace({ files: {}, trusted: true });
    const input = { path: "new.txt", content: "x" };
    const servers = [0, 30].map((ms) => {
      const tools = createFileTools({ workspace });
      return { tools, approval: createApproval(tools, "ask", { records: slow(ms) }) };
    });
    await servers[0]?.approval.toolApproval.write(input, { toolCallId: "1", messages: [] });
    expect(await kept.get("1")).toMatchObject({ outcome: "asked" });
    const runs = servers.map(({ tools }) => tools.write.execute(input, { toolCallId: "1" }));
    const outputs = await Promise.all(runs);
    expect(outputs.filter((output) => "error" in output)).toMatchObject([{ error: { kind: "hash_mismatch" } }]);
    expect(Array.from(kept.keys())).toEqual(["1"]);
  });

  it("takes no answer to an earlier question of the same name", async () => {
    const workspace = createInMemoryWorkspace({ files: {}, trusted: true });
    const tools = createFileTools({ workspace });
    const { toolApproval } = createApproval(tools, "ask");
    const [safe, evil] = ["safe", "evil"].map((content) => ({ path: "new.txt", content }));
    const question = (approvalId: string): object => ({ type: "tool-approval-request", approvalId, toolCallId: "1" });
    const answer = (approvalId: string): object => ({ type: "tool-approval-response", approvalId, approved: true });
    const messages = (approvalId: string): object[] => [
      { role: "assistant", content: [question("first"), question("second")] },
      { role: "tool", content: [answer(approvalId)] },
    ];
    const askBoth = async (): Promise<void> => {
      for (const input of [safe, evil]) await toolApproval.write(input, { toolCallId: "1", messages: [] });
    };
    await askBoth();
    const refused = await tools.write.execute(evil as never, { toolCallId: "1", messages: messages("first") });
    expect(refused).toMatchObject({ error: { kind: "hash_mismatch" } });
    await askBoth();
    const done = await tools.write.execute(evil as never, { toolCallId: "1", messages: messages("second") });
    expect(done).toMatchObject({ created: true });
  });

  it("takes no answer twice, though the call was asked about anew", async () => {
    const workspace = createInMemoryWorkspace({ files: {}, trusted: true });
    const tools = createFileTools({ workspace });
    const { toolApproval } = createApproval(tools, "ask");
    const input = { path: "new.txt", content: "x" };
    const answerWith = (approvalId: string): object[] => [
      { role: "assistant", content: [{ type: "tool-approval-request", approvalId, toolCallId: "1" }] },
      { role: "tool", content: [{ type: "tool-approval-response", approvalId, approved: true }] },
    ];
    const ask = (): Promise<unknown> => toolApproval.write(input, { toolCallId: "1", messages: [] });
    const run = (approvalId: string): Promise<object> =>
      tools.write.execute(input, { toolCallId: "1", messages: answerWith(approvalId) });
    await ask();
    expect(await run("first")).toMatchObject({ created: true });
    await workspace.fs.remove("new.txt");
    await ask();
    expect(await run("first")).toMatchObject({ error: { kind: "hash_mismatch" } });
    await ask();
    expect(await run("second")).toMatchObject({ created: true });
  });

  it("is of the place that was shown: a directory that became a link leads nowhere", async () => {
    const workspace = await openDiskWorkspace({ "Sec/k": "1\n", "docs/a": "1\n" });
    const tools = createFileTools({ workspace });
    const { toolApproval } = createApproval(tools, [{ paths: ["Sec/**"], decision: "deny" }]);
    const input = { path: "docs/new", content: "x\n" };
    expect(await toolApproval.write(input, { toolCallId: "1", messages: [] })).toMatchObject({ type: "user-approval" });
    const { root } = workspace;
    await rename(join(root, "docs"), join(root, "old"));
    await symlink("Sec", join(root, "docs"));
    const output = await tools.write.execute(input, { toolCallId: "1" });
    expect(output).toMatchObject({ error: { kind: "hash_mismatch" } });
    expect(await readdir(join(root, "Sec"))).toEqual(["k"]);
    expect(await tools.write.execute(input, { toolCallId: "not asked about" })).toMatchObject({ created: true });
  });

  it("is of what lay below a directory then", async () => {
    const workspace = createInMemoryWorkspace({ files: { "d/a": "1" }, trusted: true });
    const tools = createFileTools({ workspace, file: { allowRecursiveDelete: true } });
    const { toolApproval } = createApproval(tools, "ask");
    const input = { operation: "delete_empty_dir", path: "d", recursive: true } as const;
    await toolApproval.file(input, { toolCallId: "1", messages: [] });
    await workspace.fs.writeTextOverwrite("d/b", "2");
    expect(await tools.file.execute(input, { toolCallId: "1" })).toMatchObject({ error: { kind: "hash_mismatch" } });
  });

  it("lets a later call of the same name be judged anew", async () => {
    const { tools, workspace } = await ask();
    const { toolApproval } = createApproval(tools, "allow");
    const input = { path: "b.txt", content: "b\n" };
    await toolApproval.write(input, { toolCallId: "call-9", messages: [] });
    expect(await tools.write.execute(input, { toolCallId: "call-9" })).toMatchObject({ created: false });
    expect((await workspace.fs.readText("b.txt")).content).toBe("b\n");
  });

  it("is each call by itself: of two on one file the second is refused", async () => {
    const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
    const approval = createApproval(createFileTools({ workspace }), "ask");
    const conversation = converse([edit("a.txt"), overwrite("a.txt"), edit("b.txt")]);
    const { questions } = await conversation.advance(approval);
    expect(questions).toHaveLength(3);
    conversation.answer(questions, true);
    const { sent } = await conversation.advance(approval);
    const refused = ["call-1", "call-2"].filter((id) => sent[id]?.type === "error-text");
    expect(refused).toHaveLength(1);
    expect(sent["call-3"]?.type).toBe("text");
  });
});

it("tools of others are left as they are", async () => {
  const foreign = { description: "x", needsApproval: true };
  const { tools, toolApproval } = createApproval({ foreign }, "deny");
  expect(tools.foreign).toBe(foreign);
  expect(Object.keys(toolApproval)).toEqual([]);
});
