// The edit tool of @cloudflare/computer, over a store in memory.

import { createEditTool } from "@cloudflare/computer/tools/ai-sdk";
import { applyToMemory, type EditEngine } from "./edit-engine.js";

/** Runs the edit tool of Cloudflare's computer. */
export const cloudflareEngine: EditEngine = {
  name: "@cloudflare/computer",
  takesSeveral: true,
  takesReplaceAll: false,
  apply: (before, edits) =>
    applyToMemory(before, async (file) => {
      const store = {
        stat: async () => ({ size: Buffer.byteLength(file.content), mode: 0o644, mtime: 0, type: "file" }),
        async *readChunks() {
          yield new TextEncoder().encode(file.content);
        },
        readAll: async () => new TextEncoder().encode(file.content),
        write: async (_path: string, bytes: Uint8Array) => {
          file.content = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
        },
      };
      const tool = createEditTool({ store });
      const input = { path: "/file", edits: edits.map(({ oldText, newText }) => ({ oldText, newText })) };
      const result = await tool.execute?.(input, { toolCallId: "call", messages: [], context: {} });
      if (result !== undefined && "error" in result) throw new Error(String(result.error));
    }),
};
