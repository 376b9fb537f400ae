// The tools over the protocol and back: a server, the SDK's own client, and a model that calls what the client found.

import { createMCPClient } from "@ai-sdk/mcp";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { ToolSet } from "ai";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMcpServer } from "../../src/mcp/index.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { runTool, runTools, shownText } from "./run-tools.js";
import { openDiskWorkspace, readRaw } from "./workspaces.js";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const FILES = { "src/a.ts": "export const answer = 41;\n", "dot.png": PNG };

async function toolsOverMcp(workspace: Workspace): Promise<ToolSet> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await createMcpServer({ workspace }).connect(serverSide);
  const client = await createMCPClient({ transport: clientSide });
  onTestFinished(() => client.close());
  return (await client.tools()) as ToolSet;
}

/** Answers the text of what the client makes of a result: its content is sent on as parts. */
function textSent(sent: { readonly type: string; readonly value?: unknown }): string {
  const parts = sent.type === "content" ? (sent.value as readonly { readonly text?: string }[]) : [];
  return parts.map(({ text = "" }) => text).join("");
}

describe("tools that come over the protocol", () => {
  it("show a model the same as tools that are called directly", async () => {
    const workspace = await openDiskWorkspace(FILES);
    const calls = [
      { tool: "grep", input: { pattern: "answer" } },
      { tool: "read", input: { path: "src/a.ts" } },
      { tool: "list", input: { path: "src" } },
      { tool: "read", input: { path: "none.ts" } },
      { tool: "read", input: { path: "../out.ts" } },
    ];
    const direct = await runTools(createFileTools({ workspace }), ...calls);
    const distant = await runTools(await toolsOverMcp(workspace), ...calls);
    const texts = Object.values(distant.sent).map(textSent);
    expect(texts).toEqual(Object.values(direct.sent).map(shownText));
    expect(texts.at(-1)).toMatch(/^path_outside_workspace: /);
  });

  it("change files", async () => {
    const workspace = await openDiskWorkspace(FILES);
    const edits = [{ oldText: "41", newText: "42" }];
    const { output } = await runTool(await toolsOverMcp(workspace), {
      tool: "edit",
      input: { path: "src/a.ts", edits },
    });
    expect(output).not.toMatchObject({ isError: true });
    expect(await readRaw(workspace, "src/a.ts")).toBe("export const answer = 42;\n");
  });

  it("show images as images", async () => {
    const tools = await toolsOverMcp(await openDiskWorkspace(FILES));
    const { sent } = await runTool(tools, { tool: "read", input: { path: "dot.png" } });
    expect(JSON.stringify(sent)).toContain(PNG.toString("base64"));
    expect(JSON.stringify(sent)).toContain('"image/png"');
  });
});
