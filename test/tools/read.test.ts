import { createHash } from "node:crypto";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import * as sdk from "ai";
import { convertToModelMessages, generateText, stepCountIs, type UIMessage } from "ai";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { MAX_TOOL_WRITE_BYTES } from "../../src/limits.js";
import { createSecretRedactor } from "../../src/redaction/secret-redactor.js";
import type { FileStore } from "../../src/stores/file-store.js";
import { WorkspaceFileStore } from "../../src/stores/workspace-file-store.js";
import type { ToolFailure } from "../../src/tools/definition/tool-failure.js";
import { createReadTool, type ReadToolOptions } from "../../src/tools/read.js";
import type { ReadOutput } from "../../src/tools/reading/read-output.js";
import { MinimalStore } from "../support/minimal-store.js";
import { createScriptedModel } from "../support/scripted-model.js";
import { createStore, responseMessages, runTool, shownText, toBytes } from "./run-tools.js";
import { openDiskWorkspace } from "./workspaces.js";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n");

/** Only version 7 of the SDK has this name. */
const IS_VERSION_7 = "fingerprintTools" in sdk;

type Options = Omit<ReadToolOptions, "store">;

interface Case {
  readonly content: string | Uint8Array;
  readonly input?: object;
  readonly options?: Options;
}

async function read({ content, input = {}, options = {} }: Case) {
  const tools = { read: createReadTool({ store: await createStore({ "a.txt": content }), ...options }) };
  return runTool(tools, { tool: "read", input: { path: "a.txt", ...input } });
}

async function shown(testCase: Case): Promise<string> {
  return shownText((await read(testCase)).sent);
}

function numberedFile(lines: number): string {
  return Array.from({ length: lines }, (_, index) => `line ${index + 1}\n`).join("");
}

describe("a text as the model sees it", () => {
  const fifty = numberedFile(50);

  it.each<[string, Case, string]>([
    ["whole, without a closing line", { content: "one\ntwo\n" }, "1\tone\n2\ttwo"],
    ["without a final newline", { content: "one\ntwo" }, "1\tone\n2\ttwo"],
    ["carriage returns of CRLF hidden", { content: "one\r\ntwo\r\n" }, "1\tone\n2\ttwo"],
    ["control characters visible", { content: "a\tb\x1b[0m\r!\u202e" }, "1\ta\tb␛[0m␍!<U+202E>"],
    ["empty", { content: "" }, "[empty file]"],
    ["only a byte order mark", { content: "\ufeff" }, "[empty file]"],
    [
      "a window",
      { content: fifty, input: { offset: 2, limit: 2 } },
      "2\tline 2\n3\tline 3\n[lines 2-3 of 50; continue with offset: 4]",
    ],
    [
      "the tail",
      { content: fifty, input: { offset: -2 } },
      "49\tline 49\n50\tline 50\n[lines 49-50 of 50; end of file]",
    ],
    [
      "beyond the end",
      { content: fifty, input: { offset: 51 } },
      "[offset 51 is beyond the end: the file has 50 lines]",
    ],
    ["offset 0 as 1", { content: "one", input: { offset: 0 } }, "1\tone"],
    ["one line of a window", { content: fifty, input: { offset: 50 } }, "50\tline 50\n[line 50 of 50; end of file]"],
    [
      "a limit above the maximum",
      { content: "1\n2\n3", input: { limit: 9 }, options: { maxLines: 1 } },
      "1\t1\n[line 1 of 3; continue with offset: 2]",
    ],
    ["no numbers", { content: "one\ntwo", options: { lineNumbers: "none" } }, "one\ntwo"],
    [
      "every tenth number",
      { content: fifty, input: { offset: 9, limit: 3 }, options: { lineNumbers: "tenth" } },
      "9\tline 9\n10\tline 10\n\tline 11\n[lines 9-11 of 50; continue with offset: 12]",
    ],
    [
      "another encoding",
      { content: Buffer.from("caf\xe9", "latin1") },
      "1\tcafé\n[encoding windows-1252; end of file]",
    ],
    [
      "a multi-byte encoding, which the file declares",
      { content: Buffer.from("# coding: sjis\r\n\x95\x5c\x83\x5c\\", "latin1"), input: { offset: 2 } },
      "2\t表ソ\\\n[line 2 of 2; encoding shift_jis; end of file]",
    ],
    [
      "damaged UTF-8",
      { content: Buffer.from([0xc3, 0xa4, 0xff, 0x0a]) },
      "1\tä\ufffd\n[not valid UTF-8, so it cannot be edited; end of file]",
    ],
  ])("%s", async (_name, testCase, expected) => {
    expect(await shown(testCase)).toBe(expected);
  });

  it("marks a cut line and names the call that continues inside it", async () => {
    const content = "äöü".repeat(10);
    const first = await read({ content, options: { maxBytes: 7 } });
    expect(shownText(first.sent)).toBe(
      "1\täöü…\n[line 1 of 1; the last line is cut, continue with offset: 1, byteOffset: 6]",
    );
    const input = { offset: 1, byteOffset: 6 };
    expect(await shown({ content, input, options: { maxBytes: 200 } })).toBe(
      `1\t…${"äöü".repeat(9)}\n[line 1 of 1; end of file]`,
    );
  });
});

