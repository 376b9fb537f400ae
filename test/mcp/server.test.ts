// The server as the client of the official SDK sees it.

import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import type { McpTools } from "../../src/mcp/index.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openDiskWorkspace, readRaw } from "../tools/workspaces.js";
import { callTool, connectClient, textOf } from "./connect.js";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const FILES = { "a.txt": "one\ntwo\n", "dot.png": PNG, "a b.pdf": "%PDF-1.7 \n%%EOF\n" };

function open(options: { readonly trusted?: boolean } = {}) {
  return createInMemoryWorkspace({ files: FILES, trusted: true, ...options });
}

describe("the list of tools", () => {
  test("has every tool with the description and the schema that a model gets, and hints for the host", async () => {
    const workspace = open();
    const { tools } = await (await connectClient({ workspace })).listTools();
    const originals = Object.entries(createFileTools({ workspace }));
    expect(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))).toEqual(
      originals.map(([name, { description, inputSchema }]) => ({
        name,
        description,
        inputSchema: inputSchema["~standard"].jsonSchema.input({ target: "draft-07" }),
      })),
    );
    expect(tools.filter(({ annotations }) => annotations === undefined)).toEqual([]);
  });

  test("tells tools that look from tools that change, and commands from both", async () => {
    const { tools } = await (await connectClient({ workspace: open() })).listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    const readOnly = Object.keys(createFileTools({ workspace: open(), readOnly: true }));
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual(readOnly);
    expect(hints["edit"]).toMatchObject({ destructiveHint: true, idempotentHint: false, openWorldHint: false });
    expect(hints["write"]).toMatchObject({ destructiveHint: true, idempotentHint: true, openWorldHint: false });
    expect(hints["exec"]).toMatchObject({ destructiveHint: true, openWorldHint: true });
  });

  test("holds the tools that it is given, and of those no hints that it cannot know", async () => {
    const workspace = open();
    const { read } = createFileTools({ workspace });
    const shout = {
      description: "Shouts.",
      inputSchema: z.object({ word: z.string() }),
      execute: ({ word }: { word: string }) => ({ said: word.toUpperCase() }),
    };
    const client = await connectClient({ workspace, tools: { read, shout } });
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["read", true],
      ["shout", undefined],
    ]);
    expect(textOf(await callTool(client, "shout", { word: "hi" }))).toBe('{"said":"HI"}');
    expect(await callTool(client, "shout", { word: 1 })).toMatchObject({
      isError: true,
      structuredContent: { error: { kind: "parse_error" } },
    });
  });
});

describe("in a workspace that is not trusted", () => {
  const READING = ["read", "grep", "glob", "list"];

  test("only the tools that change nothing are listed, and a call of another is told why it is refused", async () => {
    const client = await connectClient({ workspace: open({ trusted: false }) });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(READING);
    expect(client.getInstructions()).toContain(`: ${READING.join(", ")}.`);
    const result = await callTool(client, "exec", { command: "ls" });
    expect(result.structuredContent).toMatchObject({ error: { kind: "untrusted_workspace" } });
  });

  test("tools of one's own stay listed", async () => {
    const workspace = open({ trusted: false });
    const { read, edit } = createFileTools({ workspace });
    const client = await connectClient({ workspace, tools: { look: read, edit } as unknown as McpTools });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["look"]);
  });
});

describe("the greeting", () => {
  test("names the workspace and its tools, and says when nothing may be changed", async () => {
    const trusted = await connectClient({ workspace: open() });
    expect(trusted.getInstructions()).toMatch(/workspace "workspace": read, write, edit/);
    expect(trusted.getInstructions()).not.toMatch(/not trusted/);
    const untrusted = await connectClient({ workspace: open({ trusted: false }) });
    expect(untrusted.getInstructions()).toMatch(/not trusted/);
  });

  test("is the given one, under the given name", async () => {
    const client = await connectClient({ workspace: open(), name: "notes", instructions: "Be brief." });
    expect([client.getInstructions(), client.getServerVersion()?.name]).toEqual(["Be brief.", "notes"]);
  });
});

