// The patch tool in the SDK's own loop: what it does, what it tells, and what it refuses.

import { generateText, stepCountIs } from "ai";
import {
  type ApprovalCall,
  createApplyPatchTool,
  createApproval,
  createFileTools,
  createSecretRedactor,
  type Workspace,
} from "ai-file-tools";
import { describe, expect, it } from "vitest";
import type { ApplyPatchToolOptions } from "../../src/tools/patch.js";
import type { ApplyPatchOutput } from "../../src/tools/patching/patch-output.js";
import { createScriptedModel, type ScriptedCall } from "../support/scripted-model.js";
import { findLeak, TOKENS } from "../support/secrets.js";
import { runTool, shownText } from "./run-tools.js";
import { openDiskWorkspace, readRaw, WORKSPACES } from "./workspaces.js";

const FILES = { "a.txt": "one\ntwo\nthree\n", "old.txt": "old\n", "gone.txt": "gone\n" };
const SHA256 = /^[0-9a-f]{64}$/;

function envelope(...lines: readonly string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
}

const UPDATE = ["*** Update File: a.txt", "@@", " one", "-two", "+2"];
const FOUR = envelope(
  ...[...UPDATE, "*** Add File: new/b.txt", "+b", "*** Delete File: gone.txt"],
  ...["*** Update File: old.txt", "*** Move to: moved.txt"],
);

async function run(
  workspace: Workspace,
  input: object,
  options: Omit<ApplyPatchToolOptions, "workspace" | "store"> = {},
) {
  const tool = createApplyPatchTool({ workspace, ...options });
  const { output, sent } = await runTool({ apply_patch: tool }, { tool: "apply_patch", input });
  expect(tool.outputSchema["~standard"].validate(output)).not.toHaveProperty("issues");
  return { output: output as ApplyPatchOutput, sent, text: shownText(sent) };
}

