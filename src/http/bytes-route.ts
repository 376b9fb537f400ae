// The route that shows bytes of a file: as JSON with base64, or as they are, with ranges as HTTP has them.

import { MAX_HTTP_STREAMS } from "../limits.js";
import * as z from "../tools/definition/schema.js";
import type { WorkspaceLimits } from "../workspace/interfaces/workspace.js";
import { type Answer, createEmptyAnswer, createJsonAnswer } from "./answer.js";
import { type BodyBudget, createBodyBudget } from "./body-budget.js";
import { NO_BODY } from "./body-reader.js";
import { createBody } from "./byte-stream.js";
import { quoteTag } from "./entity-tag.js";
import { hashFields, pathField, wholeNumber } from "./fields.js";
import { type FileVersion, type OpenVersion, openVersion, readVersion } from "./file-version.js";
import { RequestRefusal } from "./http-error.js";
import { createPace } from "./paced-chunks.js";
import { defineRoute, type Route } from "./route.js";
import { chooseBytes, RAW_TYPE } from "./select-bytes.js";

const createAnswer = (): z.Schema<unknown> =>
  z.object({
    kind: z.literal("file_bytes"),
    path: z.string(),
    offset: wholeNumber(0),
    sizeBytes: wholeNumber(0).describe("Of the whole file"),
    returnedBytes: wholeNumber(0),
    truncated: z.boolean().describe("The bytes do not reach the end of the file"),
    contentBase64: z.string(),
    sha256: z.string().optional().describe("Of the whole file, when all of it is here"),
    hash: z.string().optional(),
  });

function createHeaders({ tag }: FileVersion): Record<string, string> {
  return { ETag: quoteTag(tag), "Accept-Ranges": "bytes", Vary: "Accept, Range" };
}

function createUnsatisfiable({ sizeBytes }: FileVersion): RequestRefusal {
  return new RequestRefusal("range_not_satisfiable", `the file has ${sizeBytes} bytes`, {
    hint: "Ask for bytes that are there.",
    headers: { "Content-Range": `bytes */${sizeBytes}` },
  });
}

function answerJson(version: FileVersion, range: { readonly start: number; readonly end: number }): Answer {
  const { path, sizeBytes, tag, bytes = new Uint8Array() } = version;
  const body = {
    kind: "file_bytes",
    path,
    offset: range.start,
    sizeBytes,
    returnedBytes: bytes.length,
    truncated: range.end < sizeBytes,
    contentBase64: Buffer.from(bytes).toString("base64"),
    ...(bytes.length === sizeBytes ? hashFields(tag) : {}),
  };
  return createJsonAnswer(body, { headers: createHeaders(version) });
}

/** Takes one of the places for files that are streamed; gives the file up when there is none. */
async function streamBody(chunks: AsyncIterator<Uint8Array>, streams: BodyBudget): Promise<ReadableStream<Uint8Array>> {
  const place = streams.open();
  try {
    place.take(1);
  } catch (error) {
    await chunks.return?.();
    throw error;
  }
  return createBody(chunks, place.release);
}

async function answerRaw(
  { version, chunks }: OpenVersion,
  { isHead, streams }: { readonly isHead: boolean; readonly streams: BodyBudget },
): Promise<Answer> {
  const { selection, sizeBytes, bytes = new Uint8Array() } = version;
  if (selection.kind !== "bytes") throw createUnsatisfiable(version);
  const { start, end } = selection.range;
  const headers = {
    ...createHeaders(version),
    "Content-Type": RAW_TYPE,
    "Content-Length": String(end - start),
    "Content-Disposition": "attachment",
    ...(selection.isPart ? { "Content-Range": `bytes ${start}-${end - 1}/${sizeBytes}` } : {}),
  };
  const body = chunks === undefined ? Buffer.from(bytes) : await streamBody(chunks, streams);
  return { status: selection.isPart ? 206 : 200, headers, body: isHead ? null : body };
}

/** `GET /file/bytes`: bytes of a file. */
export function createBytesRoute(limits: WorkspaceLimits): Route {
  const streams = createBodyBudget(MAX_HTTP_STREAMS);
  const pace = createPace();
  const json = { description: "Bytes in base64", mediaType: "application/json", node: createAnswer().node };
  return defineRoute({
    method: "GET",
    path: "/file/bytes",
    capability: "workspace_file_bytes",
    summary: "Reads bytes of a file: in JSON, or with Range or Accept: application/octet-stream as they are",
    headers: {
      Range: "One range of bytes; the answer is the bytes as they are",
      "If-Range": "The tag of the version that the range is of",
      "If-None-Match": "Answers 304 when the file is the version that is named",
    },
    answers: {
      200: [json, { description: "The bytes as they are", mediaType: RAW_TYPE }],
      206: [{ description: "A range", mediaType: RAW_TYPE }],
      304: [{ description: "The version that If-None-Match names" }],
    },
    query: z.object({
      path: pathField("Relative to the workspace"),
      offset: wholeNumber(0).optional().describe("First byte, 0-based"),
      length: wholeNumber(0).optional().describe("Bytes at most; 64 KiB when absent, unless they come as they are"),
      maxBytes: wholeNumber(1, limits.maxReadBytes).optional().describe("The same as length"),
    }),
    body: NO_BODY,
    handle: async ({ query, fs, request, signal }) => {
      const maxHeldBytes = limits.maxReadBytes;
      const { isRaw, select } = chooseBytes(query, request.headers, maxHeldBytes);
      const wanted = { path: query.path, signal, maxHeldBytes, select };
      const isHead = request.method === "HEAD";
      const open: OpenVersion = isHead ? { version: await readVersion(fs, wanted) } : await openVersion(fs, wanted);
      const { selection } = open.version;
      if (selection.kind === "unchanged") return createEmptyAnswer(304, createHeaders(open.version));
      if (selection.kind === "bytes" && !isRaw) return answerJson(open.version, selection.range);
      return answerRaw(open.chunks === undefined ? open : { ...open, chunks: pace(open.chunks, signal) }, {
        isHead,
        streams,
      });
    },
  });
}
