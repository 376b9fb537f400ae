// The routes that change a file: writing all of it, and replacing one text in it.

import * as z from "../tools/definition/schema.js";
import type { WorkspaceLimits, WriteResult } from "../workspace/interfaces/workspace.js";
import { createJsonAnswer } from "./answer.js";
import { createJsonBody } from "./body-reader.js";
import { describeWritten, writtenFields } from "./describe-written.js";
import { quoteTag } from "./entity-tag.js";
import { pathField, wholeNumber } from "./fields.js";
import { defineRoute, type Route, type RouteCall } from "./route.js";
import { encodeAsAsked, formatLineEndings, type TextForm } from "./text-encoding.js";
import {
  assertNoCreation,
  type ConditionContext,
  type ConditionFields,
  resolveCondition,
  resolveExpected,
  type WriteMode,
} from "./write-condition.js";

/** Escapes make JSON larger than its text, and an edit has two texts. */
const JSON_BYTES_PER_TEXT_BYTE = 2;

const TAG_HEADERS: Readonly<Record<string, string>> = {
  "If-Match": "The same as expectedSha256: a tag that a read answered, or *",
};

function hashField(): z.Schema<string | undefined, true> {
  return z.string().optional().describe("Refuses the change if the file has another sha256");
}

interface WriteBody extends TextForm, ConditionFields {
  readonly createParents?: boolean | undefined;
}

function writeBodySchema(): z.Schema<WriteBody> {
  return z.object({
    path: pathField("Relative to the workspace"),
    content: z.string(),
    mode: z
      .oneOf<WriteMode>(["create", "overwrite", "replace"])
      .optional()
      .describe("replace needs a hash; may be left out when If-Match or If-None-Match says it"),
    expectedSha256: hashField(),
    expectedHash: hashField(),
    createParents: z.boolean().optional().describe("Creates missing directories"),
    encoding: z.string().optional().describe("Default that of the file, or utf-8"),
    bom: z.boolean().optional(),
    lineEnding: z.oneOf<"lf" | "crlf">(["lf", "crlf"]).optional().describe("Default as they are in content"),
  });
}

function contextOf(call: RouteCall<unknown, unknown>): ConditionContext {
  const { fs, request, signal, workspace } = call;
  return { fs, headers: request.headers, signal, maxHashedBytes: workspace.limits.maxReadBytes };
}

async function writeContent(call: RouteCall<unknown, WriteBody>, mode: WriteMode, hash?: string): Promise<WriteResult> {
  const { body, fs, signal } = call;
  const { path, createParents } = body;
  const bytes = encodeAsAsked(body);
  if (bytes === null) {
    const options = { mode, expectedSha256: hash, createParents, signal };
    return fs.writeTextAtomic(path, formatLineEndings(body), options);
  }
  return fs.writeBytes(path, bytes, { expectedSha256: mode === "create" ? null : hash, createParents, signal });
}

/** `POST /file/write`: creates or replaces a file. */
export function createWriteRoute(limits: WorkspaceLimits): Route {
  const answer = z.object({ kind: z.literal("file_write"), mode: z.string(), ...writtenFields() }).node;
  return defineRoute({
    method: "POST",
    path: "/file/write",
    capability: "workspace_file_write",
    summary: "Creates or replaces a text file in one step",
    headers: { ...TAG_HEADERS, "If-None-Match": "* is the same as mode create" },
    answers: {
      200: [{ description: "The file was replaced", mediaType: "application/json", node: answer }],
      201: [{ description: "The file was created", mediaType: "application/json", node: answer }],
    },
    query: z.object({}),
    body: createJsonBody(writeBodySchema(), JSON_BYTES_PER_TEXT_BYTE * limits.maxWriteBytes),
    handle: async (call) => {
      const { body, fs, signal } = call;
      const { mode, expectedSha256 } = await resolveCondition(body, contextOf(call));
      const result = await writeContent(call, mode, expectedSha256);
      const described = await describeWritten(fs, body.path, { result, signal });
      return createJsonAnswer(
        { kind: "file_write", mode, ...described },
        { status: result.created ? 201 : 200, headers: { ETag: quoteTag(result.sha256) } },
      );
    },
  });
}

/** `POST /file/edit`: replaces one text that occurs exactly once. */
export function createEditRoute(limits: WorkspaceLimits): Route {
  const answer = z.object({
    kind: z.literal("file_edit"),
    replacements: wholeNumber(1),
    firstChangedLine: wholeNumber(1),
    matchedBy: z.string().describe("How loosely the text was found; exact is not at all"),
    ...writtenFields(),
  }).node;
  return defineRoute({
    method: "POST",
    path: "/file/edit",
    capability: "workspace_file_write",
    summary: "Replaces one text that occurs exactly once",
    headers: TAG_HEADERS,
    answers: { 200: [{ description: "The file was changed", mediaType: "application/json", node: answer }] },
    query: z.object({}),
    body: createJsonBody(
      z.object({
        path: pathField("Relative to the workspace"),
        oldText: z.string(),
        newText: z.string(),
        expectedSha256: hashField(),
        expectedHash: hashField(),
      }),
      JSON_BYTES_PER_TEXT_BYTE * limits.maxWriteBytes,
    ),
    handle: async (call) => {
      const { body, fs, request, signal } = call;
      const { path, oldText, newText } = body;
      assertNoCreation(request.headers);
      const expectedSha256 = await resolveExpected(body, contextOf(call));
      const result = await fs.edit(path, { oldText, newText, expectedSha256 }, { signal });
      const { firstChangedLine, matchedBy } = result;
      const described = await describeWritten(fs, path, { result, signal });
      return createJsonAnswer(
        { kind: "file_edit", replacements: 1, firstChangedLine, matchedBy, ...described },
        { headers: { ETag: quoteTag(result.sha256) } },
      );
    },
  });
}
