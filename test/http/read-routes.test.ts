import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { askSandbox } from "./ask.js";

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

describe("GET /file", () => {
  test("answers a small file whole, with its hash in both spellings and as its tag", async () => {
    const content = "\ufeffone\r\ntwo é\r\n";
    const { ask, workspace } = await askSandbox({ "src/a.txt": content });
    const { status, json, headers } = await ask("/file?path=src/../src/a.txt");
    expect(status).toBe(200);
    expect(json).toEqual({
      kind: "file",
      path: "src/a.txt",
      content: content.slice(1),
      encoding: "utf-8",
      bom: true,
      lineEnding: "crlf",
      sizeBytes: Buffer.byteLength(content),
      returnedBytes: Buffer.byteLength(content) - 3,
      truncated: false,
      sha256: sha256(content),
      hash: `sha256:${sha256(content)}`,
      matchedIgnore: null,
      originalLineCount: 2,
      nextCursor: null,
      hasMore: false,
    });
    expect(headers.get("etag")).toBe(`"${sha256(content)}"`);
    const unchanged = await ask("/file?path=src/a.txt", {
      headers: { "if-none-match": `W/"${sha256(content)}", "x"` },
    });
    expect([unchanged.status, unchanged.text]).toEqual([304, ""]);
    expect(workspace.audit.recent().map(({ context, path }) => [context.route, path])).toContainEqual([
      "GET /file",
      "src/a.txt",
    ]);
  });

  test("answers windows of lines, and pages that join to the file", async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${index + 1}\n`);
    const { ask } = await askSandbox({ "a.txt": lines.join(""), ".gitignore": "a.txt\n" });
    const window = await ask("/file?path=a.txt&line=3&limit=2");
    expect(window.json).toMatchObject({ content: "line 3\nline 4\n", truncated: true, hasMore: true });
    expect(window.json).toMatchObject({ matchedIgnore: true });
    let [joined, cursor] = ["", ""];
    do {
      const page = await ask(`/file?path=a.txt&limit=2000&cursor=${cursor}`.replace(/&cursor=$/, ""));
      joined += page.json["content"];
      cursor = String(page.json["nextCursor"] ?? "");
    } while (cursor !== "");
    expect(joined).toBe(lines.join(""));
  });

  test("refuses a large file without a window, and shows a window of it", async () => {
    const { ask } = await askSandbox({ "big.txt": `first\n${"x".repeat(300 * 1024)}\n` });
    const whole = await ask("/file?path=big.txt");
    expect([whole.status, whole.json.errorKind]).toEqual([413, "file_too_large"]);
    expect((await ask("/file?path=big.txt&line=1&limit=1")).json["content"]).toBe("first\n");
    expect((await ask("/file?path=big.txt&maxBytes=8")).json["content"]).toBe("first\n");
  });

  test.for([
    ["/file", 400, "parse_error"],
    ["/file?path=", 400, "invalid_path"],
    ["/file?path=missing.txt", 404, "path_not_found"],
    ["/file?path=dir", 400, "not_a_file"],
    ["/file?path=data.bin", 422, "binary_file"],
    ["/file?path=out", 400, "symlink_escape"],
    ["/file?path=../outside/secret.txt", 400, "path_outside_workspace"],
    ["/file?path=/etc/passwd", 400, "path_outside_workspace"],
    ["/file?path=%2e%2e/outside/secret.txt", 400, "path_outside_workspace"],
    ["/file?path=%252e%252e/outside/secret.txt", 404, "path_not_found"],
    ["/file?path=..%2foutside%2fsecret.txt", 400, "path_outside_workspace"],
    ["/file?path=..%5coutside%5csecret.txt", 404, "path_not_found"],
    ["/file?path=..%c0%afoutside", 400, "parse_error"],
    ["/file?path=%ff", 400, "parse_error"],
    ["/file?path=%zz", 400, "parse_error"],
    ["/file?path=a.txt%00", 400, "invalid_path"],
    ["/file?path=a%0ab", 400, "invalid_path"],
    ["/file?path=a.txt&path=a.txt", 400, "parse_error"],
    ["/file?path=a.txt&line=0", 400, "parse_error"],
    ["/file?path=a.txt&line=-1", 400, "parse_error"],
    ["/file?path=a.txt&line=1.5", 400, "parse_error"],
    ["/file?path=a.txt&line=1e3", 400, "parse_error"],
    ["/file?path=a.txt&line=NaN", 400, "parse_error"],
    ["/file?path=a.txt&line=99999999999999999999", 400, "parse_error"],
    ["/file?path=a.txt&line=9007199254740993", 400, "parse_error"],
    ["/file?path=a.txt&limit=2001", 400, "parse_error"],
    ["/file?path=a.txt&limit=", 400, "parse_error"],
    ["/file?path=a.txt&maxBytes=262145", 400, "parse_error"],
    ["/file?path=a.txt&cursor=x", 400, "parse_error"],
    ["/file?path=a.txt&cursor=x&line=1", 400, "parse_error"],
  ] as const)("%s is %i %s", async ([address, status, kind]) => {
    const { ask, sandbox } = await askSandbox({ "a.txt": "one\n", "data.bin": new Uint8Array([0, 1]) });
    writeFileSync(join(sandbox.outside, "secret.txt"), "secret");
    symlinkSync(join(sandbox.outside, "secret.txt"), join(sandbox.root, "out"));
    mkdirSync(join(sandbox.root, "dir"));
    const answer = await ask(address);
    expect([answer.status, answer.json.errorKind]).toEqual([status, kind]);
    expect(answer.text).not.toContain(sandbox.base);
  });

  test("a last line far behind the end is empty, and a huge line number costs nothing", async () => {
    const { ask } = await askSandbox({ "a.txt": "one\n" });
    const { status, json } = await ask("/file?path=a.txt&line=9007199254740991");
    expect([status, json["content"]]).toEqual([200, ""]);
  });

  test("an absolute path inside the root is named relative to it, in answers and in failures", async () => {
    const { ask, sandbox } = await askSandbox({ "a.txt": "one\n" });
    expect((await ask(`/file?path=${sandbox.root}/a.txt`)).json["path"]).toBe("a.txt");
    const missing = await ask(`/file?path=${sandbox.root}/b.txt`);
    expect(missing.json.error).toContain("b.txt");
    const long = await ask(`/file?path=${sandbox.root}/${"n".repeat(300)}`);
    expect(long.text).not.toContain(sandbox.root);
  });
});

describe("GET /stat", () => {
  test("describes files, directories and links", async () => {
    const { ask, sandbox } = await askSandbox({ "dir/a.txt": "one\n" });
    symlinkSync("dir/a.txt", join(sandbox.root, "link"));
    symlinkSync("nowhere", join(sandbox.root, "dangling"));
    expect((await ask("/stat?path=dir/a.txt")).json).toEqual({
      kind: "stat",
      path: "dir/a.txt",
      type: "file",
      sizeBytes: 4,
      modifiedMs: expect.any(Number),
    });
    expect((await ask("/stat?path=.")).json).toMatchObject({ type: "directory" });
    expect((await ask("/stat?path=link")).json).toMatchObject({ path: "dir/a.txt", type: "file" });
    expect((await ask("/stat?path=dangling")).json).toMatchObject({ type: "symlink" });
    expect((await ask("/stat?path=gone")).json).toMatchObject({ errorKind: "path_not_found", status: 404 });
  });
});

describe("GET /list", () => {
  test("answers pages, directories first, hidden entries only when asked for", async () => {
    const { ask } = await askSandbox({ "b.txt": "1", "a/x": "", "c.log": "22", ".gitignore": "*.log\n" });
    const first = await ask("/list?limit=2");
    expect(first.json).toMatchObject({ kind: "list", path: ".", total: 3, truncated: true, nextOffset: 2 });
    expect(first.json["entries"]).toEqual([
      { name: "a", kind: "directory", sizeBytes: expect.any(Number), modifiedMs: expect.any(Number), ignored: false },
      { name: ".gitignore", kind: "file", sizeBytes: 6, modifiedMs: expect.any(Number), ignored: false },
    ]);
    const second = await ask("/list?limit=2&offset=2&path=.");
    expect(second.json).toMatchObject({ truncated: false, nextOffset: null, entries: [{ name: "b.txt" }] });
    const all = await ask("/list?includeIgnored=1");
    expect(all.json["entries"]).toContainEqual(expect.objectContaining({ name: "c.log", ignored: true }));
    expect((await ask("/list?includeIgnored=0")).json["total"]).toBe(3);
  });

  test.for([
    ["/list?path=a.txt", 400, "not_a_directory"],
    ["/list?path=gone", 404, "path_not_found"],
    ["/list?path=..", 400, "path_outside_workspace"],
    ["/list?includeIgnored=maybe", 400, "parse_error"],
    ["/list?limit=1001", 400, "parse_error"],
  ] as const)("%s is %i %s", async ([address, status, kind]) => {
    const { ask } = await askSandbox({ "a.txt": "one\n" });
    const answer = await ask(address);
    expect([answer.status, answer.json.errorKind]).toEqual([status, kind]);
  });
});
