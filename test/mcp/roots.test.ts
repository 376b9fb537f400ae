// Roots of a client: they narrow the workspace, and nothing that a client says widens it.

import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test, vi } from "vitest";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { type Sandbox, useSandbox } from "../support/temp-workspace.js";
import { callTool, connectClient, textOf } from "./connect.js";

const FILES = { "top.txt": "top", "a/one.txt": "one", "a/deep/two.txt": "two", "b/three.txt": "three" };

function fill(): Sandbox {
  const sandbox = useSandbox();
  sandbox.write(FILES);
  return sandbox;
}

function uri(path: string): string {
  return pathToFileURL(path).href;
}

async function connect(sandbox: Sandbox, roots: () => readonly string[]): Promise<Client> {
  return connectClient({ workspace: await sandbox.open() }, { roots });
}

/** Answers the text of a file, or the kind of the failure. */
async function read(client: Client, path: string): Promise<string> {
  const result = await callTool(client, "read", { path });
  return result.isError ? (textOf(result).split(":")[0] ?? "") : textOf(result);
}

describe("a root inside the workspace", () => {
  test("becomes the root that paths start from, and closes the rest", async () => {
    const sandbox = fill();
    const client = await connect(sandbox, () => [uri(join(sandbox.root, "a"))]);
    expect(await read(client, "one.txt")).toBe("1\tone");
    expect(await read(client, join(sandbox.root, "a/deep/two.txt"))).toBe("1\ttwo");
    for (const path of ["../top.txt", "../b/three.txt", join(sandbox.root, "top.txt"), "deep/../../top.txt"]) {
      expect(await read(client, path), path).toBe("path_outside_workspace");
    }
    expect(
      textOf(await callTool(client, "glob", { pattern: "**" }))
        .split("\n")
        .sort(),
    ).toEqual(["deep/two.txt", "one.txt"]);
  });

  test("holds for writing, searching and running too", async () => {
    const sandbox = fill();
    const client = await connect(sandbox, () => [uri(join(sandbox.root, "a"))]);
    const write = await callTool(client, "write", { path: join(sandbox.root, "b/new.txt"), content: "" });
    expect(write.structuredContent).toMatchObject({ error: { kind: "path_outside_workspace" } });
    expect(textOf(await callTool(client, "grep", { pattern: "t" }))).not.toContain("three");
    expect(textOf(await callTool(client, "exec", { command: "pwd" }))).toBe(join(sandbox.root, "a"));
  });

  test("is found by another spelling, and leads nowhere through a link", async () => {
    const sandbox = fill();
    symlinkSync(sandbox.root, join(sandbox.base, "alias"));
    symlinkSync("../b", join(sandbox.root, "a/out"));
    const client = await connect(sandbox, () => [uri(join(sandbox.base, "alias/a"))]);
    expect(await read(client, "one.txt")).toBe("1\tone");
    expect(await read(client, "out/three.txt")).toMatch(/^(?:symlink_escape|path_outside_workspace)$/);
  });

  test("may stand beside others, nested ones and those outside", async () => {
    const sandbox = fill();
    const names = ["a", "a/deep", "b", "a", "none", "top.txt"];
    const roots = [...names.map((name) => uri(join(sandbox.root, name))), uri(sandbox.outside)];
    const client = await connect(sandbox, () => roots);
    expect(await read(client, "one.txt")).toBe("1\tone");
    expect(await read(client, join(sandbox.root, "b/three.txt"))).toBe("1\tthree");
    expect(await read(client, join(sandbox.root, "top.txt"))).toBe("path_outside_workspace");
    mkdirSync(join(sandbox.outside, "sub"));
    expect(await read(client, join(sandbox.outside, "sub"))).toBe("path_outside_workspace");
  });

  test("gives no more than the workspace: reading stays reading, untrusted stays untrusted", async () => {
    const sandbox = fill();
    const more = join(realpathSync(sandbox.base), "more");
    mkdirSync(join(more, "sub"), { recursive: true });
    const workspace = await sandbox.open({ roots: [{ path: more, access: "read" }] });
    const client = await connectClient({ workspace }, { roots: () => [uri(join(more, "sub"))] });
    const write = await callTool(client, "write", { path: "x.txt", content: "" });
    expect(write.structuredContent).toMatchObject({ error: { kind: "permission_denied" } });
    const untrusted = await connectClient(
      { workspace: await sandbox.open({ trusted: false }) },
      { roots: () => [uri(join(sandbox.root, "a"))] },
    );
    const refused = await callTool(untrusted, "write", { path: "x.txt", content: "" });
    expect(refused.structuredContent).toMatchObject({ error: { kind: "untrusted_workspace" } });
  });
});

