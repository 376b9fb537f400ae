// The list tool: one directory, page by page.

import { compilePathRules, isIgnoredByRules } from "../search/ignore-rules.js";
import { showPathText } from "../text/shown-name.js";
import type { ListEntry, ListResult, Workspace } from "../workspace/workspace.js";
import { defineTool, type ToolCall } from "./define-tool.js";
import type { FileTool } from "./file-tool.js";
import { describePage, presentNextPage } from "./page.js";
import * as z from "./schema.js";
import type { ToolFailure } from "./tool-failure.js";
import { assertWorkspace, formatBytes } from "./tool-options.js";

/** What the model asks the list tool for. */
export interface ListInput {
  /** Default the directory that relative paths start from. */
  readonly path?: string | undefined;
  /** Patterns of names to leave out, in the manner of gitignore. */
  readonly ignore?: readonly string[] | undefined;
  /** `false` shows ignored entries too. */
  readonly respectGitIgnore?: boolean | undefined;
  /** Entries to skip. */
  readonly offset?: number | undefined;
}

/** What the list tool answers. */
export interface ListOutput {
  /** Directories first, then by name. */
  readonly entries: readonly ListOutputEntry[];
  /** Entries of the directory that were not left out. */
  readonly total: number;
  readonly truncated: boolean;
  readonly nextOffset?: number | undefined;
}

/** Describes one entry of a directory. */
export interface ListOutputEntry {
  readonly name: string;
  readonly type: "file" | "dir" | "symlink" | "other";
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
  readonly ignored?: true | undefined;
}

/** Configures the list tool. */
export interface ListToolOptions {
  readonly workspace: Workspace;
}

/** The list tool. */
export type ListTool = FileTool<ListInput, ListOutput | ToolFailure>;

const listInputSchema: z.Schema<ListInput> = z.object({
  path: z.string().optional().describe("Default ."),
  ignore: z.array(z.string()).optional().describe("Names to leave out, such as *.log"),
  respectGitIgnore: z.boolean().optional().describe("false shows ignored entries too"),
  offset: z.int().min(0).optional().describe("Entries to skip"),
});

const listOutputSchema: z.Schema<ListOutput> = z.object({
  entries: z.array(
    z.object({
      name: z.string(),
      type: z.oneOf(["file", "dir", "symlink", "other"]),
      size: z.number(),
      mtime: z.number(),
      ignored: z.literal(true).optional(),
    }),
  ),
  total: z.int(),
  truncated: z.boolean(),
  nextOffset: z.int().optional(),
});

/**
 * Creates the tool that lists a directory.
 * @throws {TypeError} when an option is wrong
 */
export function createListTool({ workspace }: ListToolOptions): ListTool {
  assertWorkspace(workspace, "fs");
  return defineTool<ListInput, ListOutput>({
    description:
      `Lists a directory, directories first, ignored entries left out; ` +
      `at most ${workspace.limits.maxListEntries} entries a call.`,
    input: listInputSchema,
    output: listOutputSchema,
    run: (input, call) => runList(input, call, workspace),
    present: presentList,
  });
}

async function runList(input: ListInput, call: ToolCall, workspace: Workspace): Promise<ListOutput> {
  const { path = ".", ignore = [], offset = 0 } = input;
  const { fs } = workspace.forRequest({ toolCallId: call.toolCallId });
  const options = { includeIgnored: input.respectGitIgnore === false, signal: call.signal };
  const listPage = (start: number): Promise<ListResult> => fs.list(path, { ...options, offset: start });
  const page =
    ignore.length === 0
      ? await listPage(offset)
      : selectPage(await listAll(listPage), { ignore, offset, limit: workspace.limits.maxListEntries });
  return { entries: page.entries, total: page.total, ...describePage(offset, page.entries.length, page.truncated) };
}

async function listAll(listPage: (start: number) => Promise<ListResult>): Promise<readonly ListEntry[]> {
  const entries: ListEntry[] = [];
  for (;;) {
    const page = await listPage(entries.length);
    entries.push(...page.entries);
    if (!page.truncated || page.entries.length === 0) return entries;
  }
}

interface PageSelection {
  readonly ignore: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

function selectPage(entries: readonly ListEntry[], { ignore, offset, limit }: PageSelection): ListResult {
  const rules = compilePathRules(ignore);
  const left = entries.filter((entry) => !isIgnoredByRules(rules, entry.name, entry.type === "dir"));
  return {
    entries: left.slice(offset, offset + limit),
    total: left.length,
    truncated: offset + limit < left.length,
  };
}

function presentList(output: ListOutput): string {
  if (output.total === 0) return "[no entries to show]";
  if (output.entries.length === 0) return `[no more entries; the directory has ${output.total}]`;
  return [...output.entries.map(presentEntry), presentNextPage(output)].filter((line) => line !== null).join("\n");
}

function presentEntry({ name: rawName, type, size, ignored }: ListOutputEntry): string {
  const name = showPathText(rawName);
  const note = ignored === true ? " [ignored]" : "";
  if (type === "dir") return `${name}/${note}`;
  return type === "file" ? `${name}\t${formatBytes(size)}${note}` : `${name}\t[${type}]${note}`;
}
