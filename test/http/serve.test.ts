// The server over real connections: what is no HTTP, what is slow, what is many, and how it ends.

import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ServeFileRoutesOptions, serveFileRoutes } from "../../src/http/index.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { TEST_SCALE, useSandbox } from "../support/temp-workspace.js";
import { expectErrorShape, TOKEN } from "./ask.js";

async function serve(options: Partial<ServeFileRoutesOptions> = {}): Promise<URL> {
  const workspace = createInMemoryWorkspace({ files: { "a.txt": "one\n" }, trusted: true });
  const server = await serveFileRoutes({ workspace, ...options });
  onTestFinished(() => server.close());
  return new URL(server.url);
}

function open(url: URL): Socket {
  const socket = connect(Number(url.port), url.hostname);
  socket.on("error", () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/** Reads what comes until the other side ends. */
async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}

/** Sends bytes as they are and answers the status and the JSON that come back. */
async function sendRaw(url: URL, text: string): Promise<{ status: number; json: Record<string, unknown> }> {
  const socket = open(url);
  socket.write(Buffer.from(text, "latin1"));
  const answer = await readAll(socket);
  const body = answer.slice(answer.indexOf("\r\n\r\n") + 4).replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, "");
  return { status: Number(answer.slice(9, 12)), json: JSON.parse(body) as Record<string, unknown> };
}

const REST = "Connection: close\r\n\r\n";