describe("other roots", () => {
  test("that contain the workspace leave it as it is", async () => {
    const sandbox = fill();
    for (const roots of [[uri(sandbox.root)], [uri("/")], [uri(sandbox.base), uri(join(sandbox.root, "a"))]]) {
      const client = await connect(sandbox, () => roots);
      expect(await read(client, "top.txt")).toBe("1\ttop");
      expect(await read(client, sandbox.outside)).toBe("path_outside_workspace");
    }
  });

  test("that have nothing to do with it leave nothing, in words", async () => {
    const sandbox = fill();
    for (const root of [uri(sandbox.outside), `${uri(sandbox.root)}-other`, "file://host/a"]) {
      const result = await callTool(await connect(sandbox, () => [root]), "read", { path: "top.txt" });
      expect(textOf(result), root).toMatch(
        /^path_outside_workspace: none of the roots that the client names.*\n.*host/,
      );
      expect(textOf(result)).not.toContain(sandbox.outside);
    }
  });

  test("an empty list has no opinion", async () => {
    expect(await read(await connect(fill(), () => []), "top.txt")).toBe("1\ttop");
  });

  test("are asked of a workspace in memory by its own paths", async () => {
    const workspace = createInMemoryWorkspace({ files: FILES });
    const client = await connectClient({ workspace }, { roots: () => ["file:///a"] });
    expect(await read(client, "one.txt")).toBe("1\tone");
    expect(await read(client, "/top.txt")).toBe("path_outside_workspace");
  });
});

describe("a client", () => {
  test("that changes its roots is asked again", async () => {
    const sandbox = fill();
    const roots = [uri(join(sandbox.root, "a"))];
    const client = await connect(sandbox, () => roots);
    expect(await read(client, "three.txt")).toBe("path_not_found");
    roots.splice(0, 1, uri(join(sandbox.root, "b")));
    await client.sendRootsListChanged();
    expect(await read(client, "three.txt")).toBe("1\tthree");
  });

  test("that does not answer gets nothing, until it does", async () => {
    const sandbox = fill();
    const answer = vi.fn((): readonly string[] => [uri(join(sandbox.root, "a"))]);
    answer.mockImplementationOnce(() => {
      throw new McpError(-32000, "not now");
    });
    const client = await connect(sandbox, answer);
    const refused = await callTool(client, "read", { path: "one.txt" });
    expect(refused.structuredContent).toMatchObject({ error: { kind: "io_error" } });
    expect(await read(client, "one.txt")).toBe("1\tone");
  });

  test("is asked once for many calls", async () => {
    const sandbox = fill();
    const answer = vi.fn((): readonly string[] => [uri(join(sandbox.root, "a"))]);
    const client = await connect(sandbox, answer);
    await Promise.all(Array.from({ length: 8 }, () => read(client, "one.txt")));
    expect(answer).toHaveBeenCalledTimes(1);
  });

  test("that is offered tools as a record has them as they are", async () => {
    const sandbox = fill();
    const workspace = await sandbox.open();
    const tools = createFileTools({ workspace, include: ["read"] });
    const client = await connectClient({ workspace, tools }, { roots: () => [uri(join(sandbox.root, "a"))] });
    expect(await read(client, "top.txt")).toBe("1\ttop");
  });
});

test("the file tool, which reaches further by design, does not reach what a client's root has closed", async () => {
  const sandbox = fill();
  const client = await connect(sandbox, () => [uri(join(sandbox.root, "a"))]);
  for (const path of ["../top.txt", join(sandbox.root, "top.txt"), join(sandbox.root, "b/three.txt")]) {
    const result = await callTool(client, "file", { operation: "read", path });
    expect(textOf(result), path).toMatch(/^path_outside_workspace/);
  }
  expect(textOf(await callTool(client, "file", { operation: "read", path: "one.txt" }))).toBe("1\tone");
});
