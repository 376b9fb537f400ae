// Every tool and every face of a workspace, as lists of things to try on a path.

import {
  createExecTool,
  createFileTool,
  createFileTools,
  createSecretRedactor,
  WorkspaceFileStore,
} from "ai-file-tools";
import { createBridgeFileSystem } from "ai-file-tools/acp";
import { createAnthropicTextEditorExecute } from "ai-file-tools/anthropic";
import { createFileRoutes } from "ai-file-tools/http";
import { createOpenAIApplyPatchExecute } from "ai-file-tools/openai";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { ATTACK_OPERATIONS } from "./attack-operations.js";
import type { Target } from "./narrowing-world.js";

/**
 * What a try would do with what the path names: `preview` shows what a change would make of it, `take` writes what it has
 * read elsewhere, `run` starts a command there.
 */
export type Deed = "read" | "preview" | "take" | "change" | "run";

export interface Try {
  readonly name: string;
  readonly deed: Deed;
  /** Which of the paths of a target it is made on. */
  readonly on: keyof Target;
  /** Answers, or throws, what whoever calls would see. */
  readonly run: (path: string) => Promise<unknown>;
}

/** Makes the tries of one face over a view. */
export type Face = (workspace: Workspace) => readonly Try[];

/** Calls a tool by its name. */
export type Call = (tool: string, input: object) => Promise<unknown>;

type Row = readonly [name: string, deed: Deed, on: Try["on"], input: (path: string) => object];

type PatchRow = readonly [on: Try["on"], body: (path: string) => string];

const PATCHES: readonly PatchRow[] = [
  ["file", (path) => `*** Update File: ${path}\n@@\n-secret-of\n+taken`],
  ["file", (path) => `*** Delete File: ${path}`],
  ["file", (path) => `*** Update File: ${path}\n*** Move to: stolen.txt`],
  ["absent", (path) => `*** Add File: ${path}\n+taken`],
  ["absent", (path) => `*** Update File: seed\n*** Move to: ${path}`],
];

const inEnvelope = (body: string): string => `*** Begin Patch\n${body}\n*** End Patch`;

const ROWS: readonly Row[] = [
  ["read", "read", "file", (path) => ({ path })],
  ["read", "read", "file", (path) => ({ path, offset: -1, limit: 1 })],
  ["grep", "read", "directory", (path) => ({ pattern: "secret-of", path })],
  ["grep", "read", "file", (path) => ({ pattern: "s.cret-of", regex: true, path })],
  ["glob", "read", "directory", (path) => ({ pattern: "**", path })],
  ["list", "read", "directory", (path) => ({ path })],
  ["exec", "run", "directory", (cwd) => ({ command: "cat secret.txt", cwd })],
  ["write", "change", "file", (path) => ({ path, content: "taken" })],
  ["write", "change", "absent", (path) => ({ path, content: "taken" })],
  ["edit", "change", "file", (path) => ({ path, edits: [{ oldText: "secret", newText: "taken" }] })],
  ["edit", "preview", "file", (path) => ({ path, edits: [{ oldText: "secret", newText: "taken" }], dryRun: true })],
  ...PATCHES.flatMap(([on, body]): Row[] => [
    ["apply_patch", "change", on, (path) => ({ patch: inEnvelope(body(path)) })],
    ["apply_patch", "preview", on, (path) => ({ patch: inEnvelope(body(path)), dryRun: true })],
  ]),
];

const FILE_ROWS: readonly Row[] = [
  ["stat", "read", "file", (path) => ({ path })],
  ["stat", "read", "directory", (path) => ({ path })],
  ["read", "read", "file", (path) => ({ path })],
  ["list_dir", "read", "directory", (path) => ({ path })],
  ["search", "read", "directory", (path) => ({ path, query: "secret-of" })],
  ["write", "change", "file", (path) => ({ path, content: "taken", overwrite: true })],
  ["copy", "take", "file", (path) => ({ path, targetPath: "stolen.txt" })],
  ["copy", "change", "absent", (path) => ({ path: "seed", targetPath: path })],
  ["copy", "change", "file", (path) => ({ path: "seed", targetPath: path, overwrite: true })],
  ["move", "change", "file", (path) => ({ path, targetPath: "stolen.txt" })],
  ["move", "change", "file", (path) => ({ path: "seed", targetPath: path, overwrite: true })],
  ["move", "change", "directory", (path) => ({ path: `${path}/below`, targetPath: "stolen" })],
  ["delete_file", "change", "file", (path) => ({ path })],
  ["delete_empty_dir", "change", "directory", (path) => ({ path: `${path}/below`, recursive: true })],
  ["mkdir", "change", "absent", (path) => ({ path })],
];

/** Makes the tries of all tools but the file tool. */
export function tryTools(call: Call): readonly Try[] {
  return ROWS.map(([name, deed, on, input]) => ({ name, deed, on, run: (path) => call(name, input(path)) }));
}

/** Makes the tries of the file tool. */
export function tryFileOperations(call: Call): readonly Try[] {
  return FILE_ROWS.map(([operation, deed, on, input]) => ({
    name: `file ${operation}`,
    deed,
    on,
    run: (path) => call("file", { operation, ...input(path) }),
  }));
}

/** Calls tools as the SDK does, to the end. */
export function callTools(tools: Readonly<Record<string, unknown>>): Call {
  return async (name, input) => {
    const tool = tools[name] as { execute?: (input: object, options: object) => unknown } | undefined;
    if (tool?.execute === undefined) return { error: { kind: "no_tool" } };
    const answer = await tool.execute(input, { toolCallId: "1", messages: [] });
    if (!(typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer)) return answer;
    const snapshots: unknown[] = [];
    for await (const snapshot of answer as AsyncIterable<unknown>) snapshots.push(snapshot);
    return snapshots.at(-1);
  };
}

