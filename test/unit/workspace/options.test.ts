// Options that the developer got wrong are refused where the workspace is made or narrowed, never taken for something looser.

import { describe, expect, test } from "vitest";
import { InMemoryFileStore } from "../../../src/stores/in-memory-file-store.js";
import { WorkspaceFileStore } from "../../../src/stores/workspace-file-store.js";
import { createApproval } from "../../../src/tools/approval/create-approval.js";
import { createCommandTools } from "../../../src/tools/commands/command-tools.js";
import { createFileTools } from "../../../src/tools/create-file-tools.js";
import {
  createApplyPatchTool,
  createEditTool,
  createExecTool,
  createFileTool,
  createGlobTool,
  createGrepTool,
  createListTool,
  createReadTool,
  createWriteTool,
} from "../../../src/tools/index.js";
import { createBubblewrapRunner } from "../../../src/workspace/commands/bubblewrap-runner.js";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import { openWorkspace } from "../../../src/workspace/open-workspace.js";
import { useSandbox } from "../../support/temp-workspace.js";

const WRONG_EVERYWHERE: readonly (readonly [string, unknown])[] = [
  ["trusted", "false"],
  ["trusted", 1],
  ["name", ""],
  ["name", 5],
  ["focus", 5],
  ["ignoreFiles", ".gitignore"],
  ["ignoreFiles", [1]],
  ["protectedPaths", "secret/**"],
  ["protectedPaths", [5]],
  ["limits", 5],
  ["audit", "log"],
  ["rawPaths", "yes"],
  ["history", true],
  ["history", "memory"],
];

const WRONG_ON_DISK: readonly (readonly [string, unknown])[] = [
  ["root", ""],
  ["root", undefined],
  ["roots", "/srv"],
  ["roots", [{ path: "/srv" }]],
  ["roots", [{ path: "/srv", access: "all" }]],
  ["roots", [{ access: "read" }]],
  ["roots", [null]],
  ["grants", [{ access: "read" }]],
  ["grants", [{ path: "/srv/a", access: "execute" }]],
  ["symlinks", "follow"],
  ["require", "weak"],
];

/** Options as a program without types may pass them. */
function untyped<Options>(options: Readonly<Record<string, unknown>>): Options {
  return options as Options;
}

describe("a workspace on the disk", () => {
  test.each([...WRONG_EVERYWHERE, ...WRONG_ON_DISK])("refuses %s: %j and names it", async (name, value) => {
    const { root } = useSandbox();
    const opening = openWorkspace(untyped({ root, [name]: value }));
    await expect(opening).rejects.toThrow(TypeError);
    await expect(opening).rejects.toThrow(name);
  });

  test.each([undefined, null, "/srv"])("refuses %j instead of options", async (options) => {
    const opening = openWorkspace(options as never);
    await expect(opening).rejects.toThrow(TypeError);
    await expect(opening).rejects.toThrow("options");
  });

  test("takes an option that is undefined for one that is absent", async () => {
    const { root } = useSandbox();
    const absent = Object.fromEntries([...WRONG_EVERYWHERE, ...WRONG_ON_DISK].map(([name]) => [name, undefined]));
    const workspace = await openWorkspace({ ...absent, root });
    expect(workspace.trusted).toBe(false);
    await workspace.close();
  });
});

describe("a workspace in memory", () => {
  test.each(WRONG_EVERYWHERE)("refuses %s: %j and names it", (name, value) => {
    const create = () => createInMemoryWorkspace(untyped({ [name]: value }));
    expect(create).toThrow(TypeError);
    expect(create).toThrow(name);
  });

  test.each([{ files: { a: 5 } }, { files: "a" }, { files: [] }])("refuses %j", (options) => {
    const create = () => createInMemoryWorkspace(untyped(options));
    expect(create).toThrow(TypeError);
    expect(create).toThrow("files");
  });
});

describe("a view of a request", () => {
  const workspace = createInMemoryWorkspace({ files: { a: "x" } });

  test.each([
    ["focus", 5],
    ["roots", "a"],
    ["roots", [{ path: "a" }]],
    ["grants", [{ path: "", access: "read" }]],
    ["operatorRoots", [{ path: "/srv", access: "all" }]],
    ["onlyRoots", "yes"],
    ["unrestricted", 1],
  ])("refuses %s: %j and names it", (name, value) => {
    const narrow = () => workspace.forRequest(untyped({ [name]: value }));
    expect(narrow).toThrow(TypeError);
    expect(narrow).toThrow(name);
  });
});

test.each([undefined, null, {}, "/srv"])("a store refuses the workspace %j", (workspace) => {
  expect(() => new WorkspaceFileStore(workspace as never)).toThrow(TypeError);
});

