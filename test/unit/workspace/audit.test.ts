// What the operator learns about each operation: one event, no host path, whoever asked.

import { createHash } from "node:crypto";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import type { AuditEvent, Workspace } from "../../../src/workspace/interfaces/workspace.js";
import { kindOf } from "../../support/outcome.js";
import { useSandbox } from "../../support/temp-workspace.js";

function last(workspace: Workspace): AuditEvent | undefined {
  return workspace.audit.recent().at(-1);
}

function hashOf(path: string): string {
  return createHash("sha256").update(path).digest("hex");
}

describe("an audit event", () => {
  test("counts the bytes and names the content of a write", async () => {
    const workspace = createInMemoryWorkspace({ trusted: true });
    const { sha256 } = await workspace.fs.writeTextOverwrite("dir/file", "four", { createParents: true });
    expect(last(workspace)).toMatchObject({
      type: "fs.access",
      intent: "write",
      outcome: "ok",
      bytesWritten: 4,
      sha256,
      pathHash: hashOf("dir/file"),
    });
    expect(last(workspace)).not.toHaveProperty("path");
  });

  test("counts the bytes of a read and the entries of a walk", async () => {
    const workspace = createInMemoryWorkspace({ files: { "dir/a": "12345", "dir/b": "" } });
    await workspace.fs.readText("dir/a");
    await workspace.fs.list("dir");
    await workspace.fs.glob("**");
    expect(workspace.audit.recent()).toMatchObject([
      { intent: "read", bytesRead: 5 },
      { intent: "list", count: 2 },
      { intent: "glob", count: 2 },
    ]);
  });

  test("tells a refusal from a failure", async () => {
    const workspace = createInMemoryWorkspace({ trusted: true, files: { file: "x" } });
    await kindOf(() => workspace.fs.readText("../x"));
    await kindOf(() => workspace.fs.writeTextOverwrite(".git/config", "x"));
    await kindOf(() => workspace.fs.readText("missing"));
    await kindOf(() => workspace.fs.edit("file", { oldText: "no", newText: "yes" }));
    expect(workspace.audit.recent()).toMatchObject([
      { type: "fs.denied", outcome: "denied", errorKind: "path_outside_workspace" },
      { type: "fs.denied", outcome: "denied", errorKind: "protected_path" },
      { type: "fs.access", outcome: "failed", errorKind: "path_not_found" },
      { type: "fs.access", outcome: "failed", errorKind: "text_not_found" },
    ]);
  });

  test("carries the canonical relative path only with rawPaths, whatever name was given", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "real/file": "x" });
    symlinkSync("real", join(sandbox.root, "link"));
    const workspace = await sandbox.open({ rawPaths: true });
    await workspace.fs.readText("link/file");
    await workspace.fs.readText(join(sandbox.root, "real/../link/file"));
    expect(workspace.audit.recent().map(({ path }) => path)).toEqual(["real/file", "real/file"]);
  });

  test("never names the host's directories without rawPaths", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "x" });
    const workspace = await sandbox.open();
    for (const path of [join(sandbox.root, "file"), join(sandbox.outside, "x"), "../x", "file/x"]) {
      await kindOf(() => workspace.fs.readText(path));
      await kindOf(() => workspace.fs.writeTextOverwrite(path, "x"));
    }
    expect(JSON.stringify(workspace.audit.recent())).not.toContain(sandbox.base);
  });

  test("names the request by what names requests, and keeps nothing else that is handed on", async () => {
    const workspace = createInMemoryWorkspace({ files: { file: "x" }, trusted: true });
    const call = { toolCallId: "t", signal: new AbortController().signal };
    await workspace.forRequest(call).fs.writeTextOverwrite("file", "y");
    expect(workspace.audit.recent().at(-1)?.context).toEqual({ toolCallId: "t" });
    expect((await workspace.history.list())[0]).toMatchObject({ toolCallId: "t" });
  });

  test("says who asked, also when a request is seen within a request", async () => {
    const workspace = createInMemoryWorkspace({ files: { file: "x" } });
    const request = workspace.forRequest({ requestId: "r", sessionId: "s", route: "/file" });
    await request.fs.readText("file");
    await request.forRequest({ toolCallId: "t" }).fs.readText("file");
    await workspace.fs.readText("file");
    expect(workspace.audit.recent().map(({ context }) => context)).toEqual([
      { requestId: "r", sessionId: "s", route: "/file" },
      { requestId: "r", sessionId: "s", route: "/file", toolCallId: "t" },
      {},
    ]);
  });

  test("of an aborted operation is a failure without a kind, and the caller gets the reason itself", async () => {
    const workspace = createInMemoryWorkspace({ files: { file: "x" } });
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    await expect(workspace.fs.readText("file", { signal })).rejects.toBe(reason);
    expect(last(workspace)).toMatchObject({ outcome: "failed" });
    expect(last(workspace)).not.toHaveProperty("errorKind");
  });

  test("of a stream comes once, with what was read, also when the reader leaves early", async () => {
    const workspace = createInMemoryWorkspace({ files: { file: new Uint8Array(300_000) } });
    for await (const chunk of workspace.fs.readChunks("file")) {
      expect(workspace.audit.recent()).toEqual([]);
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(workspace.audit.recent()).toHaveLength(1);
    expect(last(workspace)).toMatchObject({ outcome: "ok", intent: "read" });
    expect(last(workspace)?.bytesRead).toBeLessThan(300_000);
    for await (const chunk of workspace.fs.readChunks("file")) expect(chunk).toBeDefined();
    expect(last(workspace)?.bytesRead).toBe(300_000);
  });

  test("of a command is one of its own type", async () => {
    const sandbox = useSandbox();
    const workspace = await sandbox.open();
    for await (const snapshot of workspace.shell.run("true")) expect(snapshot).toBeDefined();
    await kindOf(() => workspace.shell.run("true", { cwd: "../" }).next());
    await kindOf(() => workspace.shell.run("rm x", { allowedCommands: ["ls"] }).next());
    expect(workspace.audit.recent()).toMatchObject([
      { type: "exec.run", intent: "exec", outcome: "ok" },
      { type: "exec.denied", errorKind: "path_outside_workspace" },
      { type: "exec.denied", errorKind: "command_not_allowed" },
    ]);
  });
});

