// What is wrong with a request and not with a file: routes, methods, media types, bodies that are broken, large or slow.

import { setTimeout as delay } from "node:timers/promises";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { createBodyBudget } from "../../src/http/body-budget.js";
import { createFileRoutes } from "../../src/http/index.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { type AskOptions, askSandbox, askWorkspace, TOKEN } from "./ask.js";

const MIB = 1024 * 1024;
const JSON_TYPE = { "content-type": "application/json" };

function ask(options: Parameters<typeof askWorkspace>[1] = {}): ReturnType<typeof askWorkspace> {
  return askWorkspace(createInMemoryWorkspace({ files: { "a.txt": "one\n" }, trusted: true }), options);
}

function streamOf(...chunks: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
      controller.close();
    },
  });
}

describe("routes and methods", () => {
  test.for([
    "/",
    "/nowhere",
    "/file/",
    "/FILE",
    "//file",
    "/file/write/x",
    "/%66ile",
    "/file%2fbytes",
    "/..%2f..%2fetc",
  ])("%s is no route", async (address) => {
    const answer = await ask()(address);
    // Percent-encoded letters are the same path.
    expect([400, 404]).toContain(answer.status);
    expect(["route_not_found", "parse_error"]).toContain(answer.json.errorKind);
  });

  test.for([
    ["/file", "POST", "GET, HEAD, OPTIONS"],
    ["/file", "DELETE", "GET, HEAD, OPTIONS"],
    ["/file/bytes", "PUT", "GET, HEAD, OPTIONS"],
    ["/file/write", "GET", "POST, OPTIONS"],
    ["/file/write", "HEAD", "POST, OPTIONS"],
    ["/file/edit", "PATCH", "POST, OPTIONS"],
    ["/file/upload", "PURGE", "POST, OPTIONS"],
  ] as const)("%s does not have %s", async ([address, method, allow]) => {
    const answer = await ask()(address, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  });

  test.for([
    "/file?path=a.txt",
    "/file/bytes?path=a.txt",
    "/stat?path=a.txt",
    "/list",
    "/glob?pattern=*",
    "/openapi.json",
  ])("HEAD of %s is GET without a body", async (address) => {
    const [head, get] = [await ask()(address, { method: "HEAD" }), await ask()(address)];
    expect([head.status, head.text]).toEqual([200, ""]);
    const length = Number(head.headers.get("content-length"));
    // The time that a search took is a part of its answer.
    expect(Math.abs(length - get.bytes.length)).toBeLessThan(3);
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
  });

  test("a request keeps its identifier where that is harmless", async () => {
    const named = await ask()("/stat?path=a.txt", { headers: { "x-request-id": "job-7.a:b" } });
    expect(named.headers.get("x-request-id")).toBe("job-7.a:b");
    for (const id of ["", "<script>", "a b", "x".repeat(129)]) {
      const answer = await ask()("/stat?path=a.txt", { headers: { "x-request-id": id } });
      expect(answer.headers.get("x-request-id")).not.toBe(id);
    }
  });

  test("a request of a host whose headers cannot be read is answered in the shape of every failure", async () => {
    const app = createFileRoutes({ workspace: createInMemoryWorkspace() });
    const request = Object.defineProperty(new Request("http://localhost/stat?path=."), "headers", {
      get: () => {
        throw new Error("/secret/path");
      },
    });
    const response = await app.fetch(request);
    const json = (await response.json()) as Record<string, unknown>;
    expect(json).toEqual({ errorKind: "internal_error", error: expect.not.stringContaining("secret"), status: 500 });
  });

  test("work as a part of a larger app, guard and all", async () => {
    const workspace = createInMemoryWorkspace({ files: { "a.txt": "one\n" } });
    const app = new Hono().route("/files", createFileRoutes({ workspace, token: TOKEN }));
    app.get("/own", (context) => context.text("mine"));
    const headers = { authorization: `Bearer ${TOKEN}` };
    const status = async (path: string, init: RequestInit = { headers }): Promise<number> =>
      (await app.request(path, init)).status;
    expect(await status("/files/file?path=a.txt")).toBe(200);
    expect(await status("/files/file?path=a.txt", {})).toBe(401);
    expect(await status("/files/nowhere")).toBe(404);
    expect(await status("/files/file", { method: "DELETE", headers })).toBe(405);
    expect(await (await app.request("/own")).text()).toBe("mine");
  });
});

describe("bodies", () => {
  test.for([
    ["", "parse_error"],
    ["{", "parse_error"],
    ["null", "parse_error"],
    ["[]", "parse_error"],
    ['"text"', "parse_error"],
    ['{"path":"b","content":"","mode":"create"} x', "parse_error"],
    ['{"path":"b","content":"","mode":"create","__proto__":{}}', "parse_error"],
    [`${"[".repeat(100_000)}`, "parse_error"],
    [Buffer.from([0x7b, 0xff, 0x7d]), "parse_error"],
    [Buffer.from("\ufeff{}", "utf16le"), "parse_error"],
    ['{"path":["b"],"content":"","mode":"create"}', "parse_error"],
    ['{"path":"b","content":"","mode":"create","bom":"yes"}', "parse_error"],
  ] as const)("a write of %j is a %s", async ([body, kind]) => {
    const answer = await ask()("/file/write", { method: "POST", body, headers: JSON_TYPE });
    expect([answer.status, answer.json.errorKind]).toEqual([400, kind]);
  });

  test.for([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json-patch+json",
    "",
  ])("of the type %j are not taken for JSON", async (type) => {
    const answer = await ask()("/file/write", { body: "{}", headers: { "content-type": type } });
    expect([answer.status, answer.json.errorKind]).toEqual([415, "unsupported_media_type"]);
  });

  test("may name their character set and say that they are not compressed", async () => {
    const headers = { "content-type": "Application/JSON; charset=utf-8", "content-encoding": "identity" };
    const body = JSON.stringify({ path: "b.txt", content: "", mode: "create" });
    expect((await ask()("/file/write", { body, headers })).status).toBe(201);
  });

  test("that say that they are too large are refused unread", async () => {
    let pulled = 0;
    const body = new ReadableStream(
      {
        pull: () => {
          pulled += 1;
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { ...JSON_TYPE, "content-length": String(11 * MIB) };
    const answer = await ask()("/file/write", { body, headers });
    expect([answer.status, answer.json.errorKind, pulled]).toEqual([413, "file_too_large", 0]);
  });

  test("that do not say it are cut off where they become too large", async () => {
    let sentBytes = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sentBytes += MIB;
        controller.enqueue(new Uint8Array(MIB));
      },
    });
    const answer = await ask()("/file/write", { body, headers: JSON_TYPE });
    expect([answer.status, answer.json.errorKind]).toEqual([413, "file_too_large"]);
    expect(sentBytes).toBeLessThan(13 * MIB);
  });

  test("in pieces are put together", async () => {
    const body = streamOf(
      '{"path":"b.txt","con',
      Buffer.from('tent":"é').subarray(0, -1),
      Buffer.from([0xa9]),
      '","mode":"create"}',
    );
    expect((await ask()("/file/write", { body, headers: JSON_TYPE })).json["sizeBytes"]).toBe(2);
  });

  test("that come too slowly are given up", async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from("{")),
      cancel: () => {
        isCancelled = true;
      },
    });
    const answer = await ask({ bodyTimeoutMs: 20 })("/file/write", { body, headers: JSON_TYPE });
    expect([answer.status, answer.json.errorKind, isCancelled]).toEqual([408, "request_timeout", true]);
  });

  test("that break off are no body", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("broken")) });
    expect((await ask()("/file/write", { body, headers: JSON_TYPE })).json.errorKind).toBe("parse_error");
  });

  test("together take no more memory than there is for them", () => {
    const budget = createBodyBudget(10);
    const [first, second] = [budget.open(), budget.open()];
    first.take(7);
    expect(() => second.take(4)).toThrow("too many large requests");
    first.release();
    second.take(10);
    second.release();
    budget.open().take(10);
  });
});

