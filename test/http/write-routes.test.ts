import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { askSandbox, askWorkspace } from "./ask.js";

const MIB = 1024 * 1024;

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

describe("POST /file/write", () => {
  test.each([
    ["opened lists", "[".repeat(1_000_000)],
    ["a nested field", `{"path":"a.txt","content":"","x":${'{"a":'.repeat(100_000)}1${"}".repeat(100_001)}`],
    ["many values", `{"path":"a.txt","content":"","x":[${"1,".repeat(500_000)}1]}`],
  ])("refuses %s before they are parsed", async (_name, body) => {
    const { ask, sandbox } = await askSandbox({});
    const headers = { "content-type": "application/json" };
    const answer = await ask("/file/write", { method: "POST", headers, body });
    expect([answer.status, answer.json.errorKind]).toEqual([400, "parse_error"]);
    expect(answer.text).toContain("too much for one call");
    expect(readdirSync(sandbox.root)).toEqual([]);
  });

  test("creates, overwrites and replaces, and says what is there now", async () => {
    const { ask, sandbox } = await askSandbox({});
    const created = await ask("/file/write", { json: { path: "./a.txt", content: "one\n", mode: "create" } });
    expect(created.status).toBe(201);
    expect(created.json).toEqual({
      kind: "file_write",
      mode: "create",
      path: "a.txt",
      created: true,
      sizeBytes: 4,
      sha256: sha256("one\n"),
      hash: `sha256:${sha256("one\n")}`,
      encoding: "utf-8",
      bom: false,
      lineEnding: "lf",
      matchedIgnore: null,
    });
    expect(created.headers.get("etag")).toBe(`"${sha256("one\n")}"`);
    const overwritten = await ask("/file/write", { json: { path: "a.txt", content: "two", mode: "overwrite" } });
    expect([overwritten.status, overwritten.json["created"]]).toEqual([200, false]);
    for (const expected of [{ expectedSha256: sha256("two") }, { expectedHash: `sha256:${sha256("three")}` }]) {
      const json = { path: "a.txt", content: "three", mode: "replace", ...expected };
      expect((await ask("/file/write", { json })).status).toBe(200);
    }
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("three");
  });

  test("headers say the same as the body: If-Match is replace, If-None-Match: * is create", async () => {
    const { ask, sandbox } = await askSandbox({ "a.txt": "one\n" });
    const write = (content: string, headers: Record<string, string>, fields = {}): ReturnType<typeof ask> =>
      ask("/file/write", { json: { path: "a.txt", content, ...fields }, headers });
    const tag = (await ask("/file?path=a.txt")).headers.get("etag") ?? "";
    expect((await write("x", { "if-none-match": "*" })).json.errorKind).toBe("file_already_exists");
    expect((await write("x", { "if-match": `"${sha256("other")}"` })).json.errorKind).toBe("hash_mismatch");
    expect((await write("x", { "if-match": '"v-0123", "other"' })).json.errorKind).toBe("hash_mismatch");
    expect((await write("two\n", { "if-match": tag })).json).toMatchObject({ mode: "replace", created: false });
    expect((await write("three\n", { "if-match": `"other", "${sha256("two\n")}"` })).status).toBe(200);
    expect((await write("four\n", { "if-match": "*" })).status).toBe(200);
    const weak = `W/"${sha256("four\n")}"`;
    expect((await write("x", { "if-match": weak })).json.errorKind).toBe("hash_mismatch");
    expect((await write("x", { "if-match": `${weak}, "other"` })).json.errorKind).toBe("hash_mismatch");
    expect((await write("five\n", { "if-match": `W/"other", "${sha256("four\n")}"` })).status).toBe(200);
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("five\n");
    const gone = { json: { path: "gone.txt", content: "" }, headers: { "if-match": "*" } };
    expect((await ask("/file/write", gone)).json.errorKind).toBe("hash_mismatch");
    for (const [headers, fields] of [
      [{ "if-match": tag }, { expectedSha256: sha256("two") }],
      [{ "if-match": tag }, { mode: "create" }],
      [{ "if-none-match": "*" }, { mode: "overwrite" }],
      [{ "if-none-match": tag }, { mode: "create" }],
      [{ "if-match": "unquoted" }, {}],
    ] as const) {
      expect((await write("x", headers, fields)).json.errorKind).toBe("parse_error");
    }
  });

  test("the tag of a large file can be given to If-Match", async () => {
    const { ask } = await askSandbox({ "big.txt": "line\n".repeat(100_000) });
    const { headers } = await ask("/file/bytes?path=big.txt", { method: "HEAD" });
    const write = { json: { path: "big.txt", content: "small\n" }, headers: { "if-match": headers.get("etag") ?? "" } };
    expect((await ask("/file/write", write)).status).toBe(200);
    expect((await ask("/file/write", write)).json.errorKind).toBe("hash_mismatch");
  });

  test("writes in the encoding that is asked for, and keeps that of the file otherwise", async () => {
    const { ask, sandbox } = await askSandbox({ "old.txt": Buffer.from("\ufeffold\n", "utf16le") });
    const write = (fields: object): ReturnType<typeof ask> =>
      ask("/file/write", { json: { path: "a.txt", content: "é\nx\n", mode: "overwrite", ...fields } });
    const bytes = (name = "a.txt"): Buffer => readFileSync(join(sandbox.root, name));
    expect((await write({ encoding: "latin1" })).json).toMatchObject({ encoding: "windows-1252" });
    expect(bytes()).toEqual(Buffer.from("é\nx\n", "latin1"));
    expect((await write({ encoding: "UTF-16LE" })).json).toMatchObject({ encoding: "utf-16le", bom: true });
    expect(bytes()).toEqual(Buffer.from("\ufeffé\nx\n", "utf16le"));
    expect((await write({ bom: true, lineEnding: "crlf" })).json).toMatchObject({ bom: true, lineEnding: "crlf" });
    expect(bytes()).toEqual(Buffer.from("\ufeffé\r\nx\r\n"));
    expect((await write({ path: "old.txt" })).json).toMatchObject({ encoding: "utf-16le", bom: true });
    expect(bytes("old.txt")).toEqual(Buffer.from("\ufeffé\nx\n", "utf16le"));
    for (const fields of [
      { encoding: "klingon" },
      { encoding: "__proto__" },
      { encoding: "utf-16le", bom: false },
      { encoding: "latin1", bom: true },
      { encoding: "latin1", content: "日本" },
      { content: "\ud800" },
    ]) {
      expect((await write(fields)).json).toMatchObject({ errorKind: "unsupported_encoding", status: 422 });
    }
  });

  test("what the boundary refuses is refused, and nothing is written", async () => {
    const { ask, sandbox } = await askSandbox({ "a.txt": "one\n" });
    symlinkSync(join(sandbox.outside, "x"), join(sandbox.root, "out"));
    const write = (fields: object): ReturnType<typeof ask> =>
      ask("/file/write", { json: { path: "b.txt", content: "x", mode: "create", ...fields } });
    for (const [fields, kind] of [
      [{ path: "a.txt" }, "file_already_exists"],
      [{ path: "../outside/x" }, "path_outside_workspace"],
      [{ path: "out", mode: "overwrite" }, "symlink_escape"],
      [{ path: "no/dir.txt" }, "path_not_found"],
      [{ path: ".git/config" }, "protected_path"],
      [{ path: "a.txt/b" }, "not_a_directory"],
      [{ path: "\0" }, "invalid_path"],
      [{ path: "a.txt", mode: "replace" }, "parse_error"],
      [{ path: "a.txt", mode: "replace", expectedSha256: "ABC" }, "parse_error"],
      [{ path: "a.txt", mode: "replace", expectedSha256: sha256("x"), expectedHash: sha256("y") }, "parse_error"],
      [{ path: "a.txt", mode: "replace", expectedSha256: sha256("x") }, "hash_mismatch"],
      [{ mode: undefined }, "parse_error"],
      [{ mode: "append" }, "parse_error"],
      [{ mode: "create", expectedSha256: sha256("x") }, "parse_error"],
      [{ content: 7 }, "parse_error"],
      [{ expectedSha265: sha256("x") }, "parse_error"],
    ] as const) {
      expect((await write(fields)).json, JSON.stringify(fields)).toMatchObject({ errorKind: kind });
    }
    expect(readdirSync(sandbox.root).sort()).toEqual(["a.txt", "out"]);
    expect(readdirSync(sandbox.outside)).toEqual([]);
    expect((await write({ path: "no/dir.txt", createParents: true })).status).toBe(201);
  });

  test("an untrusted workspace is read and not written, and says so", async () => {
    const { sandbox } = await askSandbox({ "a.txt": "one\n" });
    const ask = askWorkspace(await sandbox.open({ trusted: false }));
    const written = await ask("/file/write", { json: { path: "b.txt", content: "", mode: "create" } });
    expect([written.status, written.json.errorKind]).toEqual([403, "untrusted_workspace"]);
    expect((await ask("/capabilities")).json["features"]).toEqual(["workspace_file_read", "workspace_file_bytes"]);
    expect((await ask("/file?path=a.txt")).status).toBe(200);
  });
});