describe("the server", () => {
  test("answers where it says, and no longer when it is closed", async () => {
    const server = await serveFileRoutes({
      workspace: createInMemoryWorkspace({ files: { "a.txt": "one\n" } }),
      token: TOKEN,
    });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect(await (await fetch(`${server.url}/file?path=a.txt`, { headers })).json()).toMatchObject({
      content: "one\n",
    });
    expect((await fetch(`${server.url}/file?path=a.txt`)).status).toBe(401);
    await server.close();
    await expect(fetch(`${server.url}/file?path=a.txt`, { headers })).rejects.toThrow();
  });

  test("lets callers on this machine write where its operator says so, and nobody else", async () => {
    const write = async (url: URL, headers = {}): Promise<number> => {
      const body = JSON.stringify({ path: "b.txt", content: "", mode: "overwrite" });
      const type = { "content-type": "application/json" };
      return (await fetch(new URL("/file/write", url), { method: "POST", body, headers: { ...type, ...headers } }))
        .status;
    };
    expect(await write(await serve())).toBe(401);
    const trusting = await serve({ trustLoopback: true });
    expect(await write(trusting)).toBe(201);
    expect(await write(trusting, { "x-forwarded-for": "127.0.0.1" })).toBe(401);
    expect(await write(trusting, { origin: "https://evil.example" })).toBe(403);
  });

  test.for(["0.0.0.0", "::", "192.168.0.1"])("does not listen on %s without a token", async (hostname) => {
    const workspace = createInMemoryWorkspace();
    await expect(serveFileRoutes({ workspace, hostname })).rejects.toThrow(TypeError);
  });

  test("fails to listen where somebody else does", async () => {
    const url = await serve();
    const workspace = createInMemoryWorkspace();
    await expect(serveFileRoutes({ workspace, port: Number(url.port) })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  test("leaves the global Request and Response alone", async () => {
    const before = [globalThis.Request, globalThis.Response];
    await serve();
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
  });
});

describe("what is sent by hand", () => {
  test.for([
    ["no HTTP", "HELO there\r\n\r\n", 400],
    ["a line feed in a header", `GET /stat?path=. HTTP/1.1\r\nHost: localhost\r\nX: a\nY\r\n${REST}`, 400],
    ["a NUL in a header", `GET /stat?path=. HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n${REST}`, 400],
    ["headers of 64 KiB", `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(65_536)}\r\n${REST}`, 431],
    [
      "two lengths",
      `POST /file/write HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n${REST}{}`,
      400,
    ],
    [
      "a length and chunks",
      `POST /file/write HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n${REST}0\r\n\r\n`,
      400,
    ],
    ["an unknown transfer", `POST /file/write HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n${REST}`, 400],
    ["a negative length", `POST /file/write HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n${REST}`, 400],
    ["no host", `GET /stat?path=a.txt HTTP/1.1\r\n${REST}`, 400],
    ["a host that is none", `GET /stat?path=a.txt HTTP/1.1\r\nHost: a b\r\n${REST}`, 400],
    ["two hosts", `GET /stat?path=a.txt HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n${REST}`, 403],
    ["another host", `GET /stat?path=a.txt HTTP/1.1\r\nHost: evil.example\r\n${REST}`, 403],
    [
      "a whole address of another host",
      `GET http://evil.example/stat?path=a.txt HTTP/1.1\r\nHost: localhost\r\n${REST}`,
      403,
    ],
    ["an address without a slash", `GET stat?path=a.txt HTTP/1.1\r\nHost: localhost\r\n${REST}`, 400],
    ["a backslash in the address", `GET /..\\..\\etc HTTP/1.1\r\nHost: localhost\r\n${REST}`, 400],
    ["steps up in the address", `GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n${REST}`, 404],
    ["another expectation", `GET /nowhere HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\n${REST}`, 404],
    ["TRACE", `TRACE /file HTTP/1.1\r\nHost: localhost\r\n${REST}`, 401],
    ["CONNECT", `CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n${REST}`, 405],
    ["GET of everything", `GET * HTTP/1.1\r\nHost: localhost\r\n${REST}`, 404],
  ] as const)("%s is answered in the shape of every failure", async ([, text, status]) => {
    const { json, ...answer } = await sendRaw(await serve(), text);
    expect(answer.status).toBe(status);
    expectErrorShape({ json, status });
  });

  test("OPTIONS of everything is answered with what the server has", async () => {
    const socket = open(await serve());
    socket.write(`OPTIONS * HTTP/1.1\r\nHost: localhost\r\n${REST}`);
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 204 .*\r\nallow: GET, HEAD, POST, OPTIONS\r\n/is);
  });
});

describe("slow clients", () => {
  test("are given up, and hold up nobody else", async () => {
    const url = await serve({ bodyTimeoutMs: 200, token: TOKEN });
    const head = `POST /file/write HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\n`;
    const slow = Array.from({ length: 64 }, () => {
      const socket = open(url);
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{`);
      return readAll(socket);
    });
    const quick = await fetch(new URL("/file?path=a.txt", url), { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(quick.status).toBe(200);
    for (const answer of await Promise.all(slow)) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"errorKind":"request_timeout"');
    }
  });

  test("do not keep the server from closing", async () => {
    const workspace = createInMemoryWorkspace({ files: { "a.txt": "one\n" }, trusted: true });
    const server = await serveFileRoutes({ workspace, trustLoopback: true });
    const socket = open(new URL(server.url));
    socket.write(
      "POST /file/write HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    );
    await once(socket, "ready");
    const ended = readAll(socket);
    await server.close();
    await ended;
  });
});

test("a client that leaves in the middle of a large file lets go of it", async () => {
  const sandbox = useSandbox();
  sandbox.write({ "big.bin": new Uint8Array(32 * 1024 * 1024) });
  const workspace = await sandbox.open();
  const server = await serveFileRoutes({ workspace });
  onTestFinished(() => server.close());
  const before = sandbox.countDescriptors();
  const socket = open(new URL(server.url));
  socket.write("GET /file/bytes?path=big.bin HTTP/1.1\r\nHost: localhost\r\nAccept: application/octet-stream\r\n\r\n");
  await once(socket, "data");
  expect(sandbox.countDescriptors()).toBe(before + 1);
  socket.destroy();
  await expect.poll(() => sandbox.countDescriptors()).toBe(before);
});

test("many requests at once are all answered", async () => {
  const sandbox = useSandbox();
  sandbox.write({ "a.txt": "one\n" });
  const url = await serve({ workspace: await sandbox.open() });
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  onTestFinished(() => agent.destroy());
  const ask = async (path: string): Promise<number | undefined> => {
    const [response] = await once(get(new URL(path, url), { agent }), "response");
    response.resume();
    await once(response, "end");
    return response.statusCode;
  };
  const paths = ["/file?path=a.txt", "/stat?path=.", "/file/bytes?path=a.txt", "/file?path=../x", "/list"];
  const count = 5 * Math.round(100 * TEST_SCALE);
  const statuses = await Promise.all(
    Array.from({ length: count }, (_, index) => ask(paths[index % paths.length] ?? "/")),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(count - count / 5);
  expect(statuses.filter((status) => status === 400)).toHaveLength(count / 5);
});
