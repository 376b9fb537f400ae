// The glob tool: finds files by pattern, newest first.

import type { ListableStore } from "../stores/file-store.js";
import type { FileOperations } from "../stores/store-files.js";
import { assertKnownOptions } from "../text/check-options.js";
import { showPathText } from "../text/shown-name.js";
import { touchTree } from "./approval/touched-paths.js";
import { coerceInput, type Fields, readGlobList } from "./definition/coerce-input.js";
import { defineTool, type ToolCall } from "./definition/define-tool.js";
import type { FileTool } from "./definition/file-tool.js";
import { describePage, presentNextPage, presentPartlyApplied } from "./definition/page.js";
import * as z from "./definition/schema.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { type FilesOption, resolveFiles, type ToolFiles } from "./definition/tool-files.js";
import { withGivenPath } from "./paths/given-path.js";
import { MAX_SHOWN_SKIPPED, presentSkipped, type SkippedFile, skippedSchema } from "./presenting/present-skipped.js";
import { describeRebased, rebaseGlob } from "./searching/search-again.js";

/** What the model asks the glob tool for. */
export interface GlobInput {
  readonly pattern: string;
  /** Directory that the pattern starts from. */
  readonly path?: string | undefined;
  /** Paths to skip. */
  readonly offset?: number | undefined;
  /** Paths at most; never more than the workspace gives. */
  readonly limit?: number | undefined;
  /** `false` finds ignored files, too. */
  readonly respectGitIgnore?: boolean | undefined;
}

/** What the glob tool answers. */
export interface GlobOutput {
  /** Newest first. */
  readonly paths: readonly string[];
  readonly truncated: boolean;
  readonly nextOffset?: number | undefined;
  /** Ignore files that were not applied in full: too long, or not readable. */
  readonly partlyApplied?: readonly string[] | undefined;
  /** The first directories that could not be looked into: what is in them is missing. */
  readonly skipped?: readonly SkippedFile[] | undefined;
  /** The `offset` that was asked for, where files match and all of them come before it. */
  readonly offsetPastEnd?: number | undefined;
  /** Sentences about how the pattern was read. */
  readonly notes?: readonly string[] | undefined;
}

/** Configures the glob tool: over a workspace, or over a store that lists. */
export type GlobToolOptions = FilesOption<ListableStore>;

const OPTION_NAMES: readonly string[] = /* @__PURE__ */ Object.keys({
  workspace: true,
  store: true,
} satisfies Record<keyof GlobToolOptions, true>);

/** The glob tool. */
export type GlobTool = FileTool<GlobInput, GlobOutput | ToolFailure>;

const globInputSchema = (): z.Schema<GlobInput> =>
  z.object({
    pattern: z.string(),
    path: z.string().optional().describe("Directory to start from"),
    offset: z.int().min(0).optional().describe("Paths to skip"),
    limit: z.int().min(1).optional().hidden(),
    respectGitIgnore: z.boolean().optional().hidden(),
  });

/** A recursive search looks below every directory. */
function normalizeGlobFields({ recursive, ...given }: Fields): Fields {
  const fields = given["pattern"] === undefined ? given : { ...given, pattern: readGlobList(given["pattern"]) };
  const isRecursive = coerceInput(recursive, { type: "boolean" });
  const { pattern } = fields;
  const isDeep = typeof pattern === "string" && pattern.includes("**");
  if (isRecursive === true && typeof pattern === "string" && !isDeep) return { ...fields, pattern: `**/${pattern}` };
  const isSaid = recursive === undefined || (typeof isRecursive === "boolean" && isRecursive === isDeep);
  return isSaid ? fields : { ...fields, recursive };
}

const globOutputSchema = (): z.Schema<GlobOutput> =>
  z.object({
    paths: z.array(z.string()),
    truncated: z.boolean(),
    nextOffset: z.int().optional(),
    partlyApplied: z.array(z.string()).optional(),
    skipped: skippedSchema().optional(),
    offsetPastEnd: z.int().optional(),
    notes: z.array(z.string()).optional(),
  });

/**
 * Creates the tool that finds files by pattern.
 * @throws {TypeError} when an option is wrong
 */
