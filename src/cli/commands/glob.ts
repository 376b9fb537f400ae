// The command "glob": files by the form of their paths.

import { createGlobTool } from "../../tools/glob.js";
import type { CliCommand } from "../command.js";
import { resolveWord } from "../required-word.js";
import { createToolCommand } from "../run-tool-command.js";

/** Finds files, newest first. */
export const globCommand: CliCommand = /* @__PURE__ */ createToolCommand({
  name: "glob",
  summary: "find files by a pattern, newest first; exits with 1 when there is none",
  parameters: "PATTERN [PATH]",
  maxPositionals: 2,
  options: { offset: { type: "string", value: "PATHS", summary: "paths to skip, for the next page" } },
  examples: ["glob '**/*.test.ts'", "glob '*.md' docs --json"],
  createTool: (workspace) => createGlobTool({ workspace }),
  toInput: ({ values, ...call }) => ({
    pattern: resolveWord(call, 0, "PATTERN"),
    path: call.positionals[1],
    offset: values.integer("offset"),
  }),
  foundNothing: (output) => "paths" in output && Array.isArray(output.paths) && output.paths.length === 0,
});