describe("the output", () => {
  it("tells content, position and hash", async () => {
    const { output } = await read({ content: "one\r\ntwo" });
    expect(output).toEqual({
      path: "a.txt",
      content: "one\r\ntwo",
      startLine: 1,
      endLine: 2,
      totalLines: 2,
      truncated: false,
      sizeBytes: 8,
      sha256: createHash("sha256").update("one\r\ntwo").digest("hex"),
      encoding: "utf-8",
      lineEnding: "crlf",
    });
  });

  it("hashes the whole file although it shows a window", async () => {
    const content = numberedFile(30);
    const { output } = await read({ content, input: { limit: 1 } });
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(output).toMatchObject({ content: "line 1\n", truncatedBy: "lines", nextOffset: 2, sha256 });
  });

  it("decodes UTF-16 by its byte order mark and leaves the mark out", async () => {
    const { output } = await read({ content: Buffer.from("\ufeffhä\r\n", "utf16le") });
    expect(output).toMatchObject({ content: "hä\r\n", encoding: "utf-16le" });
  });

  it.each([{ maxBytes: 5 }, { maxBytes: 64 }, { maxLines: 3 }])("joins to the file over %o", async (options) => {
    const content = `\ufeff${"x".repeat(23)}\r\nä\n\n${"yö".repeat(40)}\nend`;
    const tool = createReadTool({ store: await createStore({ "a.txt": content }), ...options });
    let joined = "";
    let next: { offset?: number; byteOffset?: number } | null = {};
    while (next !== null) {
      const output: ReadOutput | ToolFailure = await tool.execute({ path: "a.txt", ...next });
      if (!("content" in output)) throw new Error("not a text");
      joined += output.content;
      next = output.truncated
        ? { ...pick(output.nextOffset, "offset"), ...pick(output.nextByteOffset, "byteOffset") }
        : null;
    }
    expect(joined).toBe(content.slice(1));
  });
});

function pick(value: number | undefined, name: string): object {
  return value === undefined ? {} : { [name]: value };
}

describe("redaction", () => {
  const redact = (text: string): string => text.replaceAll(/key-\d+/g, "[key]");

  it("reaches program and model, and says so", async () => {
    const { output, sent } = await read({ content: "a key-123\n", options: { redact } });
    expect(output).toMatchObject({ content: "a [key]\n", redacted: true });
    expect(JSON.stringify([output, sent])).not.toContain("key-123");
  });

  it("is not claimed where nothing was changed", async () => {
    const { output } = await read({ content: "plain", options: { redact: async (text) => text } });
    expect(output).not.toHaveProperty("redacted");
  });

  it("that fails is a bug, and shows nothing", async () => {
    const store = await createStore({ "a.txt": "secret" });
    const failing = createReadTool({ store, redact: () => Promise.reject(new RangeError("broken")) });
    await expect(failing.execute({ path: "a.txt" })).rejects.toThrow(RangeError);
  });
});

