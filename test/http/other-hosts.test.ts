// The app on the server of Hono as everybody starts it, which replaces the global Request and Response by its own.

import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { createFileRoutes } from "../../src/http/index.js";
import { useSandbox } from "../support/temp-workspace.js";
import { expectErrorShape } from "./ask.js";

const JSON_TYPE = { "content-type": "application/json" };
const RAW = { accept: "application/octet-stream" };

async function start(): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const sandbox = useSandbox();
  sandbox.write({ "a.txt": "one\ntwo\n", "big.bin": new Uint8Array(1024 * 1024).fill(7) });
  const app = createFileRoutes({ workspace: await sandbox.open(), trustLoopback: true, rateLimit: { maxReads: 1000 } });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return async (path, init) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    return response;
  };
}

test("reads, writes, streams and refuses there as anywhere", async () => {
  const ask = await start();
  const file = await ask("/file?path=a.txt");
  expect([file.status, await file.json()]).toEqual([200, expect.objectContaining({ content: "one\ntwo\n" })]);
  const tag = file.headers.get("etag") ?? "";
  const unchanged = await ask("/file?path=a.txt", { headers: { "if-none-match": tag } });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);

  const whole = await ask("/file/bytes?path=big.bin", { headers: RAW });
  expect((await whole.arrayBuffer()).byteLength).toBe(1024 * 1024);
  const part = await ask("/file/bytes?path=big.bin", { headers: { range: "bytes=10-700000" } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 699_991]);
  const head = await ask("/file/bytes?path=big.bin", { method: "HEAD", headers: RAW });
  expect([head.headers.get("content-length"), await head.text()]).toEqual([String(1024 * 1024), ""]);

  const lines = (await (await ask("/grep?pattern=o")).text()).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).kind)).toEqual(["hit", "hit", "end"]);

  const write = { path: "b.txt", content: "new\n", mode: "create" };
  const post = (path: string, body: string): Promise<Response> =>
    ask(path, { method: "POST", body, headers: JSON_TYPE });
  expect((await post("/file/write", JSON.stringify(write))).status).toBe(201);
  expect((await post("/file/write", JSON.stringify(write))).status).toBe(409);
  const upload = {
    method: "POST",
    body: new Uint8Array([1, 2]),
    headers: { "content-type": "application/octet-stream" },
  };
  expect((await ask("/file/upload?path=c.bin", upload)).status).toBe(201);
  expect((await ask("/file/write", { method: "OPTIONS" })).headers.get("allow")).toBe("POST, OPTIONS");

  for (const failing of [
    ask("/file?path=../x"),
    ask("/nowhere"),
    ask("/file", { method: "DELETE" }),
    post("/file/write", "{"),
    post("/file/write", JSON.stringify({ ...write, content: "x".repeat(6 * 1024 * 1024) })),
    post("/file/write", "x".repeat(11 * 1024 * 1024)),
    ask("/file/bytes?path=a.txt", { headers: { range: "bytes=99-" } }),
  ]) {
    const response = await failing;
    expectErrorShape({ status: response.status, json: await response.json() });
  }
});
