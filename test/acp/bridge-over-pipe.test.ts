// The bridge as an editor uses it: a client of the protocol here, an agent of the protocol in a process of its own, and
// nothing but a pipe between them.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { client, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { describe, expect, onTestFinished, test } from "vitest";
import { createBridgeFileSystem, fromRequestError } from "../../src/acp/index.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { useSandbox } from "../support/temp-workspace.js";

const AGENT = fileURLToPath(new URL("../fixtures/programs/acp-agent.mjs", import.meta.url));

interface Call {
  readonly method: "fs/read_text_file" | "fs/write_text_file";
  readonly params: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly result?: { readonly content?: string };
  readonly code?: number;
  readonly message?: string;
  readonly data?: { readonly errorKind?: string; readonly hint?: string; readonly status?: number };
}

/** Lets the agent make calls at once, and answers what came of each. */
async function callFromAgent(workspace: Workspace, calls: readonly Call[]): Promise<readonly Answer[]> {
  const child = spawn(process.execPath, [AGENT], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const bridge = createBridgeFileSystem(workspace);
  let text = "";
  const app = client()
    .onRequest("fs/read_text_file", ({ params, signal }) => bridge.readText(params, { signal }))
    .onRequest("fs/write_text_file", ({ params, signal }) => bridge.writeText(params, { signal }))
    .onNotification("session/update", ({ params: { update } }) => {
      if (update.sessionUpdate === "agent_message_chunk" && update.content.type === "text") text += update.content.text;
    });
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const stream = ndJsonStream(Writable.toWeb(child.stdin), output);
  await app.connectWith(stream, async (agent) => {
    const fs = { readTextFile: true, writeTextFile: true };
    await agent.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities: { fs } });
    const { sessionId } = await agent.request("session/new", { cwd: workspace.root, mcpServers: [] });
    await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: JSON.stringify(calls) }] });
  });
  child.stdin.end();
  if (child.exitCode === null) await once(child, "close");
  return JSON.parse(text) as readonly Answer[];
}

describe("an agent in another process", () => {
  test("reads whole files, windows and what an editor sends for none", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "a.txt": "\ufeffone\r\ntwo\nthree\n", "legacy.txt": Buffer.from("caf\xe9\nend\n", "latin1") });
    const workspace = await sandbox.open();
    const read = (params: Call["params"]): Call => ({ method: "fs/read_text_file", params });
    const path = join(sandbox.root, "a.txt");
    const answers = await callFromAgent(workspace, [
      read({ path }),
      read({ path, line: 2 }),
      read({ path, line: 2, limit: 1 }),
      read({ path, line: null, limit: null }),
      read({ path, line: 0, limit: 0 }),
      read({ path, line: 9 }),
      read({ path: join(sandbox.root, "legacy.txt"), line: 1, limit: 1 }),
    ]);
    expect(answers.map(({ result }) => result?.content)).toEqual([
      "one\r\ntwo\nthree\n",
      "two\nthree\n",
      "two\n",
      "one\r\ntwo\nthree\n",
      "one\r\ntwo\nthree\n",
      "",
      "café\n",
    ]);
  });

  test("writes files that are there and files that are not, and is named in the audit", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "old.txt": Buffer.from("\ufeffbefore\n", "utf16le") });
    const workspace = await sandbox.open({ rawPaths: true });
    const answers = await callFromAgent(workspace, [
      { method: "fs/write_text_file", params: { path: join(sandbox.root, "old.txt"), content: "after\n" } },
      { method: "fs/write_text_file", params: { path: join(sandbox.root, "new/deep.txt"), content: "new\n" } },
    ]);
    expect(answers).toEqual([{ result: {} }, { result: {} }]);
    expect(readFileSync(join(sandbox.root, "old.txt"))).toEqual(Buffer.from("\ufeffafter\n", "utf16le"));
    expect(readFileSync(join(sandbox.root, "new/deep.txt"), "utf8")).toBe("new\n");
    expect(workspace.audit.recent().map(({ context, intent }) => [context.route, context.sessionId, intent])).toEqual([
      ["fs/write_text_file", "session-1", "write"],
      ["fs/write_text_file", "session-1", "write"],
    ]);
  });

  test("is told kind, hint and status of what fails, and never a path outside", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "a.txt": "one\n", "data.bin": new Uint8Array([0, 1, 2]) });
    symlinkSync(join(sandbox.outside, "secret.txt"), join(sandbox.root, "out"));
    mkdirSync(join(sandbox.root, "dir"));
    const workspace = await sandbox.open();
    const at = (name: string): string => join(sandbox.root, name);
    const read = (params: Call["params"]): Call => ({ method: "fs/read_text_file", params });
    const answers = await callFromAgent(workspace, [
      read({ path: at("missing.txt") }),
      read({ path: at("dir") }),
      read({ path: at("data.bin") }),
      read({ path: "/etc/passwd" }),
      read({ path: at("out") }),
      read({ path: `${at("a.txt")}\0` }),
      { method: "fs/write_text_file", params: { path: at(".git/config"), content: "x" } },
      { method: "fs/write_text_file", params: { path: at("dir"), content: "x" } },
      { method: "fs/write_text_file", params: { path: at("lone.txt"), content: "\ud800" } },
    ]);
    expect(answers.map(({ code, data }) => [code, data?.errorKind, data?.status])).toEqual([
      [-32603, "path_not_found", 404],
      [-32603, "not_a_file", 400],
      [-32603, "binary_file", 422],
      [-32603, "path_outside_workspace", 400],
      [-32603, "symlink_escape", 400],
      [-32603, "invalid_path", 400],
      [-32603, "protected_path", 403],
      [-32603, "not_a_file", 400],
      [-32603, "unsupported_encoding", 422],
    ]);
    expect(answers[0]).toMatchObject({ message: "missing.txt: nothing is there", data: { hint: expect.any(String) } });
    expect(JSON.stringify(answers)).not.toContain(sandbox.outside);
    const failure = fromRequestError(answers[0]);
    expect([failure?.kind, failure?.status, failure?.message]).toEqual([
      "path_not_found",
      404,
      "missing.txt: nothing is there",
    ]);
  });

  test("changes nothing in a workspace that nobody trusts", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "a.txt": "one\n" });
    const workspace = await sandbox.open({ trusted: false });
    const path = join(sandbox.root, "a.txt");
    const [written, read] = await callFromAgent(workspace, [
      { method: "fs/write_text_file", params: { path, content: "two\n" } },
      { method: "fs/read_text_file", params: { path } },
    ]);
    expect(written?.data).toMatchObject({ errorKind: "untrusted_workspace", status: 403 });
    expect(read?.result?.content).toBe("one\n");
  });
});