describe("a call", () => {
  test("answers the text that the model of the SDK would see, and nothing else", async () => {
    const client = await connectClient({ workspace: open() });
    expect(await callTool(client, "read", { path: "a.txt" })).toEqual({
      content: [{ type: "text", text: "1\tone\n2\ttwo" }],
    });
  });

  test("changes files through the workspace", async () => {
    const workspace = await openDiskWorkspace(FILES);
    const client = await connectClient({ workspace });
    const edits = [{ oldText: "two", newText: "three" }];
    expect(textOf(await callTool(client, "edit", { path: "a.txt", edits }))).toContain("+three");
    expect(await readRaw(workspace, "a.txt")).toBe("one\nthree\n");
  });

  test("answers images as images and other documents as resources", async () => {
    const client = await connectClient({ workspace: open() });
    const image = await callTool(client, "read", { path: "dot.png" });
    expect(image.content).toEqual([{ type: "image", mimeType: "image/png", data: PNG.toString("base64") }]);
    const pdf = await callTool(client, "read", { path: "a b.pdf" });
    const blob = Buffer.from(FILES["a b.pdf"]).toString("base64");
    expect(pdf.content).toEqual([
      { type: "resource", resource: { uri: "attachment:///a%20b.pdf", mimeType: "application/pdf", blob } },
    ]);
  });

  test("answers a failure with its kind and its hint, as text and as data", async () => {
    const client = await connectClient({ workspace: open({ trusted: false }) });
    const result = await callTool(client, "write", { path: "b.txt", content: "new" });
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { kind: "untrusted_workspace", status: 403 } },
    });
    expect(textOf(result)).toMatch(/^untrusted_workspace: .+\n.+/);
  });

  test("answers wrong and missing arguments with a failure that names them", async () => {
    const client = await connectClient({ workspace: open() });
    expect(textOf(await callTool(client, "read"))).toMatch(/^parse_error: .*path/);
    expect(textOf(await callTool(client, "read", { path: ["a"] }))).toMatch(/^parse_error: .*path/);
  });

  test("of a tool that does not exist is an error of the protocol that names the others", async () => {
    const client = await connectClient({ workspace: open() });
    for (const name of ["rm", "constructor", "__proto__"]) {
      await expect(callTool(client, name)).rejects.toThrow(/There is no tool named .*read, write/);
    }
    await expect(callTool(client, "rm")).rejects.toBeInstanceOf(McpError);
  });

  test("of a tool with a fault fails without its words, which the operator is told", async () => {
    const onError = vi.fn();
    const fault = new Error("/home/somebody/secret is broken");
    const broken = {
      description: "Breaks.",
      inputSchema: z.object({}),
      execute: () => Promise.reject(fault),
    };
    const client = await connectClient({ workspace: open(), tools: { broken }, onError });
    const result = await callTool(client, "broken");
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { kind: "internal_error" } } });
    expect(JSON.stringify(result)).not.toContain("somebody");
    expect(onError).toHaveBeenCalledWith(fault);
  });

  test("is told apart from others in the audit", async () => {
    const workspace = open();
    const client = await connectClient({ workspace });
    await callTool(client, "read", { path: "a.txt" });
    await callTool(client, "read", { path: "a.txt" });
    const ids = workspace.audit.recent().map(({ context }) => context.toolCallId);
    expect(new Set(ids).size).toBe(2);
    expect(ids.filter((id) => !id?.startsWith("mcp-"))).toEqual([]);
  });
});

