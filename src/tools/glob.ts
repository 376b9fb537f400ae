// The glob tool: finds files by pattern, newest first.

import type { ListableStore } from "../stores/file-store.js";
import { showPathText } from "../text/shown-name.js";
import { defineTool, type ToolCall } from "./definition/define-tool.js";
import type { FileTool } from "./definition/file-tool.js";
import { describePage, presentNextPage, presentPartlyApplied } from "./definition/page.js";
import * as z from "./definition/schema.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { type FilesOption, resolveFiles, type ToolFiles } from "./definition/tool-files.js";
import { withGivenPath } from "./paths/given-path.js";
import { MAX_SHOWN_SKIPPED, presentSkipped, type SkippedFile, skippedSchema } from "./presenting/present-skipped.js";

/** What the model asks the glob tool for. */
export interface GlobInput {
  readonly pattern: string;
  /** Directory that the pattern starts from. */
  readonly path?: string | undefined;
  /** Paths to skip. */
  readonly offset?: number | undefined;
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
}

/** Configures the glob tool: over a workspace, or over a store that lists. */
export type GlobToolOptions = FilesOption<ListableStore>;

/** The glob tool. */
export type GlobTool = FileTool<GlobInput, GlobOutput | ToolFailure>;

const globInputSchema = (): z.Schema<GlobInput> =>
  z.object({
    pattern: z.string(),
    path: z.string().optional().describe("Directory to start from"),
    offset: z.int().min(0).optional().describe("Paths to skip"),
  });

const globOutputSchema = (): z.Schema<GlobOutput> =>
  z.object({
    paths: z.array(z.string()),
    truncated: z.boolean(),
    nextOffset: z.int().optional(),
    partlyApplied: z.array(z.string()).optional(),
    skipped: skippedSchema().optional(),
    offsetPastEnd: z.int().optional(),
  });

/**
 * Creates the tool that finds files by pattern.
 * @throws {TypeError} when an option is wrong
 */
export function createGlobTool(options: GlobToolOptions): GlobTool {
  const files = resolveFiles(options, ["list"]);
  return defineTool<GlobInput, GlobOutput>({
    description:
      `Finds files by a pattern such as src/**/*.ts, newest first, ignored files left out; ` +
      `at most ${files.limits.maxGlobPaths} paths a call.`,
    input: globInputSchema(),
    output: globOutputSchema(),
    run: (input, call) => runGlob(input, call, files),
    present: presentGlob,
  });
}

async function runGlob(
  { pattern, path: given = ".", offset = 0 }: GlobInput,
  call: ToolCall,
  files: ToolFiles,
): Promise<GlobOutput> {
  const { signal } = call;
  const { path } = await withGivenPath({ path: given }, files.store, call);
  const fs = await files.forCall(call);
  const { paths, truncated, partlyApplied, skipped } = await fs.glob(pattern, { cwd: path, offset, signal });
  const page = describePage(offset, paths.length, truncated);
  const isPastEnd =
    paths.length === 0 && offset > 0 && (await fs.glob(pattern, { cwd: path, limit: 1, signal })).paths.length > 0;
  return {
    paths,
    ...page,
    ...(partlyApplied === undefined ? {} : { partlyApplied }),
    ...(skipped === undefined ? {} : { skipped: skipped.slice(0, MAX_SHOWN_SKIPPED) }),
    ...(isPastEnd ? { offsetPastEnd: offset } : {}),
  };
}

function presentGlob(output: GlobOutput): string {
  if (output.offsetPastEnd !== undefined)
    return `[files match, but all of them come before offset: ${output.offsetPastEnd}; ask for a smaller one]`;
  const skipped = presentSkipped(output.skipped);
  if (output.paths.length === 0) {
    const none = "[no files match; only **/ looks below a directory, and ignored files are left out]";
    return skipped === null ? none : `[the search is not complete]\n${skipped}\n${none}`;
  }
  const notes = [presentNextPage(output), presentPartlyApplied(output.partlyApplied), skipped];
  return [...output.paths.map(showPathText), ...notes].filter((line) => line !== null).join("\n");
}
