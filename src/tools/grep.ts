// The grep tool: searches the content of files of a workspace or of a store.

import { MAX_GREP_CONTEXT_LINES, MAX_GREP_HITS, MAX_GREP_LINE_BYTES } from "../limits.js";
import { assertRedactor, type Redactor } from "../redaction/redactor.js";
import type { SearchMode } from "../search/grep-result.js";
import type { FileStore, StoreSearchHit, StoreSearchRequest, StoreSearchResult } from "../stores/file-store.js";
import { searchStore } from "../stores/search-store.js";
import { storeForRequest } from "../stores/store-lock.js";
import { WorkspaceFileStore } from "../stores/workspace-file-store.js";
import { assertKnownOptions } from "../text/check-options.js";
import { boundUtf8Length, utf8Length } from "../text/cut-text.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import { touchTree } from "./approval/touched-paths.js";
import { coerceInput, type Fields, readGlobList } from "./definition/coerce-input.js";
import { defineTool, type ToolCall } from "./definition/define-tool.js";
import type { FileTool } from "./definition/file-tool.js";
import { describePage } from "./definition/page.js";
import * as z from "./definition/schema.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { assertStore, assertWorkspace, resolveLimit } from "./definition/tool-options.js";
import { withGivenPath } from "./paths/given-path.js";
import { MAX_SHOWN_SKIPPED } from "./presenting/present-skipped.js";
import { type GrepOutput, type GrepOutputHit, grepOutputSchema, presentGrep } from "./searching/grep-output.js";
import { searchAgain } from "./searching/search-again.js";

/** What the model asks the grep tool for. */
export interface GrepInput {
  /** Literal text unless `regex` is set. */
  readonly pattern: string;
  /** File or directory. */
  readonly path?: string | undefined;
  readonly regex?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** Files to search; a leading `!` excludes. */
  readonly glob?: string | undefined;
  /** Lines shown before and after a hit. */
  readonly context?: number | undefined;
  readonly multiline?: boolean | undefined;
  /** `content` (the default) shows lines, `files` the files that have some, `count` how many each of these has. */
  readonly mode?: SearchMode | undefined;
  /** Hits, or files, to skip. */
  readonly offset?: number | undefined;
  /** Hits, or files, at most; never more than the tool gives. */
  readonly limit?: number | undefined;
  /** `false` searches ignored files, too. */
  readonly respectGitIgnore?: boolean | undefined;
}

/** Configures the grep tool: over a workspace, or over a store; one that neither searches nor lists is searched file by file. */
export type GrepToolOptions = (
  | { readonly workspace: Workspace; readonly store?: undefined }
  | { readonly store: FileStore; readonly workspace?: undefined }
) & {
  /** Hits of one answer at most; default 200. */
  readonly maxHits?: number | undefined;
  /** Bytes of one shown line at most; default 1 KiB. */
  readonly maxBytesPerLine?: number | undefined;
  /**
   * Hides secrets in the lines that are shown; default none. NOT guaranteed: that a search cannot tell whether a guess of
   * a secret is right, since lines are searched as they are.
   */
  readonly redact?: Redactor | undefined;
};

const OPTION_NAMES: readonly string[] = /* @__PURE__ */ Object.keys({
  workspace: true,
  store: true,
  maxHits: true,
  maxBytesPerLine: true,
  redact: true,
} satisfies Record<keyof GrepToolOptions, true>);

/** The grep tool. */
export type GrepTool = FileTool<GrepInput, GrepOutput | ToolFailure>;

const grepInputSchema = (): z.Schema<GrepInput> =>
  z.object({
    pattern: z.string(),
    path: z.string().optional().describe("File or directory"),
    regex: z.boolean().optional(),
    ignoreCase: z.boolean().optional(),
    glob: z.string().optional().describe("Such as *.ts; ! excludes"),
    context: z.int().min(0).optional().describe("Lines around a hit"),
    multiline: z.boolean().optional(),
    mode: z.oneOf(["content", "files", "count"]).optional(),
    offset: z.int().min(0).optional().describe("Hits to skip"),
    limit: z.int().min(1).optional().hidden(),
    respectGitIgnore: z.boolean().optional().hidden(),
  });

/** In some tools `regex` is the pattern. */
function normalizeGrepFields(fields: Fields): Fields {
  const regex = coerceInput(fields["regex"], { type: "boolean" });
  const isPattern = typeof regex === "string" && regex !== "" && fields["pattern"] === undefined;
  const glob = fields["glob"] === undefined ? {} : { glob: readGlobList(fields["glob"]) };
  return { ...fields, ...glob, ...(isPattern ? { pattern: regex, regex: true } : {}) };
}

type Search = (request: StoreSearchRequest, call: ToolCall) => Promise<StoreSearchResult>;
type Hide = (hits: readonly GrepOutputHit[], call: ToolCall) => Promise<readonly GrepOutputHit[]>;

interface GrepLimits {
  readonly maxHits: number;
  readonly maxBytesPerLine: number;
}

/**
 * Creates the tool that searches file contents.
 * @throws {TypeError} when an option is wrong
 */
export function createGrepTool(options: GrepToolOptions): GrepTool {
  assertKnownOptions("createGrepTool", options, OPTION_NAMES);
  const settings = resolveGrepSettings(options);
  return defineTool<GrepInput, GrepOutput>({
    description:
      `Searches file contents, ignored files left out; at most ${settings.limits.maxHits} hits a call. ` +
      `pattern is literal text unless regex is true (Rust syntax, no look-around).`,
    input: grepInputSchema(),
    normalize: normalizeGrepFields,
    output: grepOutputSchema(),
    run: (input, call) => runGrep(input, call, settings),
    touches: async ({ path = "." }, { signal }) => [await touchTree({ store: settings.store, path, signal })],
    present: presentGrep,
  });
}

