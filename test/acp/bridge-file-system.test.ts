// The bridge without a wire: its gates, and the shapes of its failures.

import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RequestError } from "@agentclientprotocol/sdk";
import { describe, expect, test } from "vitest";
import { createBridgeFileSystem, fromRequestError, toRequestError } from "../../src/acp/index.js";
import { FsError } from "../../src/errors.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { useSandbox } from "../support/temp-workspace.js";

const MIB = 1024 * 1024;

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "no failure",
    (error: unknown) => fromRequestError(error)?.kind ?? error,
  );
}

test.each([undefined, null, {}])("%j is no workspace", (workspace) => {
  expect(() => createBridgeFileSystem(workspace as never)).toThrow(/workspace must be/);
});

describe("the gates", () => {
  test.for([undefined, null, 5, ["x"], Buffer.from("x")])("take no content but text: %j", async (content) => {
    const workspace = createInMemoryWorkspace({ trusted: true });
    const bridge = createBridgeFileSystem(workspace);
    expect(await failureOf(bridge.writeText({ path: "a.txt", content: content as never }))).toBe("parse_error");
    expect(await workspace.fs.stat("a.txt")).toBeNull();
  });

  test("hold no more than 100 MiB, but show windows of files of any size", async () => {
    const sandbox = useSandbox();
    const path = join(sandbox.root, "huge.log");
    writeFileSync(path, `first\n${"x".repeat(5000)}\n`);
    truncateSync(path, 101 * MIB);
    const bridge = createBridgeFileSystem(await sandbox.open());
    expect(await failureOf(bridge.readText({ path }))).toBe("file_too_large");
    expect(await bridge.readText({ path, line: 1, limit: 1 })).toEqual({ content: "first\n" });
    expect(await failureOf(bridge.readText({ path, line: 1 }))).toBe("file_too_large");
  });

  test("a lower limit of the workspace counts, for windows as for files, and never cuts silently", async () => {
    const files = { "a.txt": "123456789\n".repeat(10) };
    const sandbox = useSandbox();
    sandbox.write(files);
    const bridge = createBridgeFileSystem(await sandbox.open({ limits: { readFileSizeCap: 50 } }));
    expect(await failureOf(bridge.readText({ path: "a.txt" }))).toBe("file_too_large");
    expect(await failureOf(bridge.readText({ path: "a.txt", line: 2, limit: 6 }))).toBe("file_too_large");
    expect((await bridge.readText({ path: "a.txt", line: 6 })).content).toHaveLength(50);
  });

  test("windows larger than one read of the boundary come whole", async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index + 1} é\n`);
    const bridge = createBridgeFileSystem(createInMemoryWorkspace({ files: { "a.txt": lines.join("") } }));
    const { content } = await bridge.readText({ path: "a.txt", line: 3, limit: 40_000 });
    expect(content).toBe(lines.slice(2, 40_002).join(""));
  });

  test("refuse pipes", async () => {
    const sandbox = useSandbox();
    execFileSync("mkfifo", [join(sandbox.root, "pipe")]);
    const bridge = createBridgeFileSystem(await sandbox.open());
    expect(await failureOf(bridge.readText({ path: "pipe" }))).toBe("not_a_file");
    expect(await failureOf(bridge.writeText({ path: "pipe", content: "x" }))).toBe("not_a_file");
  });

  test.for([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("refuse %d as a line or a limit", async (value) => {
    const bridge = createBridgeFileSystem(createInMemoryWorkspace({ files: { "a.txt": "one\n" } }));
    expect(await failureOf(bridge.readText({ path: "a.txt", line: value }))).toBe("parse_error");
    expect(await failureOf(bridge.readText({ path: "a.txt", limit: value }))).toBe("parse_error");
  });

  test("an abort rejects with its own reason", async () => {
    const bridge = createBridgeFileSystem(createInMemoryWorkspace({ files: { "a.txt": "one\n" }, trusted: true }));
    const signal = AbortSignal.abort("enough");
    await expect(bridge.readText({ path: "a.txt" }, { signal })).rejects.toBe("enough");
    await expect(bridge.writeText({ path: "a.txt", content: "" }, { signal })).rejects.toBe("enough");
  });
});

describe("a failure on the wire", () => {
  test("is an error of the protocol's own class", async () => {
    const error = await toRequestError(new FsError("hash_mismatch", "it changed", { hint: "Read it again." }));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({
      code: -32603,
      message: "it changed",
      data: { errorKind: "hash_mismatch", hint: "Read it again.", status: 409 },
    });
  });

  test("is known by its shape, also from another copy of this package", async () => {
    const foreign = Object.assign(new Error("gone"), { name: "FsError", kind: "path_not_found" });
    expect(await toRequestError(foreign)).toMatchObject({ code: -32603, data: { errorKind: "path_not_found" } });
    const other = new Error("something else");
    expect(await toRequestError(other)).toBe(other);
    expect(await toRequestError("text")).toBe("text");
  });

  test("comes back as what it was, and nothing else does", () => {
    const sent = { code: -32603, message: "bad", data: { errorKind: "parse_error", hint: "Mend it.", status: 422 } };
    expect(fromRequestError(sent)).toMatchObject({
      kind: "parse_error",
      message: "bad",
      hint: "Mend it.",
      status: 422,
    });
    for (const other of [null, "text", {}, { data: null }, { data: {} }, { data: { errorKind: "unheard_of" } }]) {
      expect(fromRequestError(other)).toBeNull();
    }
    expect(fromRequestError({ data: { errorKind: "io_error", hint: 7, status: 200 } })).toMatchObject({ status: 503 });
  });
});