describe("media and other bytes", () => {
  it.each([
    ["an image", PNG, "image/png"],
    ["a PDF", PDF, "application/pdf"],
  ])("gives %s to the model as a file part, by content and not by name", async (_name, content, mediaType) => {
    const { output, sent } = await read({ content });
    const base64 = content.toString("base64");
    expect(output).toEqual({
      path: "a.txt",
      mediaType,
      base64,
      sizeBytes: content.length,
      ...(IS_VERSION_7 ? { partType: "file" } : {}),
    });
    expect(sent.type).toBe("content");
    expect(JSON.stringify(sent)).toContain(base64);
    expect(JSON.stringify(sent)).toContain(mediaType);
  });

  it.each(["GIF89a is a format\n", "%PDF-files begin so\n", "RIFF", "%PDF-1.4", "BM"])(
    "takes text that begins like one for text: %j",
    async (content) => {
      expect((await read({ content })).output).toMatchObject({ content });
    },
  );

  it.each([
    ["image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF\0"],
    ["image/gif", "GIF89a\x01\0\x01\0\x80\0\0"],
    ["image/webp", "RIFF\x24\0\0\0WEBPVP8 "],
  ])("knows %s", async (mediaType, start) => {
    expect((await read({ content: Buffer.from(start, "latin1") })).output).toMatchObject({ mediaType });
  });

  it.each([PNG, PDF])("warn of nothing, live and when they are sent again from what was stored", async (content) => {
    const warnings: unknown[] = [];
    vi.stubGlobal("AI_SDK_LOG_WARNINGS", (told: { warnings: unknown[] }) => warnings.push(...told.warnings));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { output } = await read({ content });
    const ui: UIMessage[] = [
      { id: "1", role: "user", parts: [{ type: "text", text: "go" }] },
      {
        id: "2",
        role: "assistant",
        parts: [
          { type: "tool-read", toolCallId: "call-1", state: "output-available", input: { path: "a.txt" }, output },
        ],
      },
      { id: "3", role: "user", parts: [{ type: "text", text: "and?" }] },
    ];
    const tools = { read: createReadTool({ store: await createStore({}) }) };
    const again = createScriptedModel([]);
    await generateText({ model: again.model, tools, messages: await convertToModelMessages(ui, { tools }) });
    expect(JSON.stringify(again.sentOutputs()["call-1"])).toContain(content.toString("base64"));
    expect(warnings).toEqual([]);
  });

  it("takes another limit for images", async () => {
    const { output } = await read({ content: PNG, options: { maxMediaBytes: PNG.length - 1 } });
    expect(output).toMatchObject({ error: { kind: "file_too_large", maxBytes: PNG.length - 1 } });
    expect((await read({ content: PNG, options: { maxMediaBytes: PNG.length } })).output).toHaveProperty("base64");
  });

  it.each([PNG, PDF])("are accepted when the conversation is sent again", async (content) => {
    const tools = { read: createReadTool({ store: await createStore({ "a.bin": content }) }) };
    const script = createScriptedModel([{ calls: [{ tool: "read", input: { path: "a.bin" }, id: "call-1" }] }]);
    const first = await generateText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(3) });
    const messages = [
      { role: "user" as const, content: "go" },
      ...responseMessages(first),
      { role: "user" as const, content: "and?" },
    ];
    const second = createScriptedModel([]);
    await generateText({ model: second.model, tools, messages });
    expect(JSON.stringify(second.sentOutputs()["call-1"])).toContain(content.toString("base64"));
  });

  it("refuses an image that is too large", async () => {
    const content = Buffer.concat([PNG, Buffer.alloc(4 * 1024 * 1024)]);
    const { output, sent } = await read({ content });
    expect(output).toMatchObject({ error: { kind: "file_too_large", status: 413, sizeBytes: content.length } });
    expect(sent.type).toBe("error-text");
  });

  it("does not hash what is larger than 100 MiB", async () => {
    const workspace = await openDiskWorkspace({ "sparse.bin": "" });
    await truncate(join(workspace.root, "sparse.bin"), 10 * 1024 ** 3);
    const tools = {
      read: createReadTool({ store: new WorkspaceFileStore(workspace), redact: createSecretRedactor() }),
    };
    const { output, sent } = await runTool(tools, { tool: "read", input: { path: "sparse.bin", limit: 1 } });
    expect(output).toMatchObject({ binary: true, sizeBytes: 10 * 1024 ** 3, hashOmitted: true });
    expect(output).not.toHaveProperty("sha256");
    expect(shownText(sent)).toContain("10 GiB, begins with 00 00");
  });

  it("lets others go first while it looks for the last lines of a long one", async () => {
    const workspace = await openDiskWorkspace({ "sparse.txt": "line\n".repeat(2000) });
    await truncate(join(workspace.root, "sparse.txt"), 256 * 1024 ** 2);
    const tool = createReadTool({ store: new WorkspaceFileStore(workspace) });
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const output = await tool.execute({ path: "sparse.txt", offset: -1 });
    isDone = true;
    expect(output).toMatchObject({ truncated: true });
    expect(turns).toBeGreaterThan(20);
  });

  it("describes other bytes", async () => {
    const content = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const { output, sent } = await read({ content });
    expect(output).toEqual({
      path: "a.txt",
      binary: true,
      sizeBytes: 8,
      sha256,
      prefixBase64: content.toString("base64"),
    });
    expect(shownText(sent)).toBe(
      `[a.txt is binary and not shown: 8 bytes, begins with 7f 45 4c 46 00 01 02 03, sha256 ${sha256}]`,
    );
  });
});

