// What tools of a narrowed workspace reach outside of it, with what the environment opens lying ready: nothing, by any tool.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createFileTool, createFileTools } from "ai-file-tools";
import type { createMcpServer } from "ai-file-tools/mcp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { connectClient } from "../mcp/connect.js";
import { snapshotTree } from "../support/tree-snapshot.js";
import { openDiskWorkspace } from "../tools/workspaces.js";

const FILES = { "dir/inner/file": "inside\n", file: "inside\n" };
const SECRET = "secret";

interface Outside {
  readonly temporary: string;
  readonly named: string;
}

/** Lays out a temporary directory and one that the variable names, each with a secret. */
function layOut(): Outside {
  const [temporary = "", named = ""] = ["temporary-", "named-"].map((name) => {
    const path = realpathSync(mkdtempSync(join(tmpdir(), name)));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    writeFileSync(join(path, "secret.txt"), `${SECRET}\n`);
    return path;
  });
  return { temporary, named };
}

function open(options: { readonly trusted?: boolean } = {}): Promise<Workspace> {
  return openDiskWorkspace(FILES, options);
}

type Tools = Readonly<Record<string, unknown>>;
type Call = (tool: string, input: object) => Promise<unknown>;

/** Every tool with a call for a path, and every operation of the file tool. */
function listCalls(directory: string): readonly (readonly [tool: string, input: object])[] {
  const path = join(directory, "secret.txt");
  const patch = `*** Begin Patch\n*** Update File: ${path}\n@@\n-secret\n+taken\n*** End Patch`;
  return [
    ["read", { path }],
    ["write", { path: join(directory, "new.txt"), content: "x" }],
    ["write", { path, content: "x" }],
    ["edit", { path, edits: [{ oldText: "secret", newText: "taken" }] }],
    ["grep", { pattern: "secret", path: directory }],
    ["glob", { pattern: "*", path: directory }],
    ["list", { path: directory }],
    ["apply_patch", { patch }],
    ["file", { operation: "stat", path }],
    ["file", { operation: "read", path }],
    ["file", { operation: "write", path, content: "x", overwrite: true }],
    ["file", { operation: "copy", path, targetPath: "stolen" }],
    ["file", { operation: "copy", path: "file", targetPath: join(directory, "planted") }],
    ["file", { operation: "move", path, targetPath: "stolen" }],
    ["file", { operation: "delete_file", path }],
    ["file", { operation: "delete_empty_dir", path: directory }],
    ["file", { operation: "mkdir", path: join(directory, "made") }],
    ["file", { operation: "list_dir", path: directory }],
    ["file", { operation: "search", path: directory, query: "secret" }],
  ];
}

function callTools(tools: Tools): Call {
  return async (name, input) => {
    const tool = tools[name] as { execute?: (input: object) => Promise<unknown> } | undefined;
    return tool?.execute?.(input) ?? { error: { kind: "no_tool" } };
  };
}

/** With everything that a developer may ask for by a word, so that nothing but the narrowing keeps it out. */
function greedy(workspace: Workspace): Call {
  const file = { temporary: true };
  return callTools({ ...createFileTools({ workspace, file }), file: createFileTool({ workspace, ...file }) });
}

async function overMcp(options: Parameters<typeof createMcpServer>[0], root?: string): Promise<Call> {
  const roots = root === undefined ? {} : { roots: () => [pathToFileURL(root).href] };
  const client = await connectClient(options, roots);
  return (name, input) => client.callTool({ name, arguments: { ...input } });
}

type Narrow = (workspaces: { readonly whole: Workspace; readonly untrusted: Workspace }) => Call | Promise<Call>;

const INNER = [{ path: "dir/inner", access: "write" }] as const;

const NARROWED: Readonly<Record<string, Narrow>> = {
  "without trust": ({ untrusted }) => greedy(untrusted),
  "by a focus": ({ whole }) => greedy(whole.forRequest({ focus: "dir/inner" })),
  "by a root": ({ whole }) => greedy(whole.forRequest({ roots: INNER })),
  "by a root alone": ({ whole }) => greedy(whole.forRequest({ roots: INNER, onlyRoots: true })),
  "by all of the root alone": ({ whole }) =>
    greedy(whole.forRequest({ roots: [{ path: whole.root, access: "write" }], onlyRoots: true })),
  "for reading": ({ whole }) => greedy(whole.forRequest({ roots: [{ path: whole.root, access: "read" }] })),
  "by a request before": ({ whole }) => greedy(whole.forRequest({ roots: INNER }).forRequest({ requestId: "later" })),
  "to tools that read": ({ whole }) => callTools(createFileTools({ workspace: whole, readOnly: true })),
  "over MCP, without trust": ({ untrusted }) => overMcp({ workspace: untrusted }),
  "over MCP, by its client": ({ whole }) => overMcp({ workspace: whole }, join(whole.root, "dir/inner")),
  "over MCP, by a client that names all of it": ({ whole }) => overMcp({ workspace: whole }, whole.root),
  "over MCP, with tools that ask for more": ({ whole }) => {
    const tools = (seen: Workspace) => createFileTools({ workspace: seen, file: { temporary: true } });
    return overMcp({ workspace: whole, tools }, join(whole.root, "dir/inner"));
  },
};

/** Whole workspaces for which nobody has asked for the temporary directory. */
const WHOLE: Readonly<Record<string, Narrow>> = {
  "as it is": ({ whole }) => callTools(createFileTools({ workspace: whole })),
  "over MCP": ({ whole }) => overMcp({ workspace: whole }),
};

async function tryAll(call: Call, directory: string): Promise<void> {
  const before = JSON.stringify(snapshotTree(directory));
  for (const [tool, input] of listCalls(directory)) {
    const answer = JSON.stringify(await call(tool, input).catch(String));
    expect(answer).toMatch(/path_outside_workspace|untrusted_workspace|permission_denied|no_tool|There is no tool/);
    expect(answer).not.toContain(`${SECRET}\\n`);
    expect(JSON.stringify(snapshotTree(directory))).toBe(before);
  }
}

/** Opens workspaces, and then sets the environment, so that they do not lie in what it names. */
async function prepare({ temporary, named }: Partial<Outside>) {
  const workspaces = { whole: await open(), untrusted: await open({ trusted: false }) };
  if (temporary !== undefined) vi.stubEnv("TMPDIR", temporary);
  if (named !== undefined) vi.stubEnv("AI_FILE_TOOLS_ROOTS", named);
  onTestFinished(() => void vi.unstubAllEnvs());
  return workspaces;
}

describe("nothing outside is reached", () => {
  test.each(Object.entries(NARROWED))("from a workspace narrowed %s", async (_name, narrow) => {
    const outside = layOut();
    const call = await narrow(await prepare(outside));
    for (const directory of Object.values(outside)) await tryAll(call, directory);
  });

  test.each(Object.entries(WHOLE))("from a trusted workspace %s", async (_name, create) => {
    const { temporary } = layOut();
    await tryAll(await create(await prepare({ temporary })), temporary);
  });
});

test("the directories are there to be reached: a whole, trusted workspace does, where it is asked for", async () => {
  const outside = layOut();
  const { whole } = await prepare(outside);
  const call = greedy(whole);
  for (const directory of Object.values(outside)) {
    const answer = await call("file", { operation: "read", path: join(directory, "secret.txt") });
    expect(answer).toMatchObject({ content: `${SECRET}\n` });
  }
});
