// Entry point `ai-file-tools/openai`: what runs the tools that OpenAI defines and its models were trained on.

export {
  createOpenAIApplyPatchExecute,
  type OpenAIApplyPatchExecute,
  type OpenAIApplyPatchExecuteOptions,
  type OpenAIApplyPatchInput,
  type OpenAIApplyPatchOperation,
  type OpenAIApplyPatchOutput,
} from "./apply-patch-execute.js";
