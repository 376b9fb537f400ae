// Makes a command of a tool: opens the workspace, runs the tool as a model would, prints what it answers.

import { stillShown } from "../text/visible-text.js";
import type { ToolCallOptions, ToolModelOutput } from "../tools/definition/file-tool.js";
import { isToolFailure } from "../tools/definition/tool-failure.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import type { CliCall, CliCommand, CliOptions } from "./command.js";
import { EXIT_FAILED, EXIT_OK } from "./exit-codes.js";
import { printFailure, printJson, printText } from "./print-outcome.js";
import { showWaiting } from "./show-waiting.js";
import { createStyle, paintDiff } from "./terminal-style.js";
import { HISTORY_FLAG, ROOT_FLAG, withWorkspace } from "./workspace-flags.js";

/** A tool that answers once, as far as a command needs it. */
export interface OnceTool {
  execute(input: never, options?: ToolCallOptions): Promise<object>;
  toModelOutput(options: { toolCallId: string; input: unknown; output: never }): ToolModelOutput;
}

/** Says how a tool becomes a command. */
export interface ToolCommandDefinition extends Omit<CliCommand, "run"> {
  /** Makes the tool. */
  readonly createTool: (workspace: Workspace, call: CliCall) => OnceTool;
  /** Answers the input of the tool; reads what is piped in where it needs to. */
  readonly toInput: (call: CliCall) => object | Promise<object>;
  /** Prints a success in a way of its own and answers `true`; `false` leaves it to what a model is shown. */
  readonly tryPrint?: (output: object, call: CliCall) => boolean;
  /** Tells a search that found nothing: what is to say of it goes to standard error, and the exit code is 1. */
  readonly foundNothing?: (output: object) => boolean;
}

const TOOL_CALL_ID = "cli";

const FLAGS: CliOptions = {
  ...ROOT_FLAG,
  ...HISTORY_FLAG,
  trusted: { type: "boolean", summary: "lets the command change files, the default here; --no-trusted refuses" },
  json: { type: "boolean", summary: "prints what the tool answers as one JSON object" },
};

/** Creates the command of a tool that answers once. */
export function createToolCommand(definition: ToolCommandDefinition): CliCommand {
  return {
    ...definition,
    options: { ...definition.options, ...FLAGS },
    run: async (call) => {
      const input = await definition.toInput(call);
      const trusted = call.values.flag("trusted") ?? true;
      return withWorkspace(call, { trusted }, (workspace) => runTool(definition, call, { workspace, input }));
    },
  };
}

async function runTool(
  definition: ToolCommandDefinition,
  call: CliCall,
  { workspace, input }: { readonly workspace: Workspace; readonly input: object },
): Promise<number> {
  const { streams } = call;
  const asJson = call.values.flag("json") === true;
  const tool = definition.createTool(workspace, call);
  const options = { toolCallId: TOOL_CALL_ID, abortSignal: streams.signal };
  const output = await showWaiting(definition.name, streams, () => tool.execute(input as never, options));
  if (isToolFailure(output)) return printFailure(output, streams, { asJson });
  const foundNothing = definition.foundNothing?.(output) === true;
  if (asJson) printJson(streams, output);
  else if (foundNothing) printText(streams.stderr, show(tool, output));
  else if (definition.tryPrint?.(output, call) !== true) printShown(tool, output, call);
  return foundNothing ? EXIT_FAILED : EXIT_OK;
}

function printShown(tool: OnceTool, output: object, { streams }: CliCall): void {
  const { stdout, environment } = streams;
  const text = show(tool, output);
  printText(stdout, "diff" in output ? paintDiff(stillShown(text), createStyle(stdout, environment)) : text);
}

/** Answers the text that a model is shown. */
function show(tool: OnceTool, output: object): string {
  const shown = tool.toModelOutput({ toolCallId: TOOL_CALL_ID, input: undefined, output: output as never });
  return shown.type === "content" ? shown.value.map(describePart).join("\n") : shown.value;
}

type ShownPart = Extract<ToolModelOutput, { type: "content" }>["value"][number];

/** Names what a terminal cannot show. */
function describePart(part: ShownPart): string {
  if (part.type === "text") return part.text;
  const base64 = part.type === "file" ? part.data.data : part.data;
  return `[${part.mediaType}, ${Buffer.byteLength(base64, "base64")} bytes; --json has them as base64]`;
}
