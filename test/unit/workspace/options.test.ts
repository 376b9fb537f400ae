// Options that the developer got wrong are refused where a request narrows a workspace, never taken for something looser.
// What functions refuse is in test/docs/factory-options.test.ts.

import { describe, expect, test } from "vitest";
import { WorkspaceFileStore } from "../../../src/stores/workspace-file-store.js";
import { createFileTools } from "../../../src/tools/create-file-tools.js";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import { openWorkspace } from "../../../src/workspace/open-workspace.js";
import { useSandbox } from "../../support/temp-workspace.js";

/** Options as a program without types may pass them. */
function untyped<Options>(options: Readonly<Record<string, unknown>>): Options {
  return options as Options;
}

test("a workspace takes an option that is undefined for one that is absent", async () => {
  const { root } = useSandbox();
  const names = ["trusted", "name", "focus", "ignoreFiles", "protectedPaths", "limits", "audit", "rawPaths", "history"];
  const others = ["roots", "grants", "symlinks", "require", "runner", "newFileMode", "trustd"];
  const absent = Object.fromEntries([...names, ...others].map((name) => [name, undefined]));
  const workspace = await openWorkspace({ ...absent, root });
  expect(workspace.trusted).toBe(false);
  await workspace.close();
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

  test("refuses an option that is mistyped", () => {
    const narrow = () => workspace.forRequest(untyped({ onlyRoot: true }));
    expect(narrow).toThrow(new TypeError("forRequest has no option onlyRoot. Did you mean onlyRoots?"));
  });

  test("takes the whole context of a caller", () => {
    const call = {
      toolCallId: "1",
      messages: [],
      abortSignal: undefined,
      experimental_context: { user: 1 },
      root: undefined,
    };
    expect(workspace.forRequest(untyped(call)).root).toBe("/");
  });
});

test.each([undefined, null, {}, "/srv"])("a store refuses the workspace %j", (workspace) => {
  expect(() => new WorkspaceFileStore(workspace as never)).toThrow(TypeError);
});

test.each<[string, string, () => unknown]>([
  [
    "temporay",
    "temporary",
    () => createFileTools({ workspace: createInMemoryWorkspace(), file: untyped({ temporay: true }) }),
  ],
  ["directry", "directory", () => createInMemoryWorkspace(untyped({ history: { directry: "/" } }))],
  ["maxByte", "maxBytes", () => createInMemoryWorkspace(untyped({ history: { maxByte: 1 } }))],
  ["maxFile", "maxFiles", () => createInMemoryWorkspace(untyped({ history: { snapshotBeforeExec: { maxFile: 1 } } }))],
  ["maxReadByte", "maxReadBytes", () => createInMemoryWorkspace(untyped({ limits: { maxReadByte: 1 } }))],
])("a mistyped option of a group is refused: %s, for %s", (name, nearest, make) => {
  expect(make).toThrow(TypeError);
  expect(make).toThrow(new RegExp(`has no option ${name}\\. Did you mean ${nearest}\\?$`));
});