export function createGlobTool(options: GlobToolOptions): GlobTool {
  assertKnownOptions("createGlobTool", options, OPTION_NAMES);
  const files = resolveFiles(options, ["list"]);
  return defineTool<GlobInput, GlobOutput>({
    description:
      `Finds files by a pattern such as src/**/*.ts, newest first, ignored files left out; ` +
      `at most ${files.limits.maxGlobPaths} paths a call.`,
    input: globInputSchema(),
    besides: ["recursive"],
    normalize: normalizeGlobFields,
    output: globOutputSchema(),
    run: (input, call) => runGlob(input, call, files),
    touches: async ({ path = "." }, { signal }) => [await touchTree({ store: files.store, path, signal })],
    present: presentGlob,
  });
}

async function runGlob(input: GlobInput, call: ToolCall, files: ToolFiles): Promise<GlobOutput> {
  const { pattern } = input;
  const { path } = await withGivenPath({ path: input.path ?? "." }, files.store, call);
  const asked = { ...input, path };
  const pages = { fs: await files.forCall(call), signal: call.signal, maxPaths: files.limits.maxGlobPaths };
  const fromRoot = rebaseGlob(pattern, path, files.root);
  const isExcluding = fromRoot !== null && pattern.startsWith("!");
  const given = await findPage(isExcluding ? { ...asked, pattern: fromRoot } : asked, pages);
  const rebased = { notes: [describeRebased(pattern, path, files.root)] };
  if (isExcluding) return { ...given, ...rebased };
  if (given.paths.length > 0 || given.offsetPastEnd !== undefined) return given;
  const found = fromRoot === null ? given : await findPage({ ...asked, pattern: fromRoot }, pages);
  if (found.paths.length > 0 || found.offsetPastEnd !== undefined) return { ...found, ...rebased };
  return { ...given, ...(await describeDirectory(asked, pages)) };
}

/** How the pages of one call are found. */
interface Pages {
  readonly fs: FileOperations;
  readonly signal: AbortSignal | undefined;
  readonly maxPaths: number;
}

/** Says so where the pattern is the path of a directory. */
async function describeDirectory(
  { pattern, path }: GlobInput,
  { fs, signal }: Pages,
): Promise<Pick<GlobOutput, "notes">> {
  if (/[*?[\]{}!\\]/.test(pattern)) return {};
  const stat = await fs.stat(`${path}/${pattern}`, { signal }).catch(() => null);
  const isDirectory = stat?.type === "dir";
  return isDirectory
    ? { notes: [`${pattern} is a directory; ${pattern.replace(/\/+$/, "")}/** finds what is in it`] }
    : {};
}

async function findPage(
  { pattern, path, offset = 0, limit = Number.POSITIVE_INFINITY, respectGitIgnore }: GlobInput,
  { fs, signal, maxPaths }: Pages,
): Promise<GlobOutput> {
  const place = { cwd: path, includeIgnored: respectGitIgnore === false, signal };
  const page = { ...place, offset, limit: Math.min(limit, maxPaths) };
  const { paths, truncated, partlyApplied, skipped } = await fs.glob(pattern, page);
  const isPastEnd =
    paths.length === 0 && offset > 0 && (await fs.glob(pattern, { ...place, limit: 1 })).paths.length > 0;
  return {
    paths,
    ...describePage(offset, paths.length, truncated),
    ...(partlyApplied === undefined ? {} : { partlyApplied }),
    ...(skipped === undefined ? {} : { skipped: skipped.slice(0, MAX_SHOWN_SKIPPED) }),
    ...(isPastEnd ? { offsetPastEnd: offset } : {}),
  };
}

function presentGlob(output: GlobOutput): string {
  if (output.offsetPastEnd !== undefined)
    return `[files match, but all of them come before offset: ${output.offsetPastEnd}; ask for a smaller one]`;
  const skipped = presentSkipped(output.skipped);
  const said = (output.notes ?? []).map((note) => `[${note}]`);
  if (output.paths.length === 0) {
    const none = ["[no files match; only **/ looks below a directory, and ignored files are left out]", ...said].join(
      "\n",
    );
    return skipped === null ? none : `[the search is not complete]\n${skipped}\n${none}`;
  }
  const notes = [presentNextPage(output), presentPartlyApplied(output.partlyApplied), skipped, ...said];
  return [...output.paths.map(showPathText), ...notes].filter((line) => line !== null).join("\n");
}