describe("the log", () => {
  test("keeps the latest 512 events in order", async () => {
    const workspace = createInMemoryWorkspace({ rawPaths: true });
    for (let index = 0; index < 600; index++) await workspace.fs.stat(`file-${index}`);
    const paths = workspace.audit.recent().map(({ path }) => path);
    expect(paths).toEqual(Array.from({ length: 512 }, (_, index) => `file-${index + 88}`));
  });

  test("is not changed through what it answered", async () => {
    const workspace = createInMemoryWorkspace();
    await workspace.fs.stat("file");
    (workspace.audit.recent() as AuditEvent[]).pop();
    expect(workspace.audit.recent()).toHaveLength(1);
  });

  test("hands each event to a listener, which cannot fail the operation", async () => {
    const heard: AuditEvent[] = [];
    const audit = (event: AuditEvent): void => {
      heard.push(event);
      throw new Error("the listener is broken");
    };
    const workspace = createInMemoryWorkspace({ trusted: true, audit });
    expect(await kindOf(() => workspace.fs.writeTextOverwrite("file", "x"))).toBe("ok");
    expect(await kindOf(() => workspace.fs.readText("missing"))).toBe("path_not_found");
    expect(heard).toEqual(workspace.audit.recent());
    expect(heard).toHaveLength(2);
  });
});

describe("a listener", () => {
  test.each([
    ["answers a promise that rejects", () => Promise.reject(new Error("the log is down"))],
    [
      "throws",
      (): never => {
        throw new Error("the log is down");
      },
    ],
  ])("that %s changes nothing", async (_, audit) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): number => unhandled.push(reason);
    process.on("unhandledRejection", note);
    const workspace = createInMemoryWorkspace({ files: { file: "x" }, audit });
    expect((await workspace.fs.readText("file")).content).toBe("x");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
    expect(last(workspace)).toMatchObject({ outcome: "ok" });
  });
});
