// The public names of the room tools. Re-exports only; what a name means is said where it is declared.

export type {
  ApprovalCall,
  ApprovalDecision,
  ApprovalPolicy,
  ApprovalRule,
  ReasonedDecision,
} from "./approval/approval-policy.js";
export type { ApprovalRecord, ApprovalRecords } from "./approval/approval-record.js";
export type { ApprovalRequest, Approve } from "./approval/approve-option.js";
export type { CallPreview, CallVersions } from "./approval/call-preview.js";
export {
  type Approval,
  type ApprovalCallOptions,
  type ApprovalOptions,
  createApproval,
  type ToolApprovalAnswer,
} from "./approval/create-approval.js";
export {
  type BackgroundCommand,
  type BackgroundCommands,
  createBackgroundCommands,
  type StartRun,
} from "./background-commands.js";
export { type CommandIdInput, type CommandIdTool, type CommandTools, createCommandTools } from "./command-tools.js";
export {
  createFileTools,
  FILE_TOOL_NAMES,
  type FileToolName,
  type FileTools,
  type FileToolsOptions,
  type ReadOnlyToolName,
  type SelectedFileTools,
} from "./create-file-tools.js";
export { createEditTool, type EditTool, type EditToolOptions } from "./edit.js";
export type { EditInput } from "./edit-input.js";
export type { EditOutput } from "./edit-output.js";
export { createExecTool, type ExecInput, type ExecTool, type ExecToolOptions } from "./exec.js";
export type { ExecOutput, ExecResult, ExecSnapshot } from "./exec-output.js";
export { createFileTool, type FileOperationTool, type FileOperationToolOptions } from "./file.js";
export type { FileOperation, FileOperationInput } from "./file-input.js";
export type { FileOperationOutput, FileStatOutput, FileTransferOutput } from "./file-output.js";
export type {
  FileTool,
  FileToolMembers,
  StreamingFileTool,
  ToolCallOptions,
  ToolInputSchema,
  ToolModelOutput,
  ToolModelPart,
  ToolSchema,
  ToolSchemaResult,
} from "./file-tool.js";
export type { FreshnessGuard } from "./freshness-guard.js";
export type { FileStampOptions, StampOptions } from "./freshness-stamp.js";
export { createGlobTool, type GlobInput, type GlobOutput, type GlobTool, type GlobToolOptions } from "./glob.js";
export { createGrepTool, type GrepInput, type GrepTool, type GrepToolOptions } from "./grep.js";
export type { GrepOutput, GrepOutputFile, GrepOutputHit, SkippedFile } from "./grep-output.js";
export type { LineSpan } from "./known-lines.js";
export {
  createListTool,
  type ListInput,
  type ListOutput,
  type ListOutputEntry,
  type ListTool,
  type ListToolOptions,
} from "./list.js";
export { type ApplyPatchTool, type ApplyPatchToolOptions, createApplyPatchTool } from "./patch.js";
export type { ApplyPatchInput } from "./patch-input.js";
export type { ApplyPatchOutput, PatchedFile, PatchedFileOperation, PatchedHunk } from "./patch-output.js";
export type { LineNumbers } from "./present-read.js";
export { previewEdit } from "./preview-edit.js";
export { createReadTool, type ReadDedupe, type ReadInput, type ReadTool, type ReadToolOptions } from "./read.js";
export type {
  ReadBinaryOutput,
  ReadMediaOutput,
  ReadOutput,
  ReadTextOutput,
  ReadUnchangedOutput,
} from "./read-output.js";
export type { Redact, RedactContext } from "./read-text-window.js";
export type { ExecSandbox } from "./sandbox-shell.js";
export { isToolFailure, type ToolError, type ToolFailure } from "./tool-failure.js";
export {
  createWriteTool,
  type WriteInput,
  type WriteOutput,
  type WriteTool,
  type WriteToolOptions,
} from "./write.js";