function tryRoutes(workspace: Workspace): readonly Try[] {
  const app = createFileRoutes({ workspace, token: "token" });
  const ask = async (address: string, init: RequestInit = {}): Promise<string> => {
    const type = typeof init.body === "string" ? "application/json" : "application/octet-stream";
    const headers = { authorization: "Bearer token", "content-type": type };
    return (await app.fetch(new Request(`http://localhost${address}`, { ...init, headers }))).text();
  };
  const get = (route: string, on: Try["on"], rest = ""): Try => ({
    name: `GET ${route}`,
    deed: "read",
    on,
    run: (path) => ask(`${route}${route === "/glob" ? "?cwd=" : "?path="}${encodeURIComponent(path)}${rest}`),
  });
  const post = (route: string, body: (path: string) => object): Try => ({
    name: `POST ${route}`,
    deed: "change",
    on: "file",
    run: (path) => ask(route, { method: "POST", body: JSON.stringify(body(path)) }),
  });
  return [
    get("/file", "file"),
    get("/file/bytes", "file"),
    get("/stat", "file"),
    get("/stat", "directory"),
    get("/list", "directory"),
    get("/glob", "directory", "&pattern=**"),
    get("/grep", "directory", "&pattern=secret-of"),
    post("/file/write", (path) => ({ path, content: "taken", mode: "overwrite" })),
    post("/file/edit", (path) => ({ path, oldText: "secret", newText: "taken" })),
    {
      name: "POST /file/upload",
      deed: "change",
      on: "absent",
      run: (path) =>
        ask(`/file/upload?path=${encodeURIComponent(path)}`, { method: "POST", body: Buffer.from("taken") }),
    },
  ];
}

function tryEditor(workspace: Workspace): readonly Try[] {
  const execute = createAnthropicTextEditorExecute({ workspace });
  const one = (deed: Deed, on: Try["on"], input: Omit<Parameters<typeof execute>[0], "path">): Try => ({
    name: input.command,
    deed,
    on,
    run: (path) => execute({ ...input, path } as Parameters<typeof execute>[0], { toolCallId: "1", messages: [] }),
  });
  return [
    one("read", "file", { command: "view" }),
    one("read", "directory", { command: "view" }),
    one("change", "file", { command: "create", file_text: "taken" }),
    one("change", "file", { command: "str_replace", old_str: "secret", new_str: "taken" }),
    one("change", "file", { command: "insert", insert_line: 0, insert_text: "taken" }),
    one("change", "file", { command: "undo_edit" }),
  ];
}

function tryPatches(workspace: Workspace): readonly Try[] {
  const execute = createOpenAIApplyPatchExecute({ workspace });
  const one = (type: "create_file" | "update_file" | "delete_file", diff: string): Try => ({
    name: type,
    deed: "change",
    on: type === "create_file" ? "absent" : "file",
    run: (path) => execute({ callId: "1", operation: { type, path, diff } }, { toolCallId: "1", messages: [] }),
  });
  return [one("create_file", "+taken"), one("update_file", "@@\n-secret-of\n+taken"), one("delete_file", "")];
}

function tryBridge(workspace: Workspace): readonly Try[] {
  const bridge = createBridgeFileSystem(workspace);
  return [
    { name: "readText", deed: "read", on: "file", run: (path) => bridge.readText({ path }) },
    { name: "writeText", deed: "change", on: "file", run: (path) => bridge.writeText({ path, content: "taken" }) },
  ];
}

const DEEDS: Readonly<Partial<Record<(typeof ATTACK_OPERATIONS)[number]["at"], Pick<Try, "deed" | "on">>>> = {
  // A path that is resolved is only named, also where it may not be changed.
  resolve: { deed: "read", on: "file" },
  read: { deed: "read", on: "file" },
  stat: { deed: "read", on: "file" },
  search: { deed: "read", on: "directory" },
  list: { deed: "read", on: "directory" },
  exec: { deed: "run", on: "directory" },
};

function tryBoundary(workspace: Workspace): readonly Try[] {
  return ATTACK_OPERATIONS.map(({ name, at, run }) => ({
    name,
    ...(name === "copy from" ? { deed: "take", on: "file" } : (DEEDS[at] ?? { deed: "change", on: "file" })),
    run: (path) => run(workspace, path),
  }));
}

/** The file tool as it comes. */
export const tryFileTool: Face = (workspace) => tryFileOperations(callTools(createFileTools({ workspace })));

/** The file tool, given all that opens more without saying where. */
export const tryGreedyFileTool: Face = (workspace) => {
  const file = createFileTool({ workspace, temporary: true, unrestricted: true, allowRecursiveDelete: true });
  return tryFileOperations(callTools({ file }));
};

export const FACES: Readonly<Record<string, Face>> = {
  "the tools": (workspace) => tryTools(callTools(createFileTools({ workspace }))),
  "the tools over a store, with options": (workspace) => {
    const store = new WorkspaceFileStore(workspace);
    const tools = createFileTools({ store, redact: createSecretRedactor(), dedupe: "context" });
    return tryTools(callTools({ ...tools, exec: createExecTool({ workspace, spill: true }) }));
  },
  "the tools that read": (workspace) => {
    const call = callTools(createFileTools({ workspace, readOnly: true }));
    return [...tryTools(call), ...tryFileOperations(call)];
  },
  "the methods of the boundary": tryBoundary,
  "the routes": tryRoutes,
  "Anthropic's text editor": tryEditor,
  "OpenAI's patch tool": tryPatches,
  "the bridge for editors": tryBridge,
};
