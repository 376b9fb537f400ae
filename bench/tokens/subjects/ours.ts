// The tools of this repository, measured as the SDK sends them.

import { generateText, stepCountIs } from "ai";
import { createFileTools, openWorkspace } from "ai-file-tools";
import { createToolCalls } from "../../../test/support/scripted-model.js";
import * as project from "../project-files.js";
import type { Situation, Subject, SubjectCall, ToolDefinition } from "../subject.js";

const CALLS: Readonly<Record<Situation, SubjectCall>> = {
  "read 200 lines": { tool: "read", input: { path: project.LONG_FILE, offset: 301, limit: 200 } },
  "grep, 40 hits in 8 files": { tool: "grep", input: { pattern: project.WANTED_TEXT } },
  "list 100 files": { tool: "list", input: { path: project.COMPONENTS_DIRECTORY } },
  "glob 100 paths": { tool: "glob", input: { pattern: project.COMPONENTS_PATTERN } },
  "edit one line": { tool: "edit", input: { path: project.LONG_FILE, edits: [project.GOOD_EDIT] } },
  "edit that fails, 3 near regions": { tool: "edit", input: { path: project.LONG_FILE, edits: [project.BAD_EDIT] } },
};

/** Runs the tools of ai-file-tools through the SDK's own loop. */
export const ourTools: Subject = {
  name: "ai-file-tools",
  coreTools: ["read", "write", "edit", "grep", "exec"],
  planCall: (situation) => CALLS[situation],
  async open(root) {
    const workspace = await openWorkspace({ root, trusted: true });
    const tools = createFileTools({ workspace });
    const run = async (...calls: SubjectCall[]) => {
      const script = createToolCalls(...calls);
      await generateText({ model: script.model, tools, prompt: "go", stopWhen: stepCountIs(2) });
      return script;
    };
    return {
      definitions: ((await run()).sentTools() ?? []).flatMap((tool) =>
        tool.type === "function" ? [toDefinition(tool)] : [],
      ),
      async call(call) {
        const output = (await run(call)).sentOutputs()["call-1"];
        if (output?.type === "text" || output?.type === "error-text") return output.value;
        throw new Error(`${call.tool} answered no text`);
      },
      close: () => workspace.close(),
    };
  },
};

function toDefinition(tool: { name: string; description?: string | undefined; inputSchema: unknown }): ToolDefinition {
  const { name, description = "", inputSchema } = tool;
  return { name, description, inputSchema };
}