describe("a call that a person must approve", () => {
  const WRITE = { path: "new.txt", content: "new" };

  function offer(): { workspace: Workspace; tools: (seen: Workspace) => McpTools } {
    const workspace = open();
    return { workspace, tools: (seen) => createFileTools({ workspace: seen, approve: true }) };
  }

  test("is asked for where the client can ask, and runs when it is granted", async () => {
    const options = offer();
    const person = vi.fn((): "accept" => "accept");
    const client = await connectClient(options, { person });
    expect(textOf(await callTool(client, "write", WRITE))).toMatch(/^Created/);
    expect(person).toHaveBeenCalledWith(expect.stringMatching(/write.*new\.txt/));
    expect(textOf(await callTool(client, "read", { path: "new.txt" }))).toBe("1\tnew");
    expect(person).toHaveBeenCalledTimes(1);
  });

  test("shows both ends of what would change, and says first what it does not show", async () => {
    const person = vi.fn((): "decline" => "decline");
    const client = await connectClient(offer(), { person });
    const noise = "// nothing to see here, go on\n".repeat(500);
    await callTool(client, "write", { path: "new.txt", content: `begin\n${noise}exec()\n${noise}end\n` });
    const shown =
      /^Only part of this is shown: \d+ of 1006 lines are not shown\..*run on new\.txt\?.*\+begin\n.*\+end$/s;
    expect(person).toHaveBeenCalledWith(expect.stringMatching(shown));
  });

  test.for([
    ["a person declines", "decline"],
    ["a person looks away", "cancel"],
    ["the client can ask nobody", undefined],
  ] as const)("is refused when %s", async ([, action]) => {
    const options = offer();
    const client = await connectClient(options, { person: action && (() => action) });
    const result = await callTool(client, "write", WRITE);
    expect(result.structuredContent).toMatchObject({ error: { kind: "permission_denied" } });
    expect(await options.workspace.fs.stat("new.txt")).toBeNull();
  });
});

describe("with structured outputs", () => {
  test("every success comes as data that fits its schema, besides the text", async () => {
    const client = await connectClient({ workspace: open(), structured: true });
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => outputSchema?.type !== "object")).toEqual([]);
    // The client of the SDK holds structured content to the schemas that it has listed.
    const result = await callTool(client, "list", { path: "." });
    expect(result.structuredContent).toMatchObject({
      entries: [{ name: "a b.pdf" }, { name: "a.txt" }, { name: "dot.png" }],
    });
    expect(textOf(result)).toContain("a.txt");
    expect((await callTool(client, "read", { path: "none" })).isError).toBe(true);
  });

  test("are not offered unless asked for", async () => {
    const { tools } = await (await connectClient({ workspace: open() })).listTools();
    expect(tools.filter((tool) => "outputSchema" in tool)).toEqual([]);
  });
});

describe("a running command", () => {
  test("reports progress to whom asks, and answers at its end", async () => {
    const client = await connectClient({ workspace: await openDiskWorkspace(FILES) });
    const seen: { progress: number; message?: string | undefined }[] = [];
    const command = "echo begun; while [ ! -e go ]; do sleep 0.05; done; echo done";
    const answer = client.callTool({ name: "exec", arguments: { command } }, undefined, {
      onprogress: (progress) => {
        seen.push(progress);
        if (seen.length === 1) void callTool(client, "write", { path: "go", content: "" });
      },
    });
    expect(textOf((await answer) as never)).toBe("begun\ndone");
    expect(seen.map(({ progress }) => progress)).toEqual(seen.map((_, index) => index + 1));
    expect(seen.some(({ message }) => message === "begun")).toBe(true);
  });

  test("is stopped by a cancellation, with all it started", async () => {
    const workspace = await openDiskWorkspace(FILES);
    const client = await connectClient({ workspace });
    const cancel = new AbortController();
    const command = "trap 'echo ended > ended; exit' TERM; echo begun; while :; do sleep 0.05; done";
    const answer = client.callTool({ name: "exec", arguments: { command } }, undefined, {
      signal: cancel.signal,
      onprogress: () => cancel.abort("enough"),
    });
    await expect(answer).rejects.toThrow(/enough/);
    await vi.waitFor(async () => expect(await readRaw(workspace, "ended")).toBe("ended\n"));
  });

  test("is stopped when the client hangs up", async () => {
    const workspace = await openDiskWorkspace(FILES);
    const client = await connectClient({ workspace });
    const command = "trap 'echo ended > ended; exit' TERM; echo begun; while :; do sleep 0.05; done";
    const answer = client.callTool({ name: "exec", arguments: { command } }, undefined, {
      onprogress: () => void client.close(),
    });
    await expect(answer).rejects.toThrow();
    await vi.waitFor(async () => expect(await readRaw(workspace, "ended")).toBe("ended\n"));
  });
});
