// Asks a tool what the model is shown of its output.

import type { ToolModelOutput } from "ai-file-tools";
import type { PresentCall } from "./show-step.js";

interface PresentingTool {
  // A method, so that tools with inputs and outputs of their own fit.
  toModelOutput(options: { toolCallId: string; input: unknown; output: never }): ToolModelOutput;
}

/** Creates a presenter for the calls of these tools; images and documents are only named. */
export function createPresenter(tools: Readonly<Record<string, PresentingTool>>): PresentCall {
  return ({ toolName, toolCallId, input, output }) => {
    const shown = tools[toolName]?.toModelOutput({ toolCallId, input, output: output as never });
    if (shown === undefined) return JSON.stringify(output);
    return shown.type === "content" ? `[${shown.value.map((part) => part.type).join(", ")}]` : shown.value;
  };
}
