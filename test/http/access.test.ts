// Who may use the routes: names, pages, tokens, callers on the same machine, and how often.

import { describe, expect, test } from "vitest";
import { createFileRoutes } from "../../src/http/index.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { type AskOptions, askWorkspace, TOKEN } from "./ask.js";

const WRITE: AskOptions = { json: { path: "b.txt", content: "", mode: "overwrite" } };
const NO_TOKEN = { authorization: "" };

function from(remoteAddress: string): { readonly env: unknown } {
  return { env: { incoming: { socket: { remoteAddress } } } };
}

function ask(options: Parameters<typeof askWorkspace>[1] = {}): ReturnType<typeof askWorkspace> {
  return askWorkspace(createInMemoryWorkspace({ files: { "a.txt": "one\n" }, trusted: true }), options);
}

describe("the token", () => {
  test.for(["", "Bearer", "Bearer wrong", `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, `Bearer ${TOKEN} ${TOKEN}`, TOKEN])(
    "of %j lets nobody in, not even to ask what there is",
    async (authorization) => {
      for (const address of ["/file?path=a.txt", "/openapi.json", "/capabilities", "/nowhere"]) {
        const answer = await ask()(address, { headers: { authorization } });
        expect([answer.status, answer.json.errorKind]).toEqual([401, "unauthorized"]);
        expect(answer.headers.get("www-authenticate")).toContain("Bearer");
      }
    },
  );

  test("lets its bearer read and write", async () => {
    expect((await ask()("/file?path=a.txt")).status).toBe(200);
    expect((await ask()("/file/write", WRITE)).status).toBe(201);
    const lower = { headers: { authorization: `bearer ${TOKEN}` } };
    expect((await ask()("/file?path=a.txt", lower)).status).toBe(200);
  });

  test("that is not set lets everybody read and nobody write", async () => {
    const open = ask({ token: undefined });
    expect((await open("/file?path=a.txt", { headers: NO_TOKEN })).status).toBe(200);
    expect((await open("/file/write", WRITE)).json.errorKind).toBe("unauthorized");
    expect((await open("/file/write", { ...WRITE, ...from("127.0.0.1") })).json.errorKind).toBe("unauthorized");
  });
});

describe("a caller on the same machine", () => {
  const trusting = { token: undefined, trustLoopback: true };

  test.for(["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])(
    "at %s may write where the operator says so",
    async (address) => {
      const answer = await ask(trusting)("/file/write", { ...WRITE, ...from(address), headers: NO_TOKEN });
      expect(answer.status).toBe(201);
    },
  );

  test.for(["192.168.0.7", "::ffff:10.0.0.1", "127.0.0.1.evil.example", "1270.0.0.1", "", "fe80::1"])(
    "is not the one at %j",
    async (address) => {
      const answer = await ask(trusting)("/file/write", { ...WRITE, ...from(address), headers: NO_TOKEN });
      expect(answer.json.errorKind).toBe("unauthorized");
    },
  );

  test.for(["forwarded", "x-forwarded-for", "x-real-ip", "via"])(
    "is nobody whom a proxy announces by %s",
    async (name) => {
      const headers = { ...NO_TOKEN, [name]: "127.0.0.1" };
      const answer = await ask(trusting)("/file/write", { ...WRITE, ...from("127.0.0.1"), headers });
      expect(answer.json.errorKind).toBe("unauthorized");
    },
  );

  test("is not known by a header, nor where nothing tells the address", async () => {
    const headers = { ...NO_TOKEN, "x-forwarded-for": "127.0.0.1" };
    for (const env of [undefined, {}, null, { incoming: {} }, { incoming: { socket: { remoteAddress: 1 } } }]) {
      expect((await ask(trusting)("/file/write", { ...WRITE, env, headers })).json.errorKind).toBe("unauthorized");
    }
  });

  test("needs no token for reading either, but a wrong one does not help", async () => {
    const both = ask({ trustLoopback: true });
    const wrong = { ...from("127.0.0.1"), headers: { authorization: "Bearer wrong" } };
    expect((await both("/file?path=a.txt", wrong)).status).toBe(401);
    const app = createFileRoutes({
      workspace: createInMemoryWorkspace({ files: { "a.txt": "one\n" } }),
      token: TOKEN,
      trustLoopback: true,
      remoteAddress: () => "::1",
    });
    expect((await app.request("/file?path=a.txt")).status).toBe(200);
  });
});

describe("the Host header", () => {
  test.for([
    "localhost",
    "localhost:8080",
    "127.0.0.1:1",
    "[::1]:99999",
    "LOCALHOST",
    "files.example",
    "files.example:1",
  ])("may be %s", async (host) => {
    const answer = await ask({ allowedHosts: ["files.example"] })("/stat?path=a.txt", { headers: { host } });
    expect(answer.status).toBe(200);
  });

  test.for([
    "evil.example",
    "localhost.evil.example",
    "localhost, evil.example",
    "evil.example, localhost",
    "localhost@evil.example",
    "127.0.0.1.nip.io",
    "127.0.0.2",
    "0.0.0.0",
    "[::1].evil.example",
    "localhost:80:80",
    "",
  ])("may not be %j", async (host) => {
    const answer = await ask()("/stat?path=a.txt", { headers: { host } });
    expect([answer.status, answer.json.errorKind]).toEqual([403, "forbidden_host"]);
  });

  test("does not hide behind the address of the request, nor the other way round", async () => {
    const app = createFileRoutes({ workspace: createInMemoryWorkspace({ files: { "a.txt": "" } }) });
    const status = async (url: string, headers: Record<string, string>, env?: object): Promise<number> =>
      (await app.fetch(new Request(url, { headers }), env)).status;
    expect(await status("http://evil.example/stat?path=a.txt", { host: "localhost" })).toBe(403);
    expect(await status("http://evil.example/stat?path=a.txt", {}, {})).toBe(403);
    expect(await status("http://localhost/stat?path=a.txt", {}, {})).toBe(200);
  });

  test("that is allowed with a port is allowed with that port alone", async () => {
    const asked = ask({ allowedHosts: ["files.example:8080"] });
    expect((await asked("/stat?path=a.txt", { headers: { host: "files.example:8080" } })).status).toBe(200);
    expect((await asked("/stat?path=a.txt", { headers: { host: "files.example:8081" } })).status).toBe(403);
  });
});

describe("the page that asks", () => {
  const page = "https://app.example";

  test("must be the server's own or an allowed one", async () => {
    const asked = ask({ allowedOrigins: [page] });
    const allowed = await asked("/stat?path=a.txt", { headers: { origin: page } });
    expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([200, page]);
    expect(allowed.headers.get("vary")).toContain("Origin");
    const own = { origin: "http://localhost:4711", host: "localhost:4711" };
    expect((await asked("/stat?path=a.txt", { headers: own })).status).toBe(200);
    for (const origin of [
      "https://evil.example",
      "null",
      "",
      "https://app.example.evil",
      "http://app.example",
      "http://localhost:1",
    ]) {
      const answer = await asked("/stat?path=a.txt", { headers: { origin, host: "localhost:4711" } });
      expect([answer.status, answer.json.errorKind]).toEqual([403, "forbidden_origin"]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("is refused where the browser says that it is another site's", async () => {
    const headers = { "sec-fetch-site": "cross-site" };
    expect((await ask()("/grep?pattern=x", { headers })).json.errorKind).toBe("forbidden_origin");
    expect((await ask()("/stat?path=a.txt", { headers: { "sec-fetch-site": "same-origin" } })).status).toBe(200);
  });

  test("may find out beforehand whether it may ask, without a token", async () => {
    const question = { origin: page, "access-control-request-method": "POST", authorization: "" };
    const yes = await ask({ allowedOrigins: [page] })("/file/write", { method: "OPTIONS", headers: question });
    expect([yes.status, yes.text]).toEqual([204, ""]);
    expect(yes.headers.get("access-control-allow-origin")).toBe(page);
    expect(yes.headers.get("access-control-allow-methods")).toContain("POST");
    expect(yes.headers.get("access-control-allow-headers")).toContain("If-Match");
    const no = await ask()("/file/write", { method: "OPTIONS", headers: question });
    expect(no.json.errorKind).toBe("forbidden_origin");
    const plain = await ask()("/file/write", { method: "OPTIONS" });
    expect([plain.status, plain.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
    expect((await ask()("/file/write", { method: "OPTIONS", headers: { authorization: "" } })).status).toBe(401);
  });
});

describe("the rate limit", () => {
  test("counts reads and mutations of one address apart", async () => {
    const asked = ask({ rateLimit: { maxReads: 2, maxMutations: 1 } });
    const statuses = async (address: string, options: AskOptions, caller: string): Promise<readonly number[]> => {
      const found: number[] = [];
      for (let turn = 0; turn < 3; turn += 1)
        found.push((await asked(address, { ...options, ...from(caller) })).status);
      return found;
    };
    expect(await statuses("/stat?path=a.txt", {}, "10.0.0.1")).toEqual([200, 200, 429]);
    expect(await statuses("/file/write", WRITE, "10.0.0.1")).toEqual([201, 429, 429]);
    expect(await statuses("/stat?path=a.txt", {}, "10.0.0.2")).toEqual([200, 200, 429]);
    const limited = await asked("/stat?path=a.txt", {
      ...from("10.0.0.1"),
      headers: { "x-forwarded-for": "10.0.0.9" },
    });
    expect([limited.json.errorKind, Number(limited.headers.get("retry-after")) > 0]).toEqual(["rate_limited", true]);
  });

  test("lets go when the window is over", async () => {
    const { createRateLimit } = await import("../../src/http/rate-limit.js");
    let nowMs = 0;
    const limit = createRateLimit({ windowMs: 1000, maxReads: 1 }, () => nowMs);
    limit.count("a", false);
    expect(() => limit.count("a", false)).toThrow("too many requests");
    nowMs = 1000;
    limit.count("a", false);
  });
});

test.for([
  { workspace: undefined },
  { workspace: {} },
  { token: "" },
  { token: "with blank" },
  { token: 7 },
  { allowedHosts: "localhost" },
  { allowedOrigins: ["app.example"] },
  { allowedOrigins: ["https://app.example/"] },
  { bodyTimeoutMs: 0 },
])("an option of %o is a mistake of the developer", (options) => {
  const workspace = createInMemoryWorkspace();
  const [name = ""] = Object.keys(options);
  expect(() => createFileRoutes({ workspace, ...(options as object) })).toThrow(TypeError);
  expect(() => createFileRoutes({ workspace, ...(options as object) })).toThrow(name);
});
