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
  type ApprovalOptions,
  createApproval,
  type ToolApprovalAnswer,
} from "./approval/create-approval.js";
export type { ApprovalCallOptions } from "./approval/judge-call.js";
export type { EditInput } from "./changing/edit-input.js";
export type { EditOutput } from "./changing/edit-output.js";
export { type PreviewEditOptions, previewEdit } from "./changing/preview-edit.js";
export type { WriteOutput } from "./changing/write-output.js";
export {
  type BackgroundCommand,
  type BackgroundCommands,
  createBackgroundCommands,
  type StartRun,
} from "./commands/background-commands.js";
export {
  type CommandIdInput,
  type CommandIdTool,
  type CommandTools,
  createCommandTools,
} from "./commands/command-tools.js";
export type { ExecInput } from "./commands/exec-input.js";
export type { ExecOutput, ExecResult, ExecSnapshot } from "./commands/exec-output.js";
export type { ExecSandbox } from "./commands/sandbox-shell.js";
export {
  createFileTools,
  FILE_TOOL_NAMES,
  type FileToolName,
  type FileTools,
  type FileToolsOptions,
  type ReadOnlyToolName,
  type SelectedFileTools,
  type StoreToolName,
  type StoreToolsOptions,
} from "./create-file-tools.js";
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
} from "./definition/file-tool.js";
export { isToolFailure, type ToolError, type ToolFailure } from "./definition/tool-failure.js";
export type { FilesOption } from "./definition/tool-files.js";
export { createEditTool, type EditTool, type EditToolOptions } from "./edit.js";
export { createExecTool, type ExecTool, type ExecToolOptions } from "./exec.js";
export { createFileTool, type FileOperationTool, type FileOperationToolOptions } from "./file.js";
export type { FreshnessGuard } from "./freshness/freshness-guard.js";
export type { FileStampOptions, StampOptions } from "./freshness/freshness-stamp.js";
export type { LineSpan } from "./freshness/known-lines.js";
export { createGlobTool, type GlobInput, type GlobOutput, type GlobTool, type GlobToolOptions } from "./glob.js";
export { createGrepTool, type GrepInput, type GrepTool, type GrepToolOptions } from "./grep.js";
export {
  createListTool,
  type ListInput,
  type ListOutput,
  type ListOutputEntry,
  type ListTool,
  type ListToolOptions,
} from "./list.js";
export type { FileOperation, FileOperationInput } from "./operations/file-input.js";
export type { FileOperationOutput, FileStatOutput, FileTransferOutput } from "./operations/file-output.js";
export { type ApplyPatchTool, type ApplyPatchToolOptions, createApplyPatchTool } from "./patch.js";
export type { ApplyPatchInput } from "./patching/patch-input.js";
export type { ApplyPatchOutput, PatchedFile, PatchedFileOperation, PatchedHunk } from "./patching/patch-output.js";
export type { SkippedFile } from "./presenting/present-skipped.js";
export { createReadTool, type ReadDedupe, type ReadInput, type ReadTool, type ReadToolOptions } from "./read.js";
export type { LineNumbers } from "./reading/present-read.js";
export type {
  ReadBinaryOutput,
  ReadMediaOutput,
  ReadOutput,
  ReadTextOutput,
  ReadUnchangedOutput,
} from "./reading/read-output.js";
export type { Redact, RedactContext } from "./reading/read-text-window.js";
export type { GrepOutput, GrepOutputFile, GrepOutputHit } from "./searching/grep-output.js";
export {
  createWriteTool,
  type WriteInput,
  type WriteTool,
  type WriteToolOptions,
} from "./write.js";
