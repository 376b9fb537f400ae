import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MAX_HTTP_STREAMS } from "../../src/limits.js";
import { type Answer, askSandbox } from "./ask.js";

const RAW = { accept: "application/octet-stream" };
const MIB = 1024 * 1024;

function sha256(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function contentOf({ json }: Answer): Buffer {
  return Buffer.from(String(json["contentBase64"]), "base64");
}

describe("GET /file/bytes as JSON", () => {
  test("answers a small file whole, and windows of it", async () => {
    const content = Buffer.from([0, 1, 2, 255, 254, 10]);
    const { ask } = await askSandbox({ "data.bin": content });
    const { json, headers } = await ask("/file/bytes?path=data.bin");
    expect(json).toEqual({
      kind: "file_bytes",
      path: "data.bin",
      offset: 0,
      sizeBytes: 6,
      returnedBytes: 6,
      truncated: false,
      contentBase64: content.toString("base64"),
      sha256: sha256(content),
      hash: `sha256:${sha256(content)}`,
    });
    expect(headers.get("etag")).toBe(`"${sha256(content)}"`);
    const window = await ask("/file/bytes?path=data.bin&offset=2&length=3");
    expect(contentOf(window)).toEqual(content.subarray(2, 5));
    expect(window.json).toMatchObject({ offset: 2, returnedBytes: 3, truncated: true });
    expect(window.json).not.toHaveProperty("sha256");
    expect(contentOf(await ask("/file/bytes?path=data.bin&offset=2&maxBytes=3"))).toEqual(content.subarray(2, 5));
    expect((await ask("/file/bytes?path=data.bin&offset=99")).json).toMatchObject({ returnedBytes: 0 });
    expect((await ask("/file/bytes?path=data.bin&length=0")).json).toMatchObject({ returnedBytes: 0, truncated: true });
    expect((await ask("/file/bytes?path=data.bin&length=9007199254740991")).json).toMatchObject({ returnedBytes: 6 });
  });

  test("of a large file is a window, whose tag is the same for every window", async () => {
    const content = randomBytes(MIB);
    const { ask } = await askSandbox({ "big.bin": content });
    const first = await ask("/file/bytes?path=big.bin");
    expect(first.json).toMatchObject({ returnedBytes: 64 * 1024, truncated: true });
    const second = await ask("/file/bytes?path=big.bin&offset=65536&length=9000000");
    expect(second.json).toMatchObject({ returnedBytes: 256 * 1024, truncated: true });
    const joined = Buffer.concat([contentOf(first), contentOf(second)]);
    expect(joined.equals(content.subarray(0, 320 * 1024))).toBe(true);
    const third = await ask("/file/bytes?path=big.bin&maxBytes=262144");
    expect(contentOf(third).equals(content.subarray(0, 256 * 1024))).toBe(true);
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    const known = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await ask("/file/bytes?path=big.bin&offset=5", { headers: known })).status).toBe(304);
  });
});