describe("POST /file/edit", () => {
  test("replaces one text and leaves every other byte", async () => {
    const { ask, sandbox } = await askSandbox({ "a.txt": "one\r\ntwo\nthree\n" });
    const json = { path: "a.txt", oldText: "two", newText: "2", expectedSha256: sha256("one\r\ntwo\nthree\n") };
    const answer = await ask("/file/edit", { json });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      kind: "file_edit",
      path: "a.txt",
      replacements: 1,
      firstChangedLine: 2,
      matchedBy: "exact",
      sha256: sha256("one\r\n2\nthree\n"),
      lineEnding: "mixed",
    });
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("one\r\n2\nthree\n");
  });

  test("refuses what is not there, what is there twice, and other versions", async () => {
    const { ask, sandbox } = await askSandbox({ "a.txt": "x\ny\nx\n" });
    for (const [fields, status, kind] of [
      [{ oldText: "z" }, 422, "text_not_found"],
      [{ oldText: "x" }, 422, "ambiguous_text_match"],
      [{ oldText: "y", newText: "y" }, 422, "no_change"],
      [{ oldText: "y", expectedSha256: sha256("other") }, 409, "hash_mismatch"],
      [{ oldText: "y", path: "gone.txt" }, 404, "path_not_found"],
      [{ oldText: null }, 400, "parse_error"],
    ] as const) {
      const answer = await ask("/file/edit", { json: { path: "a.txt", newText: "new", ...fields } });
      expect([answer.status, answer.json.errorKind]).toEqual([status, kind]);
    }
    const twice = await ask("/file/edit", { json: { path: "a.txt", oldText: "x", newText: "new" } });
    expect(twice.json.hint).toMatch(/^Extend oldText by 1 line.* differs there\.$/);
    const json = { path: "a.txt", oldText: "y", newText: "new" };
    const mismatch = await ask("/file/edit", { json, headers: { "if-match": `"${sha256("other")}"` } });
    expect(mismatch.json.errorKind).toBe("hash_mismatch");
    expect((await ask("/file/edit", { json, headers: { "if-none-match": "*" } })).json.errorKind).toBe("parse_error");
    expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("x\ny\nx\n");
  });

  test("of a hundred at once with one hash, one wins", async () => {
    const { ask } = await askSandbox({ "a.txt": "0" });
    const edits = Array.from({ length: 100 }, (_, index) =>
      ask("/file/edit", { json: { path: "a.txt", oldText: "0", newText: `${index}!`, expectedSha256: sha256("0") } }),
    );
    const kinds = (await Promise.all(edits)).map(({ json }) => json.errorKind ?? "done");
    expect(kinds.filter((kind) => kind === "done")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "hash_mismatch")).toHaveLength(99);
  });
});

