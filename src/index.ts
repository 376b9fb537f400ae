// The public names of the package. Re-exports only; what a name means is said where it is declared.

export {
  type AppliedEdits,
  applyEditsToNormalizedContent,
  type DiffString,
  generateDiffString,
  generateUnifiedPatch,
} from "./edit/apply-to-text.js";
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
  MAX_PATCH_BYTES,
  MAX_PATCH_FILE_BYTES,
  MAX_PATCH_FILES,
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
export type {
  AddFile,
  DeleteFile,
  FinalLineEnding,
  HunkLine,
  ParsedPatch,
  PatchHunk,
  PatchOperation,
  ReplaceFile,
  UpdateFile,
} from "./patch/parsed-patch.js";
export type { PatchOperationName, PatchPlan, PlannedChange, PlannedOperation } from "./patch/patch-plan.js";
export type { PatchRisk, RiskLevel } from "./patch/patch-risk.js";
export type { PlannedHunk } from "./patch/plan-hunks.js";
export { createRedactor, type FindSecrets, type Redactor, type SecretRange } from "./redaction/redactor.js";
export { createSecretRedactor } from "./redaction/secret-redactor.js";
export type { SearchMode } from "./search/grep-result.js";
export { createJustBashRunner } from "./shell/backends/just-bash-runner.js";
export {
  createSandboxRunner,
  type SandboxCommandOptions,
  type SandboxCommands,
  type SandboxProcessHandle,
} from "./shell/backends/sandbox-runner.js";
export type { CommandChanges, NotUndoablePath } from "./shell/command-changes.js";
export type { CommandFileList, CommandFileStat, CommandFiles } from "./shell/command-files.js";
export type {
  CommandEndReason,
  CommandRequest,
  CommandResult,
  CommandRoot,
  CommandRunner,
  CommandSnapshot,
} from "./shell/command-runner.js";
export type { AllowedCommand, AllowedCommandRule } from "./shell/policy/allowance.js";
export type { BubblewrapOptions } from "./shell/running/bubblewrap.js";
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
export { createSandboxStore, type SandboxFiles, type SandboxPathOptions } from "./stores/sandbox-store.js";
export { WorkspaceFileStore } from "./stores/workspace-file-store.js";
export type { PiecedBytes } from "./text/byte-pieces.js";
export { detectBinary } from "./text/detect-binary.js";
export type { LineWindow, LineWindowOptions } from "./text/line-window-options.js";
export type {
  CodePageName,
  LegacyEncodingName,
  MultiByteEncodingName,
  TextEncodingName,
} from "./text/text-format.js";
export * from "./tools/index.js";
export * from "./workspace/index.js";
