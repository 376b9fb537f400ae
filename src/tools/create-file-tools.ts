// Every tool at once. The table here is the one place where a tool is wired.

import type { Redactor } from "../redaction/redactor.js";
import type { FileStore, ListableStore, MutableStore } from "../stores/file-store.js";
import { WorkspaceFileStore } from "../stores/workspace-file-store.js";
import { ANYTHING, assertOptions, FLAG, FUNCTION, type OptionRules, RECORD, TEXTS } from "../text/check-options.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import { type Approve, withApproval } from "./approval/approve-option.js";
import { type FilesOption, findMissingPower } from "./definition/tool-files.js";
import { assertStore, assertWorkspace } from "./definition/tool-options.js";
import { createEditTool, type EditTool } from "./edit.js";
import { createExecTool, type ExecTool } from "./exec.js";
import { createFileTool, type FileOperationTool, type FileOperationToolOptions } from "./file.js";
import type { FreshnessGuard } from "./freshness/freshness-guard.js";
import { createGlobTool, type GlobTool } from "./glob.js";
import { createGrepTool, type GrepTool } from "./grep.js";
import { createListTool, type ListTool } from "./list.js";
import { type ApplyPatchTool, type ApplyPatchToolOptions, createApplyPatchTool } from "./patch.js";
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

/** The tools that a store can carry, as far as its type tells: reading and changing single files takes every store. */
export type StoreToolName<Store extends FileStore> =
  | "read"
  | "write"
  | "edit"
  | "grep"
  | ([Store] extends [ListableStore] ? "glob" | "list" : never)
  | ([Store] extends [MutableStore] ? "apply_patch" : never)
  | ([Store] extends [ListableStore & MutableStore] ? "file" : never);

/** Selects and configures the tools over a store. */
export interface StoreToolsOptions<
  Store extends FileStore = FileStore,
  Included extends FileToolName = FileToolName,
  Excluded extends FileToolName = never,
  ReadOnly extends boolean = boolean,
> extends Omit<FileToolsOptions<Included, Excluded, ReadOnly>, "workspace"> {
  readonly store: Store;
  readonly workspace?: undefined;
}

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
  readonly file?: Omit<FileOperationToolOptions, "workspace" | "store" | "guard" | "redact"> | undefined;
}

const OPTION_RULES: OptionRules<FileToolsOptions & Pick<StoreToolsOptions, "store">> = {
  workspace: ANYTHING,
  store: ANYTHING,
  include: TEXTS,
  exclude: TEXTS,
  readOnly: FLAG,
  approve: { wanted: "true, false or a function", isMet: (value) => FLAG.isMet(value) || FUNCTION.isMet(value) },
  guard: ANYTHING,
  dedupe: ANYTHING,
  redact: ANYTHING,
  file: RECORD,
};

/** What the tools of one call of `createFileTools` share. */
interface Shared {
  /** Absent over a store of somebody else. */
  readonly workspace: Workspace | undefined;
  /** One for all of them, so that what one tool notes the others find. */
  readonly store: FileStore;
  /** The store where it has the powers of a tool, which is created only then; otherwise the workspace. */
  readonly files: FilesOption<ListableStore & MutableStore>;
  readonly guard: FreshnessGuard | undefined;
  readonly dedupe: ReadDedupe | undefined;
  readonly redact: Redactor | undefined;
  readonly file: FileToolsOptions["file"];
}

interface ToolWiring<Tool> {
  readonly isReadOnly: boolean;
  /** What a store has to have for the tool; absent: the four methods. */
  readonly needs?: readonly ("list" | "mutate")[];
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
  grep: { isReadOnly: true, create: ({ files, redact }) => createGrepTool({ ...files, redact }) },
  exec: {
    isReadOnly: false,
    create: ({ workspace, redact }) => createExecTool({ workspace: workspace as Workspace, redact }),
  },
  glob: { isReadOnly: true, needs: ["list"], create: ({ files }) => createGlobTool(files) },
  list: { isReadOnly: true, needs: ["list"], create: ({ files }) => createListTool(files) },
  apply_patch: {
    isReadOnly: false,
    needs: ["mutate"],
    create: ({ workspace, store, guard, redact }) =>
      createApplyPatchTool({ workspace, store, guard, redact } as ApplyPatchToolOptions),
  },
  file: {
    isReadOnly: false,
    needs: ["list", "mutate"],
    create: ({ files, guard, redact, file }) => createFileTool({ ...file, ...files, guard, redact }),
  },
};

