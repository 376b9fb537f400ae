// The tools of pi. It needs rg, which comes with this repository, and fd, which must be installed.

import { delimiter, dirname } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import * as project from "../project-files.js";
import type { Situation, Subject, SubjectCall } from "../subject.js";
import { joinText } from "./join-text.js";

const CALLS: Readonly<Record<Situation, SubjectCall>> = {
  "read 200 lines": { tool: "read", input: { path: project.LONG_FILE, offset: 301, limit: 200 } },
  "grep, 40 hits in 8 files": { tool: "grep", input: { pattern: project.WANTED_TEXT, literal: true } },
  "list 100 files": { tool: "ls", input: { path: project.COMPONENTS_DIRECTORY } },
  "glob 100 paths": { tool: "find", input: { pattern: project.COMPONENTS_PATTERN } },
  "edit one line": { tool: "edit", input: { path: project.LONG_FILE, edits: [project.GOOD_EDIT] } },
  "edit that fails, 3 near regions": { tool: "edit", input: { path: project.LONG_FILE, edits: [project.BAD_EDIT] } },
};

/** Runs the tools of pi-coding-agent. */
export const piTools: Subject = {
  name: "pi-coding-agent",
  coreTools: ["read", "write", "edit", "grep", "bash"],
  planCall: (situation) => CALLS[situation],
  async open(root) {
    process.env["PI_OFFLINE"] = "1";
    process.env["PATH"] = `${dirname(rgPath)}${delimiter}${process.env["PATH"] ?? ""}`;
    const pi = await import("@mariozechner/pi-coding-agent");
    const tools = [
      pi.createReadTool(root),
      pi.createWriteTool(root),
      pi.createEditTool(root),
      pi.createGrepTool(root),
      pi.createBashTool(root),
      pi.createFindTool(root),
      pi.createLsTool(root),
    ];
    const runners = new Map(
      tools.map((tool) => [tool.name, tool.execute as (id: string, input: object) => Promise<{ content: object[] }>]),
    );
    return {
      definitions: tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
      async call({ tool, input }) {
        const result = await runners.get(tool)?.("call", input);
        return joinText(result?.content);
      },
      close: async () => {},
    };
  },
};