describe.each(WORKSPACES)("the patch tool %s", (_name, open) => {
  it("changes many files at once, and tells of each", async () => {
    const workspace = await open(FILES);
    const { output, text } = await run(workspace, { patch: FOUR });
    expect(output).toMatchObject({
      files: [
        { path: "a.txt", operation: "update", beforeSha256: expect.stringMatching(SHA256), afterSizeBytes: 12 },
        { path: "new/b.txt", operation: "create", afterSha256: expect.stringMatching(SHA256) },
        { path: "gone.txt", operation: "delete", beforeSizeBytes: 5 },
        { path: "moved.txt", operation: "move", movedFrom: "old.txt" },
      ],
      risk: { level: "high", reasons: ["deletes gone.txt", "moves old.txt to moved.txt", "changes 5 files"] },
    });
    expect(output.files[1]).not.toHaveProperty("beforeSha256");
    expect(output.files[2]).not.toHaveProperty("afterSha256");
    expect(output.files[0]?.diff).toContain("-two\n+2\n");
    expect(text.split("\n").slice(0, 6)).toEqual([
      "Patch applied:",
      "- updated a.txt",
      "- created new/b.txt",
      "- deleted gone.txt",
      "- moved old.txt to moved.txt",
      "Risk high: deletes gone.txt; moves old.txt to moved.txt; changes 5 files.",
    ]);
    expect(text).toContain("-two\n+2\n");
    expect(text).not.toContain("+b\n");
    expect(await readRaw(workspace, "a.txt")).toBe("one\n2\nthree\n");
    expect(await readRaw(workspace, "moved.txt")).toBe("old\n");
    await workspace.history.undo(output.checkpoint);
    expect(await readRaw(workspace, "gone.txt")).toBe("gone\n");
    expect(await readRaw(workspace, "a.txt")).toBe(FILES["a.txt"]);
  });

  it("says so where there is nothing to change", async () => {
    const workspace = await open(FILES);
    const patch = "*** Begin Patch\n*** Add File: gone.txt\n+gone\n*** End Patch\n";
    const { output, text } = await run(workspace, { patch });
    expect(output.files).toMatchObject([{ operation: "create_idempotent" }]);
    expect(output).not.toHaveProperty("checkpoint");
    expect(text).toBe("Nothing to change, the files are so already:\n- was there already gone.txt");
  });

  it("shows what it would do", async () => {
    const workspace = await open(FILES);
    const { output, text } = await run(workspace, { patch: FOUR, dryRun: true });
    expect(output).toMatchObject({ dryRun: true, risk: { level: "high" } });
    expect(output).not.toHaveProperty("checkpoint");
    expect(text).toMatch(/^Dry run, nothing written:\n- updated a.txt\n/);
    expect(await readRaw(workspace, "gone.txt")).toBe("gone\n");
  });

  it("changes nothing when one part fails, and names every part that does, with the lines that are nearest", async () => {
    const workspace = await open({ ...FILES, "old.txt": "some olden text\n" });
    const bad = ["*** Update File: old.txt", "@@", "-some old text", "+new", "*** Delete File: none.txt"];
    const { output, sent, text } = await run(workspace, { patch: envelope(...UPDATE, ...bad) });
    expect(output).toMatchObject({
      error: { kind: "text_not_found", failures: [{ path: "old.txt" }, { path: "none.txt" }] },
    });
    expect(sent.type).toBe("error-text");
    expect(text).toContain("old.txt, hunk 1 (patch line 8)");
    expect(text).toContain("none.txt (patch line 11)");
    expect(text).toContain("Nearest lines of old.txt, hunk 1:\n1\tsome olden text");
    expect(await readRaw(workspace, "a.txt")).toBe(FILES["a.txt"]);
  });

  it("says where it tolerated a difference, and what was there already", async () => {
    const workspace = await open({ "a.txt": "one and only  \ntwo\n", "b.txt": "b\n" });
    const { text } = await run(workspace, {
      patch: envelope("*** Update File: a.txt", "@@", "-one and only", "+1", "*** Add File: b.txt", "+b"),
    });
    expect(text).toContain("- updated a.txt (line 1 differed in trailing blanks)\n- was there already b.txt");
  });

  it("takes the names that models give to the patch", async () => {
    const workspace = await open(FILES);
    expect((await run(workspace, { input: envelope(...UPDATE) })).output).toHaveProperty("files");
  });
});

describe("the patch tool", () => {
  it.each<[string, object, string]>([
    ["no patch", { patch: "hello" }, "parse_error"],
    ["a path outside", { patch: envelope("*** Add File: ../x", "+x") }, "path_outside_workspace"],
    ["a protected path", { patch: envelope("*** Add File: .git/config", "+x") }, "protected_path"],
  ])("answers %s with a failure", async (_, input, kind) => {
    const workspace = await openDiskWorkspace(FILES);
    expect((await run(workspace, input)).output).toMatchObject({ error: { kind, hint: expect.any(String) } });
  });

  it("holds to its limits", async () => {
    const workspace = await openDiskWorkspace(FILES);
    for (const options of [{ maxBytes: 50 }, { maxFiles: 3 }]) {
      expect((await run(workspace, { patch: FOUR }, options)).output).toMatchObject({
        error: { kind: "file_too_large" },
      });
    }
    expect((await run(workspace, { patch: FOUR }, { maxFiles: 5 })).output).toHaveProperty("files");
  });

  it("lets a slip through only where the operator confirms it", async () => {
    const workspace = await openDiskWorkspace({ "a.txt": "some line\n".repeat(40) });
    const input = { patch: envelope("*** Replace File: a.txt", "+x") };
    expect((await run(workspace, input)).output).toMatchObject({ error: { kind: "patch_conflict" } });
    expect((await run(workspace, input, { confirm: ["shrink"] })).output).toHaveProperty("files");
  });

  it.each([{ workspace: {} }, { maxBytes: 0 }, { guard: "on" }, { redact: {} }, { store: {} }])(
    "refuses %j",
    async (options) => {
      const workspace = await openDiskWorkspace({});
      expect(() => createApplyPatchTool({ workspace, ...options } as never)).toThrow(TypeError);
    },
  );

  it("rejects an aborted call with the reason", async () => {
    const workspace = await openDiskWorkspace(FILES);
    const abortSignal = AbortSignal.abort(new Error("enough"));
    const tool = createApplyPatchTool({ workspace });
    await expect(tool.execute({ patch: FOUR }, { abortSignal })).rejects.toThrow("enough");
    expect(await readRaw(workspace, "gone.txt")).toBe("gone\n");
  });
});

