// Every tool at once. The table here is the one place where a tool is wired.

import type { Redactor } from "../redaction/redactor.js";
import { WorkspaceFileStore } from "../stores/workspace-file-store.js";
import { assertKnownOptions } from "../workspace/gate/assert-options.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import { type Approve, withApproval } from "./approval/approve-option.js";
import { assertWorkspace } from "./definition/tool-options.js";
import { createEditTool, type EditTool } from "./edit.js";
import { createExecTool, type ExecTool } from "./exec.js";
import { createFileTool, type FileOperationTool, type FileOperationToolOptions } from "./file.js";
import type { FreshnessGuard } from "./freshness/freshness-guard.js";
import { createGlobTool, type GlobTool } from "./glob.js";
import { createGrepTool, type GrepTool } from "./grep.js";
import { createListTool, type ListTool } from "./list.js";
import { type ApplyPatchTool, createApplyPatchTool } from "./patch.js";
import { createReadTool, type ReadDedupe, type ReadTool } from "./read.js";
import { createWriteTool, type WriteTool } from "./write.js";

/** Every tool of the package, by the name under which a model calls it. */
export type FileTools = {
  read: ReadTool;
  write: WriteTool;
  edit: EditTool;
  grep: GrepTool;
  exec: ExecTool;
  glob: GlobTool;
  list: ListTool;
  apply_patch: ApplyPatchTool;
  file: FileOperationTool;
};

/** The name of a tool. */
export type FileToolName = keyof FileTools;

/** The names of the tools that change nothing. */
export type ReadOnlyToolName = "read" | "grep" | "glob" | "list";

/** The tools that are left by `include`, `exclude` and `readOnly`; a `readOnly` that is not literal counts as set. */
export type SelectedFileTools<
  Included extends FileToolName,
  Excluded extends FileToolName,
  ReadOnly extends boolean,
> = Pick<FileTools, Exclude<Extract<Included, [ReadOnly] extends [false] ? FileToolName : ReadOnlyToolName>, Excluded>>;

/** Selects and configures tools. */
export interface FileToolsOptions<
  Included extends FileToolName = FileToolName,
  Excluded extends FileToolName = never,
  ReadOnly extends boolean = boolean,
> {
  readonly workspace: Workspace;
  /** The tools to create; default all. */
  readonly include?: readonly Included[] | undefined;
  /** The tools to leave out of those. */
  readonly exclude?: readonly Excluded[] | undefined;
  /** Leaves only the tools that change nothing. */
  readonly readOnly?: ReadOnly | undefined;
  /** Which calls that change something a person must approve; default none. {@link createApproval} has rules. */
  readonly approve?: Approve | undefined;
  /** What write, edit and apply_patch do to a file that the conversation has not read as it is; default `off`. */
  readonly guard?: FreshnessGuard | undefined;
  /** Whether read may say that the conversation holds its answer already; default `off`. */
  readonly dedupe?: ReadDedupe | undefined;
  /** Hides secrets in everything that tools show of files and commands; default none. */
  readonly redact?: Redactor | undefined;
  /** What the file tool is given besides, such as `temporary: true`; default nothing. */
  readonly file?: Omit<FileOperationToolOptions, "workspace" | "guard" | "redact"> | undefined;
}

const OPTION_NAMES: readonly string[] = /* @__PURE__ */ Object.keys({
  workspace: true,
  include: true,
  exclude: true,
  readOnly: true,
  approve: true,
  guard: true,
  dedupe: true,
  redact: true,
  file: true,
} satisfies Record<keyof FileToolsOptions, true>);

/** What the tools of one call of `createFileTools` share. */
interface Shared {
  readonly workspace: Workspace;
  /** One for all of them, so that what one tool notes the others find. */
  readonly store: WorkspaceFileStore;
  readonly guard: FreshnessGuard | undefined;
  readonly dedupe: ReadDedupe | undefined;
  readonly redact: Redactor | undefined;
  readonly file: FileToolsOptions["file"];
}

interface ToolWiring<Tool> {
  readonly isReadOnly: boolean;
  create(shared: Shared): Tool;
}

const WIRING: { readonly [Name in FileToolName]: ToolWiring<FileTools[Name]> } = {
  read: { isReadOnly: true, create: ({ store, dedupe, redact }) => createReadTool({ store, dedupe, redact }) },
  write: {
    isReadOnly: false,
    create: ({ store, guard, redact }) => createWriteTool({ store, guard, redact }),
  },
  edit: {
    isReadOnly: false,
    create: ({ store, guard, redact }) => createEditTool({ store, guard, redact }),
  },
  grep: { isReadOnly: true, create: ({ workspace, redact }) => createGrepTool({ workspace, redact }) },
  exec: {
    isReadOnly: false,
    create: ({ workspace, redact }) => createExecTool({ workspace, redact }),
  },
  glob: { isReadOnly: true, create: ({ workspace }) => createGlobTool({ workspace }) },
  list: { isReadOnly: true, create: ({ workspace }) => createListTool({ workspace }) },
  apply_patch: {
    isReadOnly: false,
    create: ({ workspace, store, guard, redact }) => createApplyPatchTool({ workspace, store, guard, redact }),
  },
  file: {
    isReadOnly: false,
    create: ({ workspace, guard, redact, file }) => createFileTool({ ...file, workspace, guard, redact }),
  },
};

/** Names every tool, in the order in which `createFileTools` gives them. */
export const FILE_TOOL_NAMES: readonly FileToolName[] = /* @__PURE__ */ Object.keys(WIRING) as FileToolName[];

/**
 * Creates the tools of a workspace, ready for `generateText`, `streamText` and `ToolLoopAgent`.
 * @throws {TypeError} when an option is wrong, such as a name that no tool has
 */
export function createFileTools<
  const Included extends FileToolName = FileToolName,
  const Excluded extends FileToolName = never,
  const ReadOnly extends boolean = false,
>(options: FileToolsOptions<Included, Excluded, ReadOnly>): SelectedFileTools<Included, Excluded, ReadOnly> {
  assertKnownOptions("createFileTools", options, OPTION_NAMES);
  const { workspace, approve, guard, dedupe, redact, file } = options;
  assertWorkspace(workspace, "fs");
  if (!["undefined", "boolean", "function"].includes(typeof approve)) {
    throw new TypeError("approve must be true, false or a function.");
  }
  const shared = { workspace, store: new WorkspaceFileStore(workspace), guard, dedupe, redact, file };
  const tools = selectNames(options).map((name) => [name, WIRING[name].create(shared)] as const);
  return withApproval(Object.fromEntries(tools) as SelectedFileTools<Included, Excluded, ReadOnly>, approve);
}

function selectNames(options: FileToolsOptions<FileToolName, FileToolName>): readonly FileToolName[] {
  const { include = FILE_TOOL_NAMES, exclude = [], readOnly = false } = options;
  for (const name of [...include, ...exclude]) assertToolName(name);
  const isWanted = (name: FileToolName): boolean =>
    include.includes(name) && !exclude.includes(name) && (WIRING[name].isReadOnly || !readOnly);
  return FILE_TOOL_NAMES.filter(isWanted);
}

function assertToolName(name: string): void {
  if (Object.hasOwn(WIRING, name)) return;
  throw new TypeError(`There is no tool named ${name}; the names are ${FILE_TOOL_NAMES.join(", ")}.`);
}
