// The reference MCP server for files, asked over stdio by the official client. It reads no windows and searches no contents.

import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import type { OpenPeer } from "./peer.js";

type Part = { readonly text?: string };

/** Starts the server in a process of its own. */
export async function openMcpFilesystem(directory: string): Promise<OpenPeer> {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const packageFile = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-filesystem/package.json");
  const args = [join(dirname(packageFile), "dist/index.js"), directory];
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" });
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(transport);
  const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<string> => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const text = (content as readonly Part[]).map((part) => part.text ?? "").join("\n");
    if (isError === true) throw new Error(text);
    return text;
  };
  return {
    abilities: {
      readFirst: (path, head) => call("read_text_file", { path: join(directory, path), head }),
      // It counts the nothing behind the last line feed as a line.
      readLast: (path, lines) => call("read_text_file", { path: join(directory, path), tail: lines + 1 }),
      readWhole: (path) => call("read_text_file", { path: join(directory, path) }),
      glob: async (pattern) => {
        const text = await call("search_files", { path: directory, pattern });
        return text.split("\n").map((path) => relative(directory, path));
      },
      edit: async (path, oldText, newText) =>
        void (await call("edit_file", { path: join(directory, path), edits: [{ oldText, newText }] })),
      write: async (path, content) => void (await call("write_file", { path: join(directory, path), content })),
    },
    ...(transport.pid !== null && { serverPid: transport.pid }),
    close: () => client.close(),
  };
}
