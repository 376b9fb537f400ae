// The file tools of deepagents, over its backend for a directory. Its edits answer without a diff.

import * as project from "../project-files.js";
import type { Situation, Subject, SubjectCall } from "../subject.js";
import { joinText } from "./join-text.js";

const LONG_FILE = `/${project.LONG_FILE}`;

function planEdit({ oldText, newText }: typeof project.GOOD_EDIT): SubjectCall {
  return { tool: "edit_file", input: { file_path: LONG_FILE, old_string: oldText, new_string: newText } };
}

const CALLS: Readonly<Record<Situation, SubjectCall>> = {
  "read 200 lines": { tool: "read_file", input: { file_path: LONG_FILE, offset: 300, limit: 200 } },
  "grep, 40 hits in 8 files": { tool: "grep", input: { pattern: project.WANTED_TEXT, output_mode: "content" } },
  "list 100 files": { tool: "ls", input: { path: `/${project.COMPONENTS_DIRECTORY}` } },
  "glob 100 paths": { tool: "glob", input: { pattern: project.COMPONENTS_PATTERN } },
  "edit one line": planEdit(project.GOOD_EDIT),
  "edit that fails, 3 near regions": planEdit(project.BAD_EDIT),
};

interface LangChainTool {
  readonly name: string;
  readonly description: string;
  readonly schema: never;
  invoke(input: object): Promise<unknown>;
}

/** Runs the tools that deepagents adds to an agent. */
export const deepAgentsTools: Subject = {
  name: "deepagents",
  coreTools: ["read_file", "write_file", "edit_file", "grep", "execute"],
  planCall: (situation) => CALLS[situation],
  async open(root) {
    const { createFilesystemMiddleware, FilesystemBackend } = await import("deepagents");
    const { toJsonSchema } = await import("@langchain/core/utils/json_schema");
    const backend = new FilesystemBackend({ rootDir: root, virtualMode: true });
    const tools = (createFilesystemMiddleware({ backend }).tools ?? []) as unknown as LangChainTool[];
    return {
      definitions: tools.map(({ name, description, schema }) => ({
        name,
        description,
        inputSchema: toJsonSchema(schema),
      })),
      async call({ tool, input }) {
        const answer = await tools.find(({ name }) => name === tool)?.invoke(input);
        return joinText(isMessage(answer) ? answer.content : answer);
      },
      close: async () => {},
    };
  },
};

function isMessage(answer: unknown): answer is { readonly content: unknown } {
  return typeof answer === "object" && answer !== null && "content" in answer;
}
