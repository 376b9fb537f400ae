// Calls of tools as the items make them: a failure of a tool is a failure of the benchmark.

import {
  isToolFailure,
  openWorkspace,
  type ReadTextOutput,
  type ReadTool,
  type ToolFailure,
  type Workspace,
} from "ai-file-tools";

/** Opens a directory in which everything is allowed. */
export function openTrusted(root: string): Promise<Workspace> {
  return openWorkspace({ root, trusted: true });
}

/**
 * Answers what a tool found.
 * @throws {Error} when it found a failure
 */
export function requireSuccess<Output>(output: Output | ToolFailure): Output {
  if (isToolFailure(output)) throw new Error(`${output.error.kind}: ${output.error.message}`);
  return output as Output;
}

/** Reads a window of text. */
export async function readText(tool: ReadTool, input: Parameters<ReadTool["execute"]>[0]): Promise<ReadTextOutput> {
  const output = requireSuccess(await tool.execute(input));
  if ("content" in output) return output;
  throw new Error(`${input.path} was not read as text`);
}
