// The exec tool with commands in the background, and the two tools that look after them.

import { assertKnownOptions } from "../../text/check-options.js";
import { defineTool } from "../definition/define-tool.js";
import type { FileTool } from "../definition/file-tool.js";
import * as z from "../definition/schema.js";
import type { ToolFailure } from "../definition/tool-failure.js";
import { createExecTool, EXEC_TOOL_RULES, type ExecTool, type ExecToolOptions } from "../exec.js";
import { createBackgroundCommands, showBackground } from "./background-commands.js";
import { type ExecOutput, execOutputSchema, presentExec } from "./exec-output.js";

/** Names one command in the background. */
export interface CommandIdInput {
  readonly id: string;
}

/** A tool that answers for one command in the background. */
export type CommandIdTool = FileTool<CommandIdInput, ExecOutput | ToolFailure>;

/** The tools that run commands and look after those in the background. */
export type CommandTools = {
  exec: ExecTool;
  read_output: CommandIdTool;
  kill: CommandIdTool;
};

const OPTION_NAMES: readonly string[] = /* @__PURE__ */ Object.keys(EXEC_TOOL_RULES).filter(
  (name) => name !== "background",
);

const idSchema = (): z.Schema<CommandIdInput> => z.object({ id: z.string() });

/**
 * Creates an exec tool that takes `background: true`, with `read_output` and `kill` for what it started. Commands in the
 * background die with the workspace, after an hour, or by `kill`; with a sandbox instead of a workspace only by the
 * last two.
 * @throws {TypeError} when an option is wrong
 */
export function createCommandTools(options: Omit<ExecToolOptions, "background">): CommandTools {
  assertKnownOptions("createCommandTools", options, OPTION_NAMES);
  const background = createBackgroundCommands();
  const members = { input: idSchema(), output: execOutputSchema(), present: presentExec };
  return {
    exec: createExecTool({ ...options, background }),
    read_output: defineTool<CommandIdInput, ExecOutput>({
      ...members,
      description: "Shows what a background command has printed so far, and how it ended.",
      run: async ({ id }) => showBackground(background.find(id), options.redact),
    }),
    kill: defineTool<CommandIdInput, ExecOutput>({
      ...members,
      description: "Stops a background command and shows what it printed.",
      run: async ({ id }) => {
        const command = background.find(id);
        await command.stop();
        return showBackground(command, options.redact);
      },
    }),
  };
}
