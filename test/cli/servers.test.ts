// The commands that serve until they are stopped, in this process.

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Interruption } from "../../src/cli/exit-codes.js";
import { useSandbox } from "../support/temp-workspace.js";
import { type CliEnd, run, Sink } from "./run-cli.js";

interface Serving {
  readonly url: string;
  readonly token: string | undefined;
  stop(): Promise<CliEnd>;
}

/** Starts "serve" over a directory with one file; it is stopped with the test. */
async function serve(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Serving> {
  const { root } = useSandbox();
  writeFileSync(join(root, "a.txt"), "one\n");
  const stopped = new AbortController();
  const stdout = new Sink(false);
  const ended = run(["serve", "--json", ...words], { cwd: root, environment, signal: stopped.signal, stdout });
  const stop = (): Promise<CliEnd> => {
    stopped.abort(new Interruption("SIGINT", 2));
    return ended;
  };
  onTestFinished(async () => void (await stop()));
  await vi.waitFor(() => expect(stdout.text).toContain("\n"), { timeout: 10_000 });
  return { ...(JSON.parse(stdout.text) as { url: string; token: string | undefined }), stop };
}

async function write(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const body = JSON.stringify({ path: "b.txt", content: "new", mode: "create" });
  const request = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body };
  const { status } = await fetch(`${url}/file/write`, request);
  return status;
}

describe("serve", () => {
  test("lets read, and without trust nobody write", async () => {
    const { url, token, stop } = await serve([]);
    expect(await (await fetch(`${url}/file?path=a.txt`)).json()).toMatchObject({ content: "one\n" });
    expect(token).toBeUndefined();
    expect(await write(url, {})).toBeGreaterThanOrEqual(400);
    expect((await stop()).exitCode).toBe(130);
    await expect(fetch(url)).rejects.toThrow();
  });

  test("makes a token for a trusted workspace, or takes that of the environment", async () => {
    const made = await serve(["--trusted"]);
    expect(made.token).toMatch(/^[\w-]{32}$/);
    expect(await write(made.url, {})).toBe(401);
    expect(await write(made.url, { Authorization: `Bearer ${made.token}` })).toBeLessThan(300);
    const given = await serve(["--trusted"], { AI_FILE_TOOLS_TOKEN: "secret" });
    expect(given.token).toBeUndefined();
    expect(await write(given.url, { Authorization: "Bearer secret" })).toBeLessThan(300);
  });

  test("says where it cannot listen, and what is no port", async () => {
    const { root } = useSandbox();
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const end = await run(["serve", "--port", port], { cwd: root });
    expect([end.exitCode, end.stderr]).toEqual([1, expect.stringMatching(/^io_error: .*EADDRINUSE\.\n.*--port/)]);
    expect((await run(["serve", "--port", "70000"], { cwd: root })).exitCode).toBe(2);
    expect((await run(["serve", "--host", "0.0.0.0"], { cwd: root })).exitCode).toBe(2);
  });
});