describe("a client that goes away", () => {
  test("ends what is done for it", async () => {
    const { ask: asked } = await askSandbox(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.txt`, "x\n"])),
    );
    const controller = new AbortController();
    const going = asked("/grep?pattern=nowhere", { signal: controller.signal });
    controller.abort();
    const answer = await going;
    expect([answer.status, answer.json.errorKind]).toEqual([499, "request_aborted"]);
  });

  test("while its body comes, leaves nothing behind", async () => {
    const controller = new AbortController();
    const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from("{")) });
    const options: AskOptions = { body, headers: JSON_TYPE, signal: controller.signal };
    const going = ask()("/file/write", options);
    await delay(5);
    controller.abort();
    expect((await going).json.errorKind).toBe("request_aborted");
  });
});

test("many requests at once hold few files open, and short ones do not wait for walks", async () => {
  const { ask: asked, sandbox } = await askSandbox({ "a.txt": "one\n" });
  let most = 0;
  const before = sandbox.countDescriptors();
  const watch = setInterval(() => {
    most = Math.max(most, sandbox.countDescriptors() - before);
  }, 1);
  const answers = await Promise.all(Array.from({ length: 2000 }, () => asked("/file?path=a.txt")));
  clearInterval(watch);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(most).toBeLessThan(200);
  expect(sandbox.countDescriptors()).toBe(before);
});
