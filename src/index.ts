// The public names of the package. Re-exports only; what a name means is said where it is declared.

export { applyEditsToNormalizedContent, generateDiffString, generateUnifiedPatch } from "./edit/apply-to-text.js";
export type { EditReplacement, MatchRung, TextEdit } from "./edit/text-edit.js";
export {
  FS_ERROR_KINDS,
  FsError,
  type FsErrorJson,
  type FsErrorKind,
  type FsErrorOptions,
  type FsErrorRetry,
  type FsErrorStatus,
  isFsError,
  type JsonValue,
} from "./errors.js";
export {
  AUDIT_RING_SIZE,
  BINARY_HEAD_BYTES,
  BINARY_PREFIX_BYTES,
  BINARY_PROBE_BYTES,
  EXEC_TIMEOUT_MS,
  GREP_TIMEOUT_MS,
  LOCK_TIMEOUT_MS,
  MAX_COMMAND_BYTES,
  MAX_COMMANDS_PER_LINE,
  MAX_DIFF_BYTES,
  MAX_DIFF_LINES,
  MAX_EXEC_OUTPUT_BYTES,
  MAX_GLOB_PATHS,
  MAX_GREP_CONTEXT_LINES,
  MAX_GREP_HITS,
  MAX_GREP_LINE_BYTES,
  MAX_IGNORE_FILE_BYTES,
  MAX_IGNORE_RULES,
  MAX_LIST_ENTRIES,
  MAX_MEDIA_BYTES,
  MAX_PATTERN_LENGTH,
  MAX_READ_BYTES,
  MAX_READ_LINES,
  MAX_READ_TOOL_BYTES,
  MAX_SCAN_FILE_BYTES,
  MAX_SKIPPED_FILES,
  MAX_TOOL_WRITE_BYTES,
  MAX_UNCUT_SCAN_BYTES,
  MAX_WALK_DEPTH,
  MAX_WRITE_BYTES,
  READ_FILE_SIZE_CAP,
} from "./limits.js";
export type { PatchRisk, RiskLevel } from "./patch/patch-risk.js";
export { createRedactor, type FindSecrets, type Redactor, type SecretRange } from "./redaction/redactor.js";
export { createSecretRedactor } from "./redaction/secret-redactor.js";
export type { SearchMode } from "./search/hit-page.js";
export type { AllowedCommand, AllowedCommandRule } from "./shell/allowance.js";
export type {
  CommandEndReason,
  CommandRequest,
  CommandResult,
  CommandRunner,
  CommandSnapshot,
} from "./shell/command-runner.js";
export {
  type ByteRange,
  type ConditionalWriteStore,
  type FileStat,
  type FileStore,
  type HoldableStore,
  hasConditionalWrite,
  isHoldable,
  isListable,
  isMutable,
  isRequestScoped,
  isSearchable,
  isUpdatable,
  type ListableStore,
  type MutableStore,
  type RequestScopedStore,
  type SearchableStore,
  type StoreCallOptions,
  type StoreEntry,
  type StoreSearchFile,
  type StoreSearchHit,
  type StoreSearchRequest,
  type StoreSearchResult,
  type StoreUpdateOptions,
  type StoreWriteOptions,
  type UpdatableStore,
  type UpdateContent,
} from "./stores/file-store.js";
export { InMemoryFileStore } from "./stores/in-memory-file-store.js";
export { WorkspaceFileStore } from "./stores/workspace-file-store.js";
export { detectBinary } from "./text/detect-binary.js";
export type { LineWindow, LineWindowOptions } from "./text/line-window-options.js";
export type {
  CodePageName,
  LegacyEncodingName,
  MultiByteEncodingName,
  TextEncodingName,
} from "./text/text-format.js";
export type {
  ApprovalCall,
  ApprovalDecision,
  ApprovalPolicy,
  ApprovalRule,
  ReasonedDecision,
} from "./tools/approval/approval-policy.js";
export type { ApprovalRecord, ApprovalRecords } from "./tools/approval/approval-record.js";
export type { ApprovalRequest, Approve } from "./tools/approval/approve-option.js";
export type { CallPreview, CallVersions } from "./tools/approval/call-preview.js";
export {
  type Approval,
  type ApprovalCallOptions,
  type ApprovalOptions,
  createApproval,
  type ToolApprovalAnswer,
} from "./tools/approval/create-approval.js";
export {
  createFileTools,
  FILE_TOOL_NAMES,
  type FileToolName,
  type FileTools,
  type FileToolsOptions,
  type ReadOnlyToolName,
  type SelectedFileTools,
} from "./tools/create-file-tools.js";
export { createEditTool, type EditTool, type EditToolOptions } from "./tools/edit.js";
export type { EditInput } from "./tools/edit-input.js";
export type { EditOutput } from "./tools/edit-output.js";
export { createExecTool, type ExecInput, type ExecTool, type ExecToolOptions } from "./tools/exec.js";
export type { ExecOutput, ExecResult, ExecSnapshot } from "./tools/exec-output.js";
export { createFileTool, type FileOperationTool, type FileOperationToolOptions } from "./tools/file.js";
export type { FileOperation, FileOperationInput } from "./tools/file-input.js";
export type { FileOperationOutput, FileStatOutput, FileTransferOutput } from "./tools/file-output.js";
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
} from "./tools/file-tool.js";
export type { FreshnessGuard } from "./tools/freshness-guard.js";
export type { StampOptions } from "./tools/freshness-stamp.js";
export { createGlobTool, type GlobInput, type GlobOutput, type GlobTool, type GlobToolOptions } from "./tools/glob.js";
export { createGrepTool, type GrepInput, type GrepTool, type GrepToolOptions } from "./tools/grep.js";
export type { GrepOutput, GrepOutputFile, GrepOutputHit, SkippedFile } from "./tools/grep-output.js";
export type { LineSpan } from "./tools/known-lines.js";
export {
  createListTool,
  type ListInput,
  type ListOutput,
  type ListOutputEntry,
  type ListTool,
  type ListToolOptions,
} from "./tools/list.js";
export type { LineNumbers } from "./tools/present-read.js";
export { previewEdit } from "./tools/preview-edit.js";
export { createReadTool, type ReadDedupe, type ReadInput, type ReadTool, type ReadToolOptions } from "./tools/read.js";
export type {
  ReadBinaryOutput,
  ReadMediaOutput,
  ReadOutput,
  ReadTextOutput,
  ReadUnchangedOutput,
} from "./tools/read-output.js";
export type { Redact, RedactContext } from "./tools/read-text-window.js";
export { isToolFailure, type ToolError, type ToolFailure } from "./tools/tool-failure.js";
export {
  createWriteTool,
  type WriteInput,
  type WriteOutput,
  type WriteTool,
  type WriteToolOptions,
} from "./tools/write.js";
export {
  type AuditPublisher,
  type AuditPublisherOptions,
  type AuditRecord,
  createAuditPublisher,
  FS_ACCESS_EVENT_TYPE,
  FS_DENIED_EVENT_TYPE,
} from "./workspace/audit.js";
export { createHostShellRunner } from "./workspace/host-runner.js";
export { createInMemoryWorkspace, type InMemoryWorkspaceOptions } from "./workspace/in-memory-workspace.js";
export { openWorkspace } from "./workspace/open-workspace.js";
export { canonicalizeWorkspace, hasSuspiciousPathPattern } from "./workspace/paths.js";
export {
  assertTrustedForIntent,
  enforceReadBytesSize,
  enforceReadSize,
  enforceWriteSize,
  shouldIgnore,
} from "./workspace/policy.js";
export { DEFAULT_PROTECTED_PATHS } from "./workspace/protected-paths.js";
export type {
  AuditContext,
  AuditEvent,
  AuditLog,
  CallOptions,
  ChangedFile,
  ChangesOptions,
  ChangesResult,
  CopyOptions,
  FileChange,
  FileFacts,
  FileHead,
  FileVersion,
  GlobOptions,
  GlobResult,
  GrepFile,
  GrepHit,
  GrepOptions,
  GrepResult,
  HeldFile,
  HistoryEntry,
  HistoryFile,
  HistoryOptions,
  HistoryState,
  Intent,
  ListEntry,
  ListHistoryOptions,
  ListOptions,
  ListResult,
  MkdirOptions,
  OpenWorkspaceOptions,
  OperatorRoot,
  ReadBytesOptions,
  ReadBytesResult,
  ReadChunksOptions,
  ReadTextMeta,
  ReadTextOptions,
  ReadTextResult,
  RemoveOptions,
  RequestOptions,
  ResolvedPath,
  ShellRunOptions,
  UndoResult,
  UndoTarget,
  UpdateBytes,
  UpdateOptions,
  UseFile,
  VersionComparison,
  Workspace,
  WorkspaceEdit,
  WorkspaceEditResult,
  WorkspaceFileSystem,
  WorkspaceGrant,
  WorkspaceGuarantees,
  WorkspaceHistory,
  WorkspaceLimits,
  WorkspaceRoot,
  WorkspaceShell,
  WorkspaceStat,
  WriteOptions,
  WriteResult,
  WriteTextOptions,
} from "./workspace/workspace.js";
export {
  createWorkspaceFileSystemFactory,
  type WorkspaceFileSystemFactory,
} from "./workspace/workspace-file-system.js";
