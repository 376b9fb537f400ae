// The edit tool of pi, over a file that exists in memory only.

import { createEditTool } from "@mariozechner/pi-coding-agent";
import { applyToMemory, type EditEngine } from "./edit-engine.js";

/** Runs the edit tool of pi-coding-agent. */
export const piEngine: EditEngine = {
  name: "pi-coding-agent",
  takesSeveral: true,
  takesReplaceAll: false,
  apply: (before, edits) =>
    applyToMemory(before, async (file) => {
      const tool = createEditTool("/", {
        operations: {
          access: async () => {},
          readFile: async () => Buffer.from(file.content),
          writeFile: async (_path, content) => {
            file.content = content;
          },
        },
      });
      await tool.execute("call", { path: "/file", edits: edits.map(({ oldText, newText }) => ({ oldText, newText })) });
    }),
};