function createSearch({ workspace, store }: GrepToolOptions): Search {
  if (workspace !== undefined) {
    assertWorkspace(workspace, "fs");
    return ({ pattern, ...request }, { toolCallId }) => workspace.forRequest({ toolCallId }).fs.grep(pattern, request);
  }
  assertStore(store);
  return async ({ path, ...request }, call) => {
    const named = path === undefined ? {} : await withGivenPath({ path }, store, call);
    return searchStore(storeForRequest(store, call), { ...request, ...named });
  };
}

function createHide(searched: FileStore, redact: Redactor | undefined): Hide {
  assertRedactor(redact);
  if (redact === undefined) return async (hits) => hits;
  return async (hits, call) => {
    const { redactHits } = await import("./secrets/redact-hits.js");
    return redactHits(hits, { store: storeForRequest(searched, call), redactor: redact, signal: call.signal });
  };
}

/** How one tool searches. */
export interface GrepSettings {
  readonly store: FileStore;
  readonly search: Search;
  readonly hide: Hide;
  readonly limits: GrepLimits;
  /** Absolute path that paths may begin with; `undefined` for a store. */
  readonly root: string | undefined;
}

/**
 * Resolves what a tool needs to search.
 * @throws {TypeError} when an option is wrong
 */
export function resolveGrepSettings(options: GrepToolOptions): GrepSettings {
  const search = createSearch(options);
  const store = options.workspace === undefined ? options.store : new WorkspaceFileStore(options.workspace);
  return {
    store,
    search,
    hide: createHide(store, options.redact),
    root: options.workspace?.root,
    limits: {
      maxHits: resolveLimit("maxHits", options.maxHits, MAX_GREP_HITS),
      maxBytesPerLine: resolveLimit("maxBytesPerLine", options.maxBytesPerLine, MAX_GREP_LINE_BYTES),
    },
  };
}

/** Searches file contents and answers one page of what was found. */
export async function runGrep(
  input: GrepInput,
  call: ToolCall,
  { search, hide, limits, root }: GrepSettings,
): Promise<GrepOutput> {
  const { offset = 0 } = input;
  const context = Math.min(input.context ?? 0, MAX_GREP_CONTEXT_LINES);
  const { maxBytesPerLine } = limits;
  const limit = Math.min(input.limit ?? limits.maxHits, limits.maxHits);
  const request = { ...nameIgnored(input), context, offset, limit, maxBytesPerLine, signal: call.signal };
  const tried = await searchAgain(request, root, (one) => search(one, call));
  const { result } = tried;
  const notes = [...(result.notes ?? []), ...tried.notes];
  const found = takeUpTo(result.hits.map(toOutputHit), limits.maxHits * limits.maxBytesPerLine);
  const hits = await hide(found, call);
  const truncated = result.truncated || hits.length < result.hits.length;
  const shown = result.files?.length ?? hits.length;
  return {
    hits,
    ...(result.files === undefined ? {} : { files: result.files }),
    ...describePage(offset, shown, truncated),
    ...describeSkipped(result),
    ...(result.timedOut === undefined ? {} : { timedOut: result.timedOut }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(result.partlyApplied === undefined ? {} : { partlyApplied: result.partlyApplied }),
    ...(shown === 0 ? { searched: tried.searched } : {}),
    ...(tried.asRegex ? { asRegex: true } : {}),
    ...(isSame(found, hits) ? {} : { redacted: true }),
  };
}

function nameIgnored({ respectGitIgnore, ...asked }: GrepInput): Omit<StoreSearchRequest, "signal"> {
  return respectGitIgnore === false ? { ...asked, includeIgnored: true } : asked;
}

function isSame(found: readonly GrepOutputHit[], shown: readonly GrepOutputHit[]): boolean {
  const join = ({ text, before = [], after = [] }: GrepOutputHit): string => [...before, text, ...after].join("\n");
  return found.every((hit, index) => hit === shown[index] || join(hit) === join(shown[index] ?? hit));
}

/** Takes the hits that fit into a budget, at least one, so that context lines cannot flood the model. */
function takeUpTo(hits: readonly GrepOutputHit[], maxBytes: number): readonly GrepOutputHit[] {
  if (hits.every(hasNoContext) && hits.reduce((sum, { text }) => sum + boundUtf8Length(text), 0) <= maxBytes)
    return hits;
  let freeBytes = maxBytes;
  const end = hits.findIndex((hit) => {
    freeBytes -= [hit.text, ...(hit.before ?? []), ...(hit.after ?? [])].reduce(
      (sum, line) => sum + utf8Length(line),
      0,
    );
    return freeBytes < 0;
  });
  return end === -1 ? hits : hits.slice(0, Math.max(1, end));
}

function hasNoContext({ before, after }: GrepOutputHit): boolean {
  return before === undefined && after === undefined;
}

function toOutputHit({ path, line, text, before, after }: StoreSearchHit): GrepOutputHit {
  return { path, line, text, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

function describeSkipped(result: StoreSearchResult): Pick<GrepOutput, "skipped" | "skippedCount"> {
  const { skipped, skippedCount = skipped.length } = result;
  if (skipped.length === 0) return {};
  return { skipped: skipped.slice(0, MAX_SHOWN_SKIPPED), skippedCount };
}
