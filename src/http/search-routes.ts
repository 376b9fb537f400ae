// The routes that find files by name and lines by content.

import { HTTP_GLOB_PATHS, MAX_GREP_CONTEXT_LINES, MAX_HTTP_GLOB_PATHS, MAX_HTTP_GREP_HITS } from "../limits.js";
import * as z from "../tools/definition/schema.js";
import { createJsonAnswer } from "./answer.js";
import { NO_BODY } from "./body-reader.js";
import { findShownPath, pathField, wholeNumber } from "./fields.js";
import { openGrepLines } from "./grep-lines.js";
import { defineRoute, type Route } from "./route.js";

const NDJSON = "application/x-ndjson";

function isFlag(description: string): z.Schema<boolean | undefined, true> {
  return z.boolean().optional().describe(description);
}

const createGlobAnswer = (): z.Schema<unknown> =>
  z.object({
    kind: z.literal("glob"),
    pattern: z.string(),
    cwd: z.string(),
    matches: z.array(z.string()),
    count: wholeNumber(0),
    truncated: z.boolean(),
    nextOffset: wholeNumber(0).nullable(),
    durationMs: wholeNumber(0),
    partlyApplied: z.array(z.string()).optional(),
    skipped: z.array(z.object({ path: z.string(), reason: z.string() })).optional(),
  });

/** Writes an absolute pattern as answers write paths: relative to the root. */
function showPattern(pattern: string, root: string): string {
  return pattern.startsWith(`${root}/`) ? pattern.slice(root.length + 1) : pattern;
}

/** `GET /glob`: files by pattern. */
export function createGlobRoute(): Route {
  return defineRoute({
    method: "GET",
    path: "/glob",
    capability: "workspace_file_read",
    isWalk: true,
    summary: "Finds files by a pattern, newest first",
    answers: { 200: [{ description: "The files", mediaType: "application/json", node: createGlobAnswer().node }] },
    query: z.object({
      pattern: z.string().describe("Relative to cwd, such as src/**/*.ts"),
      cwd: pathField("Directory that the pattern starts from").optional(),
      includeIgnored: isFlag("Finds what ignore rules hide"),
      maxResults: wholeNumber(1, MAX_HTTP_GLOB_PATHS).optional().describe("Paths at most"),
      offset: wholeNumber(0).optional().describe("Paths to skip"),
      sort: z.oneOf(["mtime", "path"]).optional(),
    }),
    body: NO_BODY,
    handle: async ({ query, fs, signal, workspace }) => {
      const startedMs = performance.now();
      const { pattern, cwd = ".", maxResults = HTTP_GLOB_PATHS, ...options } = query;
      const { paths, truncated, partlyApplied, skipped } = await fs.glob(pattern, {
        ...options,
        cwd,
        limit: maxResults,
        signal,
      });
      const body = {
        kind: "glob",
        pattern: showPattern(pattern, workspace.root),
        cwd: await findShownPath(fs, cwd, signal),
        matches: paths,
        count: paths.length,
        truncated,
        nextOffset: truncated && paths.length > 0 ? (options.offset ?? 0) + paths.length : null,
        durationMs: Math.round(performance.now() - startedMs),
        ...(partlyApplied === undefined ? {} : { partlyApplied }),
        ...(skipped === undefined ? {} : { skipped }),
      };
      return createJsonAnswer(body);
    },
  });
}

/** `GET /grep`: lines by content, one JSON object a line. */
export function createGrepRoute(): Route {
  return defineRoute({
    method: "GET",
    path: "/grep",
    capability: "workspace_file_read",
    isWalk: true,
    summary:
      "Finds lines; streams one JSON object a line: hits (or files), and at the end what the search says of itself",
    answers: { 200: [{ description: "Objects with the kinds hit, file, end and error", mediaType: NDJSON }] },
    query: z.object({
      pattern: z.string().describe("Literal text unless regex is set"),
      path: pathField("File or directory").optional(),
      regex: isFlag("Reads the pattern as a regular expression in the syntax of Rust's regex"),
      ignoreCase: isFlag("Ignores case"),
      multiline: isFlag("Lets a match run across lines"),
      glob: z.string().optional().describe("Files to search; a leading ! excludes"),
      mode: z.oneOf(["content", "files", "count"]).optional(),
      context: wholeNumber(0, MAX_GREP_CONTEXT_LINES).optional().describe("Lines before and after each hit"),
      limit: wholeNumber(1, MAX_HTTP_GREP_HITS).optional().describe("Hits or files at most"),
      offset: wholeNumber(0).optional().describe("Hits or files to skip"),
      includeIgnored: isFlag("Searches what ignore rules hide"),
    }),
    body: NO_BODY,
    handle: async ({ query, workspace, signal, request, takeTurn }) => {
      const lines = await openGrepLines(workspace, { ...query, signal }, takeTurn);
      const headers = { "Content-Type": `${NDJSON}; charset=utf-8` };
      return { status: 200, headers, body: request.method === "HEAD" ? null : lines() };
    },
  });
}
