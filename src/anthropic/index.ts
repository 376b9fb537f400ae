// Entry point `ai-file-tools/anthropic`: what runs the tools that Anthropic defines and its models were trained on.

export {
  type AnthropicTextEditorExecute,
  type AnthropicTextEditorExecuteOptions,
  createAnthropicTextEditorExecute,
} from "./text-editor-execute.js";
export type { AnthropicTextEditorCommand, AnthropicTextEditorInput } from "./text-editor-input.js";