describe("POST /file/upload", () => {
  test("stores bytes under the first name that is free, and never overwrites", async () => {
    const { ask, sandbox } = await askSandbox({ "up/a.tar.gz": "old" });
    const upload = (text: string, headers = {}): ReturnType<typeof ask> =>
      ask("/file/upload?path=up/a.tar.gz", { body: Buffer.from(text), headers });
    const first = await upload("1", { "content-type": "application/octet-stream" });
    expect(first.status).toBe(201);
    expect(first.json).toEqual({
      kind: "file_upload",
      path: "up/a.tar (1).gz",
      sizeBytes: 1,
      sha256: sha256("1"),
      hash: `sha256:${sha256("1")}`,
    });
    expect((await upload("2")).json["path"]).toBe("up/a.tar (2).gz");
    expect(readFileSync(join(sandbox.root, "up/a.tar.gz"), "utf8")).toBe("old");
    const exact = await upload("3", { "if-none-match": "*" });
    expect([exact.status, exact.json.errorKind]).toEqual([409, "file_already_exists"]);
    const named = await Promise.all(
      ["deep/er/x", "deep/.env", "deep/.env"].map((path) =>
        ask(`/file/upload?path=${path}`, { body: "x", headers: { "content-type": "application/octet-stream" } }),
      ),
    );
    expect(named.map(({ json }) => json["path"]).sort()).toEqual(["deep/.env", "deep/.env (1)", "deep/er/x"]);
  });

  test("takes as much as a write, empty files too, and no more", async () => {
    const { ask, sandbox } = await askSandbox({});
    const headers = { "content-type": "application/octet-stream" };
    expect((await ask("/file/upload?path=empty", { method: "POST", headers })).json["sizeBytes"]).toBe(0);
    const full = Buffer.alloc(5 * MIB);
    expect((await ask("/file/upload?path=full", { body: full, headers })).json["sizeBytes"]).toBe(5 * MIB);
    const over = await ask("/file/upload?path=over", { body: Buffer.alloc(5 * MIB + 1), headers });
    expect([over.status, over.json.errorKind]).toEqual([413, "file_too_large"]);
    expect(existsSync(join(sandbox.root, "over"))).toBe(false);
  });

  test.for([
    ["/file/upload", "parse_error", {}],
    ["/file/upload?path=../x", "path_outside_workspace", {}],
    ["/file/upload?path=.git/hooks/post-commit", "protected_path", {}],
    ["/file/upload?path=a", "unsupported_media_type", { "content-type": "text/plain" }],
    ["/file/upload?path=a", "unsupported_media_type", { "content-type": "multipart/form-data; boundary=x" }],
    ["/file/upload?path=a", "unsupported_media_type", { "content-encoding": "gzip" }],
  ] as const)("%s is %s with %o", async ([address, kind, headers]) => {
    const { ask } = await askSandbox({});
    expect((await ask(address, { body: Buffer.from("x"), headers })).json.errorKind).toBe(kind);
  });
});