describe("the patch tool and secrets", () => {
  const [token] = TOKENS;
  const line = token?.line ?? "";
  const redact = createSecretRedactor();
  const files = { "a.env": `NAME=x\n${line}\nLAST=1\n`, "b.txt": "b\n" };

  async function readShown(workspace: Workspace): Promise<string> {
    const { output } = await runTool(createFileTools({ workspace, redact }), {
      tool: "read",
      input: { path: "a.env" },
    });
    return String((output as { content: string }).content).split("\n")[1] ?? "";
  }

  it("takes placeholders back to their file, and shows no secret", async () => {
    const workspace = await openDiskWorkspace(files);
    const shown = await readShown(workspace);
    const hunk = ["@@", "-NAME=x", "+NAME=y", ` ${shown}`, "-LAST=1", `+COPY ${shown}`];
    const { output, text } = await run(workspace, { patch: envelope("*** Update File: a.env", ...hunk) }, { redact });
    expect(output).toMatchObject({
      redacted: true,
      files: [{ operation: "update", afterSha256: expect.stringMatching(SHA256) }],
    });
    expect(findLeak(JSON.stringify(output) + text)).toBeNull();
    expect(output.files[0]?.diff).toContain(`+COPY ${shown}`);
    expect(await readRaw(workspace, "a.env")).toBe(`NAME=y\n${line}\nCOPY ${line}\n`);
    const { sha256 } = await workspace.fs.holdFile("a.env", (file) => file.describe());
    expect(output.files[0]?.afterSha256).toBe(sha256);
  });

  it.each<[string, readonly string[]]>([
    ["a deleted file", ["*** Delete File: a.env"]],
    ["a moved file", ["*** Update File: a.env", "*** Move to: c.env", "@@", "-LAST=1", "+LAST=2"]],
    [
      "a file changed twice",
      ["*** Update File: a.env", "@@", "-NAME=x", "+NAME=y", "*** Update File: a.env", "@@", "-LAST=1"],
    ],
    ["a new file", ["*** Add File: d.env", `+${line}`]],
    ["a failure", ["*** Update File: a.env", "@@", "-LAST=3", "+LAST=2"]],
    ["several files", ["*** Update File: a.env", "@@", "-LAST=1", "*** Update File: b.txt", "@@", "-b", "+c"]],
  ])("shows none of %s", async (_, lines) => {
    const workspace = await openDiskWorkspace(files);
    const { output, text } = await run(workspace, { patch: envelope(...lines), dryRun: true }, { redact });
    expect(findLeak(JSON.stringify(output) + text)).toBeNull();
    expect(text).not.toMatch(/[\u{100000}-\u{10fffd}]/u);
    const plain = await run(workspace, { patch: envelope(...lines) });
    expect(plain.output).not.toHaveProperty("redacted");
  });

  it("refuses placeholders of another file", async () => {
    const workspace = await openDiskWorkspace(files);
    const shown = await readShown(workspace);
    const { output } = await run(workspace, { patch: envelope("*** Add File: c.env", `+${shown}`) }, { redact });
    expect(output).toMatchObject({ error: { kind: "text_not_found" } });
  });
});