/** Names every tool, in the order in which `createFileTools` gives them. */
export const FILE_TOOL_NAMES: readonly FileToolName[] = /* @__PURE__ */ Object.keys(WIRING) as FileToolName[];

/**
 * Creates the tools of a workspace, or those that a store can carry, ready for `generateText`, `streamText` and
 * `ToolLoopAgent`.
 * @throws {TypeError} when an option is wrong, such as a name that no tool has, or that of a tool that the store cannot carry
 */
export function createFileTools<
  const Included extends FileToolName = FileToolName,
  const Excluded extends FileToolName = never,
  const ReadOnly extends boolean = false,
>(options: FileToolsOptions<Included, Excluded, ReadOnly>): SelectedFileTools<Included, Excluded, ReadOnly>;
export function createFileTools<
  Store extends FileStore,
  const Included extends FileToolName = StoreToolName<Store>,
  const Excluded extends FileToolName = never,
  const ReadOnly extends boolean = false,
>(
  options: StoreToolsOptions<Store, Included, Excluded, ReadOnly>,
): SelectedFileTools<Extract<Included, StoreToolName<Store>>, Excluded, ReadOnly>;
export function createFileTools(
  options: FileToolsOptions<FileToolName, FileToolName> | StoreToolsOptions<FileStore, FileToolName, FileToolName>,
): Partial<FileTools> {
  assertOptions("createFileTools", options, OPTION_RULES);
  const { approve, guard, dedupe, redact, file } = options;
  const { workspace, store, files } = resolveSource(options);
  const shared = { workspace, store, files, guard, dedupe, redact, file };
  const tools = selectNames(options).map((name) => [name, WIRING[name].create(shared)] as const);
  return withApproval(Object.fromEntries(tools) as Partial<FileTools>, approve);
}

type AnyToolsOptions =
  | FileToolsOptions<FileToolName, FileToolName>
  | StoreToolsOptions<FileStore, FileToolName, FileToolName>;

function resolveSource(options: AnyToolsOptions): Pick<Shared, "workspace" | "store" | "files"> {
  if (!("store" in options) || options.store === undefined) {
    const { workspace } = options as FileToolsOptions;
    assertWorkspace(workspace, "fs");
    return { workspace, store: new WorkspaceFileStore(workspace), files: { workspace } };
  }
  const { workspace, store } = options;
  assertStore(store);
  if (workspace !== undefined) throw new TypeError("Give either a workspace or a store, not both.");
  // A tool that needs powers is created only over a store that has them.
  return { workspace, store, files: { store: store as ListableStore & MutableStore } };
}

function selectNames(options: AnyToolsOptions): readonly FileToolName[] {
  const { include, exclude = [], readOnly = false } = options;
  for (const name of [...(include ?? []), ...exclude]) assertToolName(name);
  const store = "store" in options ? options.store : undefined;
  const lacking = (name: FileToolName): string | null => (store === undefined ? null : findLack(name, store));
  const isWanted = (name: FileToolName): boolean =>
    (include?.includes(name) ?? lacking(name) === null) &&
    !exclude.includes(name) &&
    (WIRING[name].isReadOnly || !readOnly);
  const names = FILE_TOOL_NAMES.filter(isWanted);
  const impossible = names.find((name) => lacking(name) !== null);
  if (impossible === undefined) return names;
  throw new TypeError(`${impossible} cannot be included: it needs ${lacking(impossible)}.`);
}

function findLack(name: FileToolName, store: FileStore): string | null {
  return name === "exec" ? "a workspace" : findMissingPower(store, WIRING[name].needs ?? []);
}

function assertToolName(name: string): void {
  if (Object.hasOwn(WIRING, name)) return;
  throw new TypeError(`There is no tool named ${name}; the names are ${FILE_TOOL_NAMES.join(", ")}.`);
}