describe("GET /file/bytes as they are", () => {
  test.for([
    ["bytes=0-2", 206, "bytes 0-2/10", "012"],
    ["bytes=3-", 206, "bytes 3-9/10", "3456789"],
    ["bytes=-4", 206, "bytes 6-9/10", "6789"],
    ["bytes=-99", 206, "bytes 0-9/10", "0123456789"],
    ["bytes=8-99999999999999999999", 206, "bytes 8-9/10", "89"],
    ["Bytes=0-0", 206, "bytes 0-0/10", "0"],
  ] as const)("a Range of %s is %i %s", async ([range, status, contentRange, text]) => {
    const { ask } = await askSandbox({ "a.txt": "0123456789" });
    const answer = await ask("/file/bytes?path=a.txt", { headers: { range } });
    expect([answer.status, answer.headers.get("content-range"), answer.text]).toEqual([status, contentRange, text]);
    expect(answer.headers.get("content-length")).toBe(String(text.length));
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("accept-ranges")).toBe("bytes");
  });

  test.for(["bytes=10-", "bytes=99-100", "bytes=-0"])("a Range of %s is none of the file's", async (range) => {
    const { ask } = await askSandbox({ "a.txt": "0123456789" });
    const answer = await ask("/file/bytes?path=a.txt", { headers: { range } });
    expect([answer.status, answer.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    expect(answer.json.errorKind).toBe("range_not_satisfiable");
  });

  test.for(["bytes=0-1,3-4", "bytes=5-2", "lines=1-2", "bytes=a-b", "bytes=-", "bytes"])(
    "a Range of %s is not understood and gives all of the bytes as they are",
    async (range) => {
      const { ask } = await askSandbox({ "a.txt": "0123456789" });
      for (const headers of [{ range }, { range, ...RAW }]) {
        const answer = await ask("/file/bytes?path=a.txt", { headers });
        expect([answer.status, answer.headers.get("content-range"), answer.text]).toEqual([200, null, "0123456789"]);
      }
    },
  );

  test("If-Range with another version is the whole file", async () => {
    const { ask } = await askSandbox({ "a.txt": "0123456789" });
    const tag = (await ask("/file/bytes?path=a.txt")).headers.get("etag") ?? "";
    const range = "bytes=0-1";
    const same = await ask("/file/bytes?path=a.txt", { headers: { range, "if-range": tag } });
    expect([same.status, same.text]).toEqual([206, "01"]);
    const other = await ask("/file/bytes?path=a.txt", { headers: { range, "if-range": '"another"' } });
    expect([other.status, other.text]).toEqual([200, "0123456789"]);
    const weak = await ask("/file/bytes?path=a.txt", { headers: { range, "if-range": `W/${tag}` } });
    expect(weak.status).toBe(200);
  });

  test("large files stream whole and in part, and leave no descriptor open", async () => {
    const content = randomBytes(3 * MIB + 5);
    const { ask, sandbox } = await askSandbox({ "big.bin": content });
    const before = sandbox.countDescriptors();
    const whole = await ask("/file/bytes?path=big.bin", { headers: RAW });
    expect([whole.status, whole.headers.get("content-length")]).toEqual([200, String(content.length)]);
    expect(whole.bytes.equals(content)).toBe(true);
    const part = await ask("/file/bytes?path=big.bin", { headers: { range: "bytes=1000-2500000" } });
    expect([part.status, part.bytes.equals(content.subarray(1000, 2_500_001))]).toEqual([206, true]);
    expect(part.headers.get("etag")).toBe(whole.headers.get("etag"));
    const head = await ask("/file/bytes?path=big.bin", { method: "HEAD", headers: RAW });
    expect([head.status, head.headers.get("content-length"), head.text]).toEqual([200, String(content.length), ""]);
    expect(sandbox.countDescriptors()).toBe(before);
  });

  test("the tag of a large file changes with it", async () => {
    const { ask, sandbox } = await askSandbox({ "big.bin": randomBytes(MIB) });
    const first = await ask("/file/bytes?path=big.bin", { method: "HEAD" });
    appendFileSync(join(sandbox.root, "big.bin"), "more");
    const second = await ask("/file/bytes?path=big.bin", { method: "HEAD" });
    expect(second.headers.get("etag")).not.toBe(first.headers.get("etag"));
  });

  test("an empty file has no range, and is empty", async () => {
    const { ask } = await askSandbox({ "empty.txt": "" });
    expect((await ask("/file/bytes?path=empty.txt", { headers: { range: "bytes=0-" } })).status).toBe(416);
    expect((await ask("/file/bytes?path=empty.txt", { headers: RAW })).text).toBe("");
    expect((await ask("/file/bytes?path=empty.txt")).json).toMatchObject({ returnedBytes: 0, truncated: false });
  });

  test("a reader that goes away lets go of the file", async () => {
    const { sandbox, workspace } = await askSandbox({ "big.bin": randomBytes(4 * MIB) });
    const { createFileRoutes } = await import("../../src/http/index.js");
    const app = createFileRoutes({ workspace });
    const before = sandbox.countDescriptors();
    const response = await app.request("/file/bytes?path=big.bin", { headers: RAW });
    const reader = response.body?.getReader();
    await reader?.read();
    expect(sandbox.countDescriptors()).toBe(before + 1);
    await reader?.cancel();
    expect(sandbox.countDescriptors()).toBe(before);
  });

  test("so many large files stream at once, and the next one when another has ended", async () => {
    const { sandbox, workspace } = await askSandbox({ "big.bin": randomBytes(MIB) });
    const { createFileRoutes } = await import("../../src/http/index.js");
    const app = createFileRoutes({ workspace });
    const before = sandbox.countDescriptors();
    const stream = async (): Promise<Response> => app.request("/file/bytes?path=big.bin", { headers: RAW });
    const answers = await Promise.all(Array.from({ length: MAX_HTTP_STREAMS + 10 }, stream));
    const [streaming, refused] = [answers.filter(({ ok }) => ok), answers.filter(({ status }) => status === 503)];
    expect([streaming.length, refused.length]).toEqual([MAX_HTTP_STREAMS, 10]);
    expect(sandbox.countDescriptors()).toBe(before + MAX_HTTP_STREAMS);
    await streaming.pop()?.body?.cancel();
    expect((await (await stream()).arrayBuffer()).byteLength).toBe(MIB);
    const next = await stream();
    expect(next.status).toBe(200);
    for (const { body } of [...streaming, next]) await body?.cancel();
    expect(sandbox.countDescriptors()).toBe(before);
  });

  test("a file that becomes shorter while it streams breaks the answer off", async () => {
    const { sandbox, workspace } = await askSandbox({ "big.bin": randomBytes(8 * MIB) });
    const { createFileRoutes } = await import("../../src/http/index.js");
    const response = await createFileRoutes({ workspace }).request("/file/bytes?path=big.bin", { headers: RAW });
    const reader = response.body?.getReader();
    await reader?.read();
    writeFileSync(join(sandbox.root, "big.bin"), "short");
    const drain = async (): Promise<void> => {
      while ((await reader?.read())?.done === false);
    };
    await expect(drain()).rejects.toMatchObject({ name: "FsError" });
  });
});

test.for([
  ["/file/bytes?path=gone", {}, 404, "path_not_found"],
  ["/file/bytes?path=.", {}, 400, "not_a_file"],
  ["/file/bytes?path=a.txt&offset=-1", {}, 400, "parse_error"],
  ["/file/bytes?path=a.txt&maxBytes=0", {}, 400, "parse_error"],
  ["/file/bytes?path=a.txt&offset=1", { range: "bytes=0-1" }, 400, "parse_error"],
  ["/file/bytes?path=a.txt", { "if-none-match": "no quotes" }, 400, "parse_error"],
] as const)("%s with %o is %i %s", async ([address, headers, status, kind]) => {
  const { ask } = await askSandbox({ "a.txt": "one\n" });
  const answer = await ask(address, { headers });
  expect([answer.status, answer.json.errorKind]).toEqual([status, kind]);
});