describe("the patch tool under a guard", () => {
  const LONG = Array.from({ length: 60 }, (_, index) => `line ${index + 1}\n`).join("");
  const read = (path: string, more: object = {}): ScriptedCall => ({ tool: "read", input: { path, ...more } });
  const patch = (...lines: readonly string[]): ScriptedCall => ({
    tool: "apply_patch",
    input: { patch: envelope(...lines) },
  });
  const change = (path: string, line: number): string[] => [
    `*** Update File: ${path}`,
    "@@",
    `-line ${line}`,
    "+changed",
  ];

  async function converse(
    steps: readonly (readonly ScriptedCall[])[],
    guard: "require-read" | "warn" = "require-read",
  ) {
    const workspace = await openDiskWorkspace({ "a.txt": LONG, "b.txt": LONG });
    const script = createScriptedModel(
      steps.map((calls, step) => ({
        calls: calls.map((call, index) => ({ id: `s${step + 1}c${index + 1}`, ...call })),
      })),
    );
    const tools = createFileTools({ workspace, guard });
    await generateText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(steps.length + 1) });
    return (id: string): string => {
      const output = script.sentOutputs()[id];
      return output === undefined ? "" : shownText(output);
    };
  }

  it("refuses lines that were not read, and shows them, so that the next call works", async () => {
    const call = patch(...change("a.txt", 40), ...change("b.txt", 40));
    const text = await converse([[read("a.txt")], [call], [call]]);
    expect(text("s2c1")).toMatch(/^hash_mismatch: b.txt has not been read.\n/);
    expect(text("s2c1")).toContain("40\tline 40");
    expect(text("s3c1")).toMatch(/^Patch applied:/);
  });

  it("knows what was read, and what a patch wrote", async () => {
    const text = await converse([
      [read("a.txt", { offset: 30, limit: 20 })],
      [patch(...change("a.txt", 40))],
      [patch(...change("a.txt", 41), "*** Add File: c.txt", "+line 1")],
      [patch(...change("a.txt", 10))],
      [patch(...change("c.txt", 1))],
    ]);
    expect(text("s2c1")).toMatch(/^Patch applied:/);
    expect(text("s3c1")).toMatch(/^Patch applied:/);
    expect(text("s4c1")).toMatch(/^hash_mismatch: Line 10 of a.txt has not been read/);
    expect(text("s5c1")).toMatch(/^Patch applied:/);
  });

  it("shows the lines as they are instead of failing to match what was never read", async () => {
    const text = await converse([[patch(...change("a.txt", 99))]]);
    expect(text("s1c1")).toMatch(/^hash_mismatch: a.txt has not been read/);
  });

  it("asks no read of what is deleted or moved whole", async () => {
    const text = await converse([[patch("*** Delete File: a.txt", "*** Update File: b.txt", "*** Move to: c.txt")]]);
    expect(text("s1c1")).toMatch(/^Patch applied:/);
  });

  it("only says so when it is to warn", async () => {
    const text = await converse([[patch(...change("a.txt", 40))]], "warn");
    expect(text("s1c1")).toContain("Warning: a.txt has not been read.");
  });
});

describe("the approval of a patch", () => {
  it("shows its diffs and its risk, and is bound to the versions of its files", async () => {
    const workspace = await openDiskWorkspace(FILES);
    const asked: ApprovalCall[] = [];
    const { tools, needsApproval } = createApproval(createFileTools({ workspace }), (call) => {
      asked.push(call);
      return "ask";
    });
    const call = { toolCallId: "c1", messages: [] };
    expect(await needsApproval.apply_patch({ patch: FOUR }, call)).toBe(true);
    expect(await needsApproval.apply_patch({ patch: FOUR, dryRun: true }, { toolCallId: "c2" })).toBe(false);
    expect(asked).toMatchObject([
      {
        tool: "apply_patch",
        paths: ["a.txt", "new/b.txt", "gone.txt", "old.txt", "moved.txt"],
        summary: expect.stringContaining("-two\n+2\n"),
        risk: { level: "high" },
        versions: { "a.txt": expect.stringMatching(SHA256), "new/b.txt": null, "moved.txt": null },
      },
    ]);
    await workspace.fs.writeTextOverwrite("gone.txt", "changed\n");
    const output = await tools.apply_patch.execute({ patch: FOUR }, call);
    expect(output).toMatchObject({ error: { kind: "hash_mismatch", path: "gone.txt" } });
    expect(await readRaw(workspace, "a.txt")).toBe(FILES["a.txt"]);
  });
});
