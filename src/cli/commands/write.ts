// The command "write": a whole new text for a file.

import { WorkspaceFileStore } from "../../stores/workspace-file-store.js";
import { createWriteTool } from "../../tools/write.js";
import type { CliCall, CliCommand } from "../command.js";
import { readStandardInput } from "../read-standard-input.js";
import { resolveWord } from "../required-word.js";
import { createToolCommand } from "../run-tool-command.js";

/** Creates a file or replaces its text. */
export const writeCommand: CliCommand = /* @__PURE__ */ createToolCommand({
  name: "write",
  summary: "create a file, or replace all of it",
  parameters: "PATH [CONTENT | -]",
  maxPositionals: 2,
  options: {
    "expected-sha256": { type: "string", value: "HASH", summary: "refuse when the file is not this version" },
  },
  notes: ["Without CONTENT, or with -, the text comes from standard input."],
  examples: ["write notes.md 'Buy milk.'", "date | write today.txt"],
  createTool: (workspace) => createWriteTool({ store: new WorkspaceFileStore(workspace) }),
  toInput: async (call) => ({
    path: resolveWord(call, 0, "PATH"),
    content: await readContent(call),
    expectedSha256: call.values.text("expected-sha256"),
  }),
});

async function readContent({ positionals: [, content = "-"], streams }: CliCall): Promise<string> {
  return content === "-" ? readStandardInput(streams, "CONTENT") : content;
}
