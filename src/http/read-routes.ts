// The routes that show one file as text, what is at a path, and what is in a directory.

import { FsError } from "../errors.js";
import { MAX_READ_LINES } from "../limits.js";
import * as z from "../tools/definition/schema.js";
import type { WorkspaceLimits } from "../workspace/interfaces/workspace.js";
import { createEmptyAnswer, createJsonAnswer } from "./answer.js";
import { NO_BODY } from "./body-reader.js";
import { namesTag, parseTagList, quoteTag } from "./entity-tag.js";
import { fileTypeField, findShownPath, hashFields, nameFileType, pathField, wholeNumber } from "./fields.js";
import { defineRoute, type Route } from "./route.js";

const TEXT_KIND = "file";

const isFlag = (description: string): z.Schema<boolean | undefined, true> =>
  z.boolean().optional().describe(description);

const createFileAnswer = (): z.Schema<unknown> =>
  z.object({
    kind: z.literal(TEXT_KIND),
    path: z.string(),
    content: z.string().describe("Without the byte order mark; each line with its own ending"),
    encoding: z.string(),
    bom: z.boolean(),
    lineEnding: z.oneOf(["lf", "crlf", "mixed", "none"]),
    sizeBytes: wholeNumber(0).describe("Of the whole file"),
    returnedBytes: wholeNumber(0).describe("Of the content, as UTF-8"),
    truncated: z.boolean(),
    sha256: z.string().optional().describe("Of the whole file's bytes, when all of it was read"),
    hash: z.string().optional(),
    matchedIgnore: z.boolean().nullable().describe("An ignore rule hides the file from list, glob and grep"),
    originalLineCount: wholeNumber(0).nullable().describe("Lines of the whole file, where that is known"),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean(),
  });

/** `GET /file`: a text file, or a window of one. */
export function createFileRoute(limits: WorkspaceLimits): Route {
  return defineRoute({
    method: "GET",
    path: "/file",
    capability: "workspace_file_read",
    summary: "Reads a text file, or a window of lines",
    headers: { "If-None-Match": "Answers 304 when the whole file is the version that is named" },
    answers: {
      200: [{ description: "The text", mediaType: "application/json", node: createFileAnswer().node }],
      304: [{ description: "The version that If-None-Match names" }],
    },
    query: z.object({
      path: pathField("Relative to the workspace"),
      line: wholeNumber(1).optional().describe("First line, 1-based; excludes cursor"),
      limit: wholeNumber(1, MAX_READ_LINES).optional().describe("Lines at most"),
      maxBytes: wholeNumber(1, limits.maxReadBytes).optional().describe("Bytes at most"),
      cursor: z.string().optional().describe("The nextCursor of an earlier answer"),
    }),
    body: NO_BODY,
    handle: async ({ query: { path, ...window }, fs, signal, request }) => {
      const known = parseTagList("If-None-Match", request.headers.get("if-none-match"));
      const { content, meta } = await fs.readText(path, { ...window, signal });
      const headers = meta.sha256 === undefined ? {} : { ETag: quoteTag(meta.sha256) };
      if (meta.sha256 !== undefined && namesTag(known, meta.sha256)) return createEmptyAnswer(304, headers);
      const { lineCount, sha256, nextCursor, matchedIgnore, truncated, ...facts } = meta;
      const body = {
        kind: TEXT_KIND,
        path: await findShownPath(fs, path, signal),
        content,
        ...facts,
        returnedBytes: Buffer.byteLength(content),
        truncated,
        ...(sha256 === undefined ? {} : hashFields(sha256)),
        matchedIgnore: matchedIgnore ?? null,
        originalLineCount: lineCount ?? null,
        nextCursor: nextCursor ?? null,
        hasMore: truncated,
      };
      return createJsonAnswer(body, { headers });
    },
  });
}

const createStatAnswer = (): z.Schema<unknown> =>
  z.object({
    kind: z.literal("stat"),
    path: z.string(),
    type: fileTypeField(),
    sizeBytes: wholeNumber(0),
    modifiedMs: z.number(),
  });

/** `GET /stat`: what is at a path. */
export function createStatRoute(): Route {
  return defineRoute({
    method: "GET",
    path: "/stat",
    capability: "workspace_file_read",
    summary: "Describes what is at a path, following links that stay inside",
    answers: {
      200: [{ description: "The description", mediaType: "application/json", node: createStatAnswer().node }],
    },
    query: z.object({ path: pathField("Relative to the workspace") }),
    body: NO_BODY,
    handle: async ({ query: { path }, fs, signal }) => {
      const stat = await fs.stat(path, { signal });
      if (stat === null) {
        throw new FsError("path_not_found", "nothing is there", {
          hint: "List the parent directory to see what exists.",
        });
      }
      const { type, size, mtime } = stat;
      const body = { kind: "stat", path: stat.path, type: nameFileType(type), sizeBytes: size, modifiedMs: mtime };
      return createJsonAnswer(body);
    },
  });
}

const createListAnswer = (): z.Schema<unknown> =>
  z.object({
    kind: z.literal("list"),
    path: z.string(),
    entries: z.array(
      z.object({
        name: z.string(),
        kind: fileTypeField(),
        sizeBytes: wholeNumber(0),
        modifiedMs: z.number(),
        ignored: z.boolean(),
      }),
    ),
    total: wholeNumber(0),
    truncated: z.boolean(),
    nextOffset: wholeNumber(0).nullable(),
    matchedIgnore: z.boolean().nullable(),
    partlyApplied: z.array(z.string()).optional(),
  });

/** `GET /list`: one page of a directory. */
export function createListRoute(limits: WorkspaceLimits): Route {
  return defineRoute({
    method: "GET",
    path: "/list",
    capability: "workspace_file_read",
    summary: "Lists a directory: directories first, then by name",
    answers: { 200: [{ description: "One page", mediaType: "application/json", node: createListAnswer().node }] },
    query: z.object({
      path: pathField("Relative to the workspace; the root when absent").optional(),
      includeIgnored: isFlag("Shows what ignore rules hide, marked"),
      offset: wholeNumber(0).optional().describe("Entries to skip"),
      limit: wholeNumber(1, limits.maxListEntries).optional().describe("Entries at most"),
    }),
    body: NO_BODY,
    handle: async ({ query: { path = ".", ...page }, fs, signal }) => {
      const { entries, total, truncated, partlyApplied } = await fs.list(path, { ...page, signal });
      const body = {
        kind: "list",
        path: await findShownPath(fs, path, signal),
        entries: entries.map(({ name, type, size, mtime, ignored }) => {
          return { name, kind: nameFileType(type), sizeBytes: size, modifiedMs: mtime, ignored: ignored === true };
        }),
        total,
        truncated,
        nextOffset: truncated && entries.length > 0 ? (page.offset ?? 0) + entries.length : null,
        matchedIgnore: null,
        ...(partlyApplied === undefined ? {} : { partlyApplied }),
      };
      return createJsonAnswer(body);
    },
  });
}
