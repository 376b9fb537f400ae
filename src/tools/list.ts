// The list tool: one directory, page by page.

import { MAX_WALK_DEPTH } from "../limits.js";
import type { ListableStore } from "../stores/file-store.js";
import { assertKnownOptions } from "../text/check-options.js";
import { showPathText } from "../text/shown-name.js";
import { touchTree } from "./approval/touched-paths.js";
import { coerceInput, type Fields } from "./definition/coerce-input.js";
import { defineTool, type ToolCall } from "./definition/define-tool.js";
import type { FileTool } from "./definition/file-tool.js";
import { describePage, presentNextPage, presentPartlyApplied } from "./definition/page.js";
import * as z from "./definition/schema.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { type FilesOption, resolveFiles, type ToolFiles } from "./definition/tool-files.js";
import { formatBytes } from "./definition/tool-options.js";
import { withGivenPath } from "./paths/given-path.js";
import { MAX_SHOWN_SKIPPED, presentSkipped, type SkippedFile, skippedSchema } from "./presenting/present-skipped.js";

/** What the model asks the list tool for. */
export interface ListInput {
  /** Default the directory that relative paths start from. */
  readonly path?: string | undefined;
  /** Patterns of names to leave out, in the manner of gitignore. */
  readonly ignore?: readonly string[] | undefined;
  /** `false` shows ignored entries too. */
  readonly respectGitIgnore?: boolean | undefined;
  /** Levels of directories to show; default 1. */
  readonly depth?: number | undefined;
  /** Entries to skip. */
  readonly offset?: number | undefined;
  /** Entries at most; never more than the workspace gives. */
  readonly limit?: number | undefined;
}

/** What the list tool answers. */
export interface ListOutput {
  /** Directories first, then by name. */
  readonly entries: readonly ListOutputEntry[];
  /** Entries of the directory that were not left out. */
  readonly total: number;
  readonly truncated: boolean;
  readonly nextOffset?: number | undefined;
  /** Ignore files that were not applied in full: too long, or not readable. */
  readonly partlyApplied?: readonly string[] | undefined;
  /** The first directories that could not be looked into: what is in them is missing. */
  readonly skipped?: readonly SkippedFile[] | undefined;
  /** Entries that were left out, where no other are there. */
  readonly leftOut?: number | undefined;
}

/** Describes one entry of a directory. */
export interface ListOutputEntry {
  /** With more than one level the path from the listed directory. */
  readonly name: string;
  readonly type: "file" | "dir" | "symlink" | "other";
  /** What something of the type `other` is, such as `a named pipe`, where the platform says so. */
  readonly special?: string | undefined;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
  readonly ignored?: true | undefined;
}

/** Configures the list tool: over a workspace, or over a store that lists. */
export type ListToolOptions = FilesOption<ListableStore>;

const OPTION_NAMES: readonly string[] = /* @__PURE__ */ Object.keys({
  workspace: true,
  store: true,
} satisfies Record<keyof ListToolOptions, true>);

/** The list tool. */
export type ListTool = FileTool<ListInput, ListOutput | ToolFailure>;

const listInputSchema = (): z.Schema<ListInput> =>
  z.object({
    path: z.string().optional().describe("Default ."),
    ignore: z.array(z.string()).optional().describe("Names to leave out, such as *.log"),
    respectGitIgnore: z.boolean().optional().describe("false shows ignored entries too"),
    depth: z.int().min(1).optional().describe("Levels to show; default 1"),
    offset: z.int().min(0).optional().describe("Entries to skip"),
    limit: z.int().min(1).optional().hidden(),
  });

/** A recursive listing is one of all levels. */
function normalizeListFields({ recursive, ...fields }: Fields): Fields {
  const isRecursive = coerceInput(recursive, { type: "boolean" });
  if (isRecursive === true) return { depth: MAX_WALK_DEPTH, ...fields };
  const isFlat = isRecursive === false && Number(fields["depth"] ?? 1) === 1;
  return recursive === undefined || isFlat ? fields : { ...fields, recursive };
}

/** Takes every success of the list tool. */
export const listOutputSchema = (): z.Schema<ListOutput> =>
  z.object({
    entries: z.array(
      z.object({
        name: z.string(),
        type: z.oneOf(["file", "dir", "symlink", "other"]),
        special: z.string().optional(),
        size: z.number(),
        mtime: z.number(),
        ignored: z.literal(true).optional(),
      }),
    ),
    total: z.int(),
    truncated: z.boolean(),
    nextOffset: z.int().optional(),
    partlyApplied: z.array(z.string()).optional(),
    skipped: skippedSchema().optional(),
    leftOut: z.int().optional(),
  });

/**
 * Creates the tool that lists a directory.
 * @throws {TypeError} when an option is wrong
 */
export function createListTool(options: ListToolOptions): ListTool {
  assertKnownOptions("createListTool", options, OPTION_NAMES);
  const files = resolveFiles(options, ["list"]);
  return defineTool<ListInput, ListOutput>({
    description:
      `Lists a directory, directories first, ignored entries left out; ` +
      `at most ${files.limits.maxListEntries} entries a call.`,
    input: listInputSchema(),
    besides: ["recursive"],
    normalize: normalizeListFields,
    output: listOutputSchema(),
    run: (input, call) => runList(input, call, files),
    touches: async ({ path = "." }, { signal }) => [await touchTree({ store: files.store, path, signal })],
    present: presentList,
  });
}

/** Lists one page of a directory. */
export async function runList(input: ListInput, call: ToolCall, files: ToolFiles): Promise<ListOutput> {
  const { path: given = ".", ignore, depth, offset = 0, limit } = input;
  const { path } = await withGivenPath({ path: given }, files.store, call);
  const fs = await files.forCall(call);
  const includeIgnored = input.respectGitIgnore === false;
  const page = await fs.list(path, { includeIgnored, ignore, depth, offset, limit, signal: call.signal });
  const { entries, total, truncated, partlyApplied, skipped } = page;
  const all = total > 0 ? null : await fs.list(path, { includeIgnored: true, limit: 1, signal: call.signal });
  return {
    entries,
    total,
    ...describePage(offset, entries.length, truncated),
    ...(partlyApplied === undefined ? {} : { partlyApplied }),
    ...(skipped === undefined ? {} : { skipped: skipped.slice(0, MAX_SHOWN_SKIPPED) }),
    ...(all === null || all.total === 0 ? {} : { leftOut: all.total }),
  };
}

/** Shows a page of a directory to the model. */
export function presentList(output: ListOutput): string {
  if (output.leftOut !== undefined)
    return `[no entries to show; ${output.leftOut} left out as ignored: respectGitIgnore: false shows those of ignore files]`;
  if (output.total === 0) return "[no entries to show]";
  if (output.entries.length === 0) return `[no more entries; the directory has ${output.total}]`;
  const notes = [presentNextPage(output), presentPartlyApplied(output.partlyApplied), presentSkipped(output.skipped)];
  return [...output.entries.map(presentEntry), ...notes].filter((line) => line !== null).join("\n");
}

/** Shows one entry, two blanks further in for each directory that it lies in. */
function presentEntry({ name: path, type, special, size, ignored }: ListOutputEntry): string {
  const names = path.split("/");
  const name = "  ".repeat(names.length - 1) + showPathText(names.at(-1) ?? path);
  const note = ignored === true ? " [ignored]" : "";
  if (type === "dir") return `${name}/${note}`;
  return type === "file" ? `${name}\t${formatBytes(size)}${note}` : `${name}\t[${special ?? type}]${note}`;
}
