// Every public function that takes options refuses one that is mistyped, or of another form, and says what is wanted.

import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createAnthropicTextEditorExecute } from "../../src/anthropic/text-editor-execute.js";
import { createFileRoutes } from "../../src/http/file-routes.js";
import { serveFileRoutes } from "../../src/http/serve.js";
import * as root from "../../src/index.js";
import { createMcpServer } from "../../src/mcp/create-mcp-server.js";
import { serveMcpOverStdio } from "../../src/mcp/serve-mcp-over-stdio.js";
import { createOpenAIApplyPatchExecute } from "../../src/openai/apply-patch-execute.js";
import { fileStoreContract } from "../../src/testing/file-store-contract.js";

type Options = Readonly<Record<string, unknown>>;

interface Taker {
  readonly valid: Options;
  /** Calls the function as a program without types may. */
  readonly call: (options: never) => unknown;
  /** Mistyped names, and what is meant. */
  readonly near: Readonly<Record<string, string>>;
  /** Values of another form, by the option. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

const workspace = root.createInMemoryWorkspace({ files: { "a.txt": "a\n" }, trusted: true });
const store = new root.InMemoryFileStore();

const COUNTS: readonly unknown[] = ["10", Number.NaN, -1, 0, 1.5, Number.POSITIVE_INFINITY, null, {}];
const FLAGS: readonly unknown[] = ["false", 0, 1, null, {}];
const LISTS: readonly unknown[] = ["a", 5, null, {}, [5]];
const TEXTS: readonly unknown[] = [5, "", null, {}, ["a"]];
const FUNCTIONS: readonly unknown[] = ["log", 5, true, null, {}];
const RECORDS: readonly unknown[] = ["a", 5, true, null, [], new Map()];
const REDACTORS: readonly unknown[] = ["all", true, null, {}];
const GUARDS: readonly unknown[] = ["on", true, 5, {}];
const PATHS: readonly unknown[] = ["/srv", {}, [{ path: "/srv" }], [{ path: 5, access: "read" }], null];

const HISTORY = [true, "memory", 5, null, [], { maxBytes: -1 }, { maxAgeMs: "1" }, { directory: 5 }];
const SHARED_WRONG = {
  trusted: FLAGS,
  name: TEXTS,
  focus: TEXTS,
  ignoreFiles: LISTS,
  protectedPaths: LISTS,
  limits: [...RECORDS, { maxReadBytes: -1 }, { maxReadBytes: "1" }, { maxReadByte: 1 }],
  audit: FUNCTIONS,
  rawPaths: FLAGS,
  history: [...HISTORY, { snapshotBeforeExec: "yes" }, { snapshotBeforeExec: { maxFiles: Number.NaN } }],
  newFileMode: ["0644", -1, Number.NaN, 0o1777, null],
  runner: ["bash", true, {}, { run: "bash" }],
};
const STDIO_WRONG = { stdin: ["-", 0, null, {}], stdout: ["-", 1, null, {}], signal: ["abort", {}, null] };
const MCP_WRONG = {
  workspace: [undefined, null, {}, "/"],
  tools: ["all", 5, []],
  name: TEXTS,
  instructions: [5, null],
  structured: FLAGS,
  onError: FUNCTIONS,
};
const ROUTES_WRONG = {
  workspace: [undefined, null, {}, "/"],
  token: [5, "", "with blank", null],
  trustLoopback: FLAGS,
  allowedHosts: LISTS,
  allowedOrigins: [...LISTS, ["app.example.com"]],
  rateLimit: [...RECORDS, { maxReads: "1" }, { windowMs: -1 }, { maxMutations: Number.NaN }, { maxRead: 1 }],
  bodyTimeoutMs: COUNTS,
  remoteAddress: FUNCTIONS,
};
const STORE_WRONG = { store: [undefined, null, {}, "/"] };

const TAKERS: Readonly<Record<string, Taker>> = {
  openWorkspace: {
    valid: { root: "/" },
    call: root.openWorkspace,
    near: { trustd: "trusted", Trusted: "trusted", grant: "grants", protectedPath: "protectedPaths" },
    wrong: {
      ...SHARED_WRONG,
      root: TEXTS,
      roots: [...PATHS, [{ path: "/srv", access: "read", nam: "a" }]],
      grants: PATHS,
      symlinks: ["follow", true],
      require: ["weak", true],
    },
  },
  createInMemoryWorkspace: {
    valid: {},
    call: root.createInMemoryWorkspace,
    near: { file: "files", trustd: "trusted" },
    wrong: { ...SHARED_WRONG, files: [...RECORDS, { a: 5 }, { files: { a: "x" } }] },
  },
  createFileTools: {
    valid: { workspace },
    call: root.createFileTools,
    near: { readonly: "readOnly", aprove: "approve", includes: "include" },
    wrong: {
      workspace: [null, {}, "/"],
      include: LISTS,
      exclude: LISTS,
      readOnly: FLAGS,
      approve: ["always", 1, null, {}],
      guard: GUARDS,
      dedupe: ["on", true, null],
      redact: REDACTORS,
      file: RECORDS,
    },
  },
  createReadTool: {
    valid: { store },
    call: root.createReadTool,
    near: { maxLine: "maxLines", lineNumber: "lineNumbers" },
    wrong: {
      ...STORE_WRONG,
      maxLines: COUNTS,
      maxBytes: COUNTS,
      maxMediaBytes: COUNTS,
      lineNumbers: ["all", true, null],
      redact: REDACTORS,
      dedupe: ["on", true, null],
    },
  },
  createWriteTool: {
    valid: { store },
    call: root.createWriteTool,
    near: { maxByte: "maxBytes" },
    wrong: { ...STORE_WRONG, maxBytes: COUNTS, guard: GUARDS, redact: REDACTORS },
  },
  createEditTool: {
    valid: { store },
    call: root.createEditTool,
    near: { gaurd: "guard" },
    wrong: { ...STORE_WRONG, maxBytes: COUNTS, guard: GUARDS, redact: REDACTORS },
  },
  createGrepTool: {
    valid: { store },
    call: root.createGrepTool,
    near: { maxHit: "maxHits" },
    wrong: { ...STORE_WRONG, maxHits: COUNTS, maxBytesPerLine: COUNTS, redact: REDACTORS },
  },
  createGlobTool: {
    valid: { workspace },
    call: root.createGlobTool,
    near: { workspaces: "workspace" },
    wrong: { workspace: [undefined, null, {}, "/"], store: [{}, "/"] },
  },
  createListTool: {
    valid: { store },
    call: root.createListTool,
    near: { stores: "store" },
    wrong: { store: [null, {}, "/"], workspace: [{}, "/"] },
  },
  createApplyPatchTool: {
    valid: { workspace },
    call: root.createApplyPatchTool,
    near: { maxFile: "maxFiles" },
    wrong: {
      workspace: [undefined, null, {}, "/"],
      maxBytes: COUNTS,
      maxFiles: COUNTS,
      confirm: [...LISTS, ["shrinks"]],
      guard: GUARDS,
      redact: REDACTORS,
    },
  },
  createFileTool: {
    valid: { workspace },
    call: root.createFileTool,
    near: { temporay: "temporary", root: "roots" },
    wrong: {
      workspace: [undefined, null, {}, "/"],
      roots: ["/srv", {}, [5], [{ path: "/srv" }], null],
      unrestricted: FLAGS,
      temporary: FLAGS,
      allowRecursiveDelete: FLAGS,
      maxBytes: COUNTS,
      guard: GUARDS,
      redact: REDACTORS,
    },
  },
  createExecTool: {
    valid: { workspace },
    call: root.createExecTool,
    near: { allowedCommand: "allowedCommands", timeoutMS: "timeoutMs" },
    wrong: {
      workspace: [undefined, null, {}, "/"],
      sandbox: ["docker", true, {}, null],
      defaultCwd: TEXTS,
      allowedCommands: ["git", {}, [5], null],
      timeoutMs: ["1000", Number.NaN, -1, 1.5, null],
      maxTimeoutMs: COUNTS,
      maxOutputBytes: COUNTS,
      spill: [false, "logs", {}, { directory: 5 }, { dir: "logs" }, null],
      env: ["A=1", 5, { A: 1 }, ["A=1"], null],
      redact: REDACTORS,
      background: [true, {}, null],
    },
  },
  createCommandTools: {
    valid: { workspace },
    call: root.createCommandTools,
    near: { allowedCommand: "allowedCommands" },
    wrong: { timeoutMs: ["1000", Number.NaN, -1], background: [root.createBackgroundCommands()] },
  },
  createApproval: {
    valid: {},
    call: (options) => root.createApproval({}, "ask", options),
    near: { record: "records" },
    wrong: { records: ["memory", true, [], {}, null], maxSummaryBytes: COUNTS },
  },
  "createApproval with a rule": {
    valid: { decision: "allow" },
    call: (rule) => root.createApproval({ read: {} }, [rule]),
    near: { path: "paths", tool: "tools", risks: "risk" },
    wrong: { tools: LISTS, paths: LISTS, risk: ["none", 5, null], decision: ["yes", true, null], reason: TEXTS },
  },
  previewEdit: {
    valid: {},
    call: (options) => root.previewEdit(store, { path: "a", edits: [{ oldText: "a", newText: "b" }] }, options),
    near: { redcat: "redact" },
    wrong: { redact: REDACTORS },
  },
  createAuditPublisher: {
    valid: {},
    call: root.createAuditPublisher,
    near: { listner: "listener", rawPath: "rawPaths" },
    wrong: { listener: FUNCTIONS, rawPaths: FLAGS },
  },
  createBubblewrapRunner: {
    valid: {},
    call: root.createBubblewrapRunner,
    near: { networks: "network" },
    wrong: { network: ["none", ...FLAGS], protect: FLAGS, readable: ["/opt", [5], [""], {}] },
  },
  createWorkspaceFileSystemFactory: {
    valid: { parts: {}, scope: {} },
    call: root.createWorkspaceFileSystemFactory,
    near: { part: "parts" },
    wrong: { parts: RECORDS, scope: RECORDS },
  },
  createSecretRedactor: { valid: {}, call: root.createSecretRedactor, near: {}, wrong: {} },
  createJustBashRunner: { valid: {}, call: root.createJustBashRunner, near: {}, wrong: {} },
  createHostShellRunner: { valid: {}, call: root.createHostShellRunner, near: {}, wrong: {} },
  createBackgroundCommands: { valid: {}, call: root.createBackgroundCommands, near: {}, wrong: {} },
  fileStoreContract: { valid: {}, call: fileStoreContract, near: {}, wrong: {} },
  WorkspaceFileStore: {
    valid: {},
    call: (options) => new root.WorkspaceFileStore(workspace, options),
    near: {},
    wrong: {},
  },
  InMemoryFileStore: {
    valid: {},
    call: (options) => new root.InMemoryFileStore({ a: "x" }, options),
    near: {},
    wrong: {},
  },
  createFileRoutes: {
    valid: { workspace },
    call: createFileRoutes,
    near: { tokens: "token", trustLoopBack: "trustLoopback", allowedOrigin: "allowedOrigins" },
    wrong: ROUTES_WRONG,
  },
  serveFileRoutes: {
    valid: { workspace },
    call: serveFileRoutes,
    near: { hostName: "hostname", ports: "port" },
    wrong: { ...ROUTES_WRONG, port: ["80", -1, 70_000, Number.NaN, 1.5, null], hostname: TEXTS },
  },
  createMcpServer: {
    valid: { workspace },
    call: createMcpServer,
    near: { tool: "tools", onerror: "onError" },
    wrong: MCP_WRONG,
  },
  serveMcpOverStdio: {
    valid: { workspace },
    call: serveMcpOverStdio,
    near: { stdIn: "stdin", tool: "tools" },
    wrong: { ...MCP_WRONG, ...STDIO_WRONG },
  },
  createOpenAIApplyPatchExecute: {
    valid: { workspace },
    call: createOpenAIApplyPatchExecute,
    near: { maxByte: "maxBytes" },
    wrong: {
      workspace: [undefined, null, {}, "/"],
      maxBytes: COUNTS,
      confirm: [...LISTS, ["shrinks"]],
      redact: REDACTORS,
    },
  },
  createAnthropicTextEditorExecute: {
    valid: { workspace },
    call: createAnthropicTextEditorExecute,
    near: { maxCharacter: "maxCharacters" },
    wrong: { workspace: [undefined, null, {}, "/"], maxCharacters: COUNTS, redact: REDACTORS },
  },
};

/** Public functions without options; each takes values of other kinds, in a fixed order. */
const WITHOUT_OPTIONS: readonly string[] = [
  ...["FsError", "isFsError", "isToolFailure", "detectBinary", "shouldIgnore", "hasSuspiciousPathPattern"],
  ...["isHoldable", "isListable", "isMutable", "isRequestScoped", "isSearchable", "isUpdatable", "hasConditionalWrite"],
  ...["enforceReadBytesSize", "enforceReadSize", "enforceWriteSize", "assertTrustedForIntent", "canonicalizeWorkspace"],
  ...["applyEditsToNormalizedContent", "generateDiffString", "generateUnifiedPatch", "resolveWithinWorkspace"],
  ...["createRedactor", "createSandboxRunner", "createSandboxStore", "createBridgeFileSystem"],
  ...["fromRequestError", "toRequestError", "isCaseApplicable"],
];

async function errorOf(taker: Taker, options: Options): Promise<unknown> {
  try {
    await taker.call(options as never);
    return null;
  } catch (error) {
    return error;
  }
}

test("every public function is here", async () => {
  const listing = await readFile(new URL("public-api.txt", import.meta.url), "utf8");
  const names = [...listing.matchAll(/^ {2}value (\w+)$/gm)].flatMap(([, name = ""]) =>
    /^[A-Z_]+$/.test(name) ? [] : [name],
  );
  const known = [...Object.keys(TAKERS).filter((name) => !name.includes(" ")), ...WITHOUT_OPTIONS];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(Object.entries(TAKERS))("%s", (_name, taker) => {
  test("names an option that nobody knows", async () => {
    const error = await errorOf(taker, { ...taker.valid, thisIsNotAnOption: 1 });
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toMatch(/has no option thisIsNotAnOption\. (?:The options are .+|It takes none)\.$/);
  });

  test.each(Object.entries(taker.near))("takes %s for %s mistyped", async (name, meant) => {
    const error = await errorOf(taker, { ...taker.valid, [name]: true });
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toMatch(new RegExp(`has no option ${name}\\. Did you mean ${meant}\\?$`));
  });

  const values = Object.entries(taker.wrong).flatMap(([name, wrong]) => wrong.map((value) => [name, value] as const));
  test.each(values)("refuses %s: %o and names it", async (name, value) => {
    const error = await errorOf(taker, { ...taker.valid, [name]: value });
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toMatch(new RegExp(`\\b${name}\\b|is a string, or an object`));
    expect(String(error)).toMatch(/\b(?:must|cannot|has no|needs|takes|not both|is a)\b/);
  });

  test.each([null, "options", 5, []])("refuses %j for its options", async (options) => {
    expect(await errorOf(taker, options as never)).toBeInstanceOf(TypeError);
  });
});