describe("what is not there", () => {
  it("fails as data, and as error-text for the model", async () => {
    const tools = { read: createReadTool({ store: await createStore({}) }) };
    const { output, sent } = await runTool(tools, { tool: "read", input: { path: "no.txt" } });
    expect(output).toMatchObject({ error: { kind: "path_not_found", status: 404, path: "no.txt" } });
    expect(sent).toEqual({
      type: "error-text",
      value: "path_not_found: no.txt does not exist.\nCheck the path, its directory included.",
    });
  });

  it("names what may have been meant, where the store lists", async () => {
    const store = Object.assign(await createStore({ "src/Index.ts": "", "src/other.ts": "" }), {
      list: async () => ["Index.ts", "other.ts"].map((name) => ({ name, type: "file" as const, size: 0, mtime: 0 })),
    });
    const { output } = await runTool(
      { read: createReadTool({ store }) },
      { tool: "read", input: { path: "src/index.ts" } },
    );
    expect(output).toMatchObject({ error: { hint: "Did you mean src/Index.ts?", similar: ["src/Index.ts"] } });
  });

  it("says that a directory is one", async () => {
    const tools = { read: createReadTool({ store: await createStore({ "src/a.ts": "" }) }) };
    const { output } = await runTool(tools, { tool: "read", input: { path: "src" } });
    expect(output).toMatchObject({ error: { kind: "not_a_file" } });
  });
});

/** A large file that is made while it is read, and counts what was asked of it. */
class GeneratedStore extends MinimalStore {
  bytesRead = 0;
  readonly supportsRanges: boolean;
  readonly #sizeBytes: number;

  constructor(sizeBytes: number, supportsRanges: boolean) {
    super();
    this.#sizeBytes = sizeBytes;
    this.supportsRanges = supportsRanges;
  }

  override async stat(): ReturnType<FileStore["stat"]> {
    return { type: "file", size: this.#sizeBytes, mode: 0o644, mtime: 0 };
  }

  override async read(): Promise<never> {
    throw new Error("a large file must not be read at once");
  }

  override async *readChunks(_path: string, range: { start?: number; end?: number } = {}): AsyncGenerator<Uint8Array> {
    const line = toBytes("0123456789abcde\n");
    const start = this.supportsRanges ? (range.start ?? 0) : 0;
    const end = this.supportsRanges ? (range.end ?? this.#sizeBytes) : this.#sizeBytes;
    const block = Buffer.concat(Array.from({ length: 4097 }, () => line));
    for (let at = start; at < end; at += 65536) {
      const chunk = block.subarray(at % 16, (at % 16) + Math.min(65536, end - at));
      this.bytesRead += chunk.length;
      yield chunk;
    }
  }
}

describe("a file larger than memory should hold", () => {
  const sizeBytes = 64 * MAX_TOOL_WRITE_BYTES;

  it("costs the window", async () => {
    const store = new GeneratedStore(sizeBytes, true);
    const output = await createReadTool({ store }).execute({ path: "big", limit: 2 });
    expect(output).toMatchObject({ content: "0123456789abcde\n".repeat(2), nextOffset: 3, sizeBytes });
    expect(output).not.toHaveProperty("sha256");
    expect(store.bytesRead).toBeLessThan(512 * 1024);
  });

  it.each([true, false])("is read from the end, with ranges: %s", async (supportsRanges) => {
    const store = new GeneratedStore(sizeBytes, supportsRanges);
    const output = await createReadTool({ store }).execute({ path: "big", offset: -1 });
    expect(output).toMatchObject({ content: "0123456789abcde\n", truncated: false });
  });

  it("shows how large it is instead of a number of lines", async () => {
    const tools = { read: createReadTool({ store: new GeneratedStore(sizeBytes, true) }) };
    const { sent } = await runTool(tools, { tool: "read", input: { path: "big", limit: 1 } });
    expect(shownText(sent)).toBe("1\t0123456789abcde\n[line 1; the file has 128 MiB; continue with offset: 2]");
  });
});

it.each([
  [{ offset: -1 }, "the last line"],
  [{ offset: -5 }, "the last 5 lines"],
  [{ offset: -5, limit: 2 }, "lines 5 to 4 from the end"],
  [{ offset: -5, limit: 1 }, "line 5 from the end"],
])("names lines from the end of a file whose lines nobody counts: %j", async (input, named) => {
  const tools = { read: createReadTool({ store: new GeneratedStore(64 * MAX_TOOL_WRITE_BYTES, true) }) };
  const { sent } = await runTool(tools, { tool: "read", input: { path: "big", ...input } });
  expect(shownText(sent)).toContain(`\n[${named}; the file has 128 MiB; `);
});

describe("the factory", () => {
  const store = new MinimalStore();
  it.each([
    ["no store", { store: undefined }],
    ["half a store", { store: { stat: () => null } }],
    ["maxLines 0", { store, maxLines: 0 }],
    ["maxBytes as text", { store, maxBytes: "1" }],
    ["unknown lineNumbers", { store, lineNumbers: "all" }],
    ["unknown dedupe", { store, dedupe: "always" }],
    ["maxMediaBytes 0", { store, maxMediaBytes: 0 }],
  ])("refuses %s", (_name, options) => {
    expect(() => createReadTool(options as unknown as ReadToolOptions)).toThrow(TypeError);
  });
});