test.each([
  ["network", "none"],
  ["network", 1],
  ["protect", "no"],
  ["readable", "/opt"],
  ["readable", [5]],
])("a sandbox refuses %s: %j and names it", (name, value) => {
  const create = () => createBubblewrapRunner(untyped({ [name]: value }));
  expect(create).toThrow(TypeError);
  expect(create).toThrow(name);
});

describe("an option that nobody knows", () => {
  const untrusted = { trustd: true };
  const workspace = createInMemoryWorkspace({ trusted: true });
  const store = new InMemoryFileStore();

  test.each<[string, string, () => unknown]>([
    ["trustd", "trusted", () => openWorkspace(untyped({ root: "/", ...untrusted }))],
    ["Trusted", "trusted", () => openWorkspace(untyped({ root: "/", Trusted: true }))],
    ["protectedPath", "protectedPaths", () => openWorkspace(untyped({ root: "/", protectedPath: [] }))],
    ["grant", "grants", () => openWorkspace(untyped({ root: "/", grant: [] }))],
    ["trustd", "trusted", async () => createInMemoryWorkspace(untyped(untrusted))],
    ["file", "files", async () => createInMemoryWorkspace(untyped({ file: {} }))],
    ["onlyRoot", "onlyRoots", async () => createInMemoryWorkspace({}).forRequest(untyped({ onlyRoot: true }))],
    ["readonly", "readOnly", async () => createFileTools({ workspace, readonly: true } as never)],
    ["aprove", "approve", async () => createFileTools({ workspace, aprove: true } as never)],
    ["record", "records", async () => createApproval({}, "ask", untyped({ record: new Map() }))],
    ["temporay", "temporary", async () => createFileTool(untyped({ workspace, temporay: true }))],
    ["temporay", "temporary", async () => createFileTools({ workspace, file: untyped({ temporay: true }) })],
    ["maxLine", "maxLines", async () => createReadTool(untyped({ store, maxLine: 1 }))],
    ["maxByte", "maxBytes", async () => createWriteTool(untyped({ store, maxByte: 1 }))],
    ["gaurd", "guard", async () => createEditTool(untyped({ store, gaurd: "warn" }))],
    ["maxHit", "maxHits", async () => createGrepTool(untyped({ store, maxHit: 1 }))],
    ["allowedCommand", "allowedCommands", async () => createExecTool(untyped({ workspace, allowedCommand: [] }))],
    ["allowedCommand", "allowedCommands", async () => createCommandTools(untyped({ workspace, allowedCommand: [] }))],
    ["workspaces", "workspace", async () => createGlobTool(untyped({ workspace, workspaces: [] }))],
    ["stores", "store", async () => createListTool(untyped({ store, stores: [] }))],
    ["maxFile", "maxFiles", async () => createApplyPatchTool(untyped({ workspace, maxFile: 1 }))],
    ["networks", "network", async () => createBubblewrapRunner(untyped({ networks: false }))],
    ["path", "paths", async () => createApproval({}, [{ path: ["docs/**"], decision: "allow" } as never])],
    ["risks", "risk", async () => createApproval({}, [{ risks: "low", decision: "allow" } as never])],
    ["directry", "directory", async () => createInMemoryWorkspace(untyped({ history: { directry: "/" } }))],
    ["maxByte", "maxBytes", () => openWorkspace(untyped({ root: "/", history: { maxByte: 1 } }))],
    [
      "maxFile",
      "maxFiles",
      async () => createInMemoryWorkspace(untyped({ history: { snapshotBeforeExec: { maxFile: 1 } } })),
    ],
  ])("is refused: %s, for %s", async (name, nearest, make) => {
    const message = new RegExp(`has no option ${name}\\. Did you mean ${nearest}\\?$`);
    await expect(make()).rejects.toThrow(TypeError);
    await expect(make()).rejects.toThrow(message);
  });

  test("is refused with a list where none is near", async () => {
    const opening = openWorkspace(untyped({ root: "/", hoverboard: true }));
    await expect(opening).rejects.toThrow(/has no option hoverboard\. The options are trusted, .*root/);
  });

  test("is none where it is undefined", () => {
    expect(createInMemoryWorkspace(untyped({ trustd: undefined, trusted: true })).trusted).toBe(true);
  });
});

test.each(["temporary", "unrestricted", "allowRecursiveDelete"])("the file tool takes no word for %s", (name) => {
  const create = () =>
    createFileTool(untyped({ workspace: createInMemoryWorkspace({ trusted: true }), [name]: "false" }));
  expect(create).toThrow(new TypeError(`${name} must be true or false.`));
});
