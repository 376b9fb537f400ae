// The command "read": a window of a file.

import { WorkspaceFileStore } from "../../stores/workspace-file-store.js";
import { createReadTool } from "../../tools/read.js";
import type { CliCall, CliCommand } from "../command.js";
import { resolveWord } from "../required-word.js";
import { createToolCommand } from "../run-tool-command.js";

/** Shows a window of a file. */
export const readCommand: CliCommand = /* @__PURE__ */ createToolCommand({
  name: "read",
  summary: "show a file, or a window of it",
  parameters: "PATH",
  maxPositionals: 1,
  options: {
    offset: { type: "string", value: "LINE", summary: "first line, from 1; -20 shows the last 20 lines" },
    limit: { type: "string", value: "LINES", summary: "number of lines" },
    "byte-offset": { type: "string", value: "BYTES", summary: "continue inside a line that was cut" },
    plain: { type: "boolean", short: "p", summary: "the text alone: no line numbers, no remarks" },
  },
  examples: ["read src/index.ts", "read server.log --offset -20", "read notes.md --plain | wc -w"],
  createTool: (workspace) => createReadTool({ store: new WorkspaceFileStore(workspace) }),
  toInput: ({ values, ...call }) => ({
    path: resolveWord(call, 0, "PATH"),
    offset: values.integer("offset"),
    limit: values.integer("limit"),
    byteOffset: values.integer("byte-offset"),
  }),
  tryPrint: printPlain,
});

function printPlain(output: object, { values, streams }: CliCall): boolean {
  if (values.flag("plain") !== true || !("content" in output)) return false;
  streams.stdout.write(String(output.content));
  return true;
}
