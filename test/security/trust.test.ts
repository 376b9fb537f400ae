// A workspace without trust: everything can be read, nothing is changed, made or run.

import { describe, expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";
import { kindOf } from "../support/outcome.js";
import { TIERS, useSandbox } from "../support/temp-workspace.js";
import { snapshotTree } from "../support/tree-snapshot.js";
import { ATTACK_OPERATIONS, INSIDE } from "./attack-operations.js";

const READING = new Set([
  "resolve",
  "stat",
  "readText",
  "readBytes",
  "readFile",
  "readChunks",
  "grep path",
  "list",
  "glob cwd",
]);

/** Where each reading operation finds what it wants. */
function pathFor(name: string): string {
  return name === "list" || name === "glob cwd" || name === "exec cwd" ? "dir" : "dir/file";
}

describe.each(TIERS)("an untrusted workspace on the $guarantees tier", (tier) => {
  test.each(ATTACK_OPERATIONS)("$name", async (operation) => {
    const sandbox = useSandbox();
    sandbox.write({ seed: INSIDE, "dir/file": INSIDE });
    const before = snapshotTree(sandbox.root);
    const workspace = await sandbox.open({ trusted: false }, tier);
    const kind = await kindOf(() => operation.run(workspace, pathFor(operation.name)));
    expect(kind).toBe(READING.has(operation.name) ? "ok" : "untrusted_workspace");
    expect(snapshotTree(sandbox.root)).toEqual(before);
  });

  test("makes no parents and no temporary file", async () => {
    const sandbox = useSandbox();
    const before = snapshotTree(sandbox.root);
    const workspace = await sandbox.open({ trusted: false }, tier);
    const writes: readonly ((w: Workspace) => Promise<unknown>)[] = [
      (w) => w.fs.writeTextOverwrite("a/b", "x", { createParents: true }),
      (w) => w.fs.mkdir("a/b", { recursive: true }),
      (w) => w.fs.remove("a", { recursive: true }),
    ];
    for (const write of writes) expect(await kindOf(() => write(workspace))).toBe("untrusted_workspace");
    expect(snapshotTree(sandbox.root)).toEqual(before);
  });
});

describe("trust", () => {
  test("is not given unless it is asked for, and by nothing but true", async () => {
    for (const trusted of [undefined, false]) {
      const workspace = createInMemoryWorkspace({ trusted });
      expect(await kindOf(() => workspace.fs.writeTextOverwrite("file", "x"))).toBe("untrusted_workspace");
    }
    for (const trusted of ["true", 1, {}, null]) {
      expect(() => createInMemoryWorkspace({ trusted: trusted as never })).toThrow(TypeError);
    }
  });

  test("cannot be taken by a request", async () => {
    const workspace = createInMemoryWorkspace({});
    const request = workspace.forRequest({ trusted: true } as object);
    expect(await kindOf(() => request.fs.writeTextOverwrite("file", "x"))).toBe("untrusted_workspace");
  });
});

describe("a workspace about whose trust nothing is said", () => {
  const ONCE = Symbol.for("ai-file-tools.untrustedWarning");

  async function warningsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    const codes: string[] = [];
    const listen = (warning: Error & { code?: string }) => void codes.push(String(warning.code));
    const shared = globalThis as { [ONCE]?: boolean };
    const { [ONCE]: before } = shared;
    // What was said before comes first.
    await new Promise((resolve) => setImmediate(resolve));
    delete shared[ONCE];
    process.on("warning", listen);
    await work();
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    if (before !== undefined) shared[ONCE] = before;
    return codes;
  }

  test("warns once in a process, however many there are", async () => {
    const { root } = useSandbox();
    const codes = await warningsOf(async () => {
      await (await openWorkspace({ root })).close();
      await (await openWorkspace({ root })).close();
      createInMemoryWorkspace();
    });
    expect(codes).toEqual(["AI_FILE_TOOLS_UNTRUSTED"]);
  });

  test.each([true, false])("does not warn where it is said: %j", async (trusted) => {
    const { root } = useSandbox();
    const codes = await warningsOf(async () => {
      await (await openWorkspace({ root, trusted })).close();
      createInMemoryWorkspace({ trusted });
    });
    expect(codes).toEqual([]);
  });
});
