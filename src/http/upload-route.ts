// The route that takes bytes for a new file, and never the place of an old one.

import { FsError, isFsError } from "../errors.js";
import { MAX_UPLOAD_NAMES } from "../limits.js";
import * as z from "../tools/definition/schema.js";
import type { WorkspaceFileSystem, WorkspaceLimits, WriteResult } from "../workspace/interfaces/workspace.js";
import { createJsonAnswer } from "./answer.js";
import { createBytesBody } from "./body-reader.js";
import { quoteTag } from "./entity-tag.js";
import { findShownPath, hashFields, pathField, wholeNumber } from "./fields.js";
import { defineRoute, type Route } from "./route.js";

interface Upload {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

/** Puts a number in front of the last ending of a name: `notes (2).md`. */
function numberName(path: string, count: number): string {
  if (count === 0) return path;
  const [, stem = path, ending = ""] = /^(.*[^/])(\.[^./]+)$/s.exec(path) ?? [];
  return `${stem} (${count})${ending}`;
}

async function tryWrite(fs: WorkspaceFileSystem, upload: Upload): Promise<WriteResult | null> {
  const { path, bytes, signal } = upload;
  try {
    return await fs.writeBytes(path, bytes, { expectedSha256: null, createParents: true, signal });
  } catch (error) {
    if (isFsError(error) && error.kind === "file_already_exists") return null;
    throw error;
  }
}

/** Answers the first name that was free, and what was written there. */
async function writeToFreeName(
  fs: WorkspaceFileSystem,
  upload: Upload,
  maxNames: number,
): Promise<{ readonly path: string; readonly result: WriteResult }> {
  for (let count = 0; count < maxNames; count += 1) {
    const path = numberName(upload.path, count);
    const result = await tryWrite(fs, { ...upload, path });
    if (result !== null) return { path, result };
  }
  throw new FsError("file_already_exists", "something is already there", {
    hint: "Nothing was written. Choose another name.",
  });
}

/** `POST /file/upload`: bytes as a new file, under a numbered name where its own is taken. */
export function createUploadRoute(limits: WorkspaceLimits): Route {
  const answer = z.object({
    kind: z.literal("file_upload"),
    path: z.string().describe("Where the bytes are now"),
    sizeBytes: wholeNumber(0),
    sha256: z.string(),
    hash: z.string(),
  }).node;
  return defineRoute({
    method: "POST",
    path: "/file/upload",
    capability: "workspace_file_write",
    summary: "Stores bytes as a new file; a number is put into its name when that is taken",
    headers: { "If-None-Match": "* refuses to number: the name must be free" },
    answers: { 201: [{ description: "The file was created", mediaType: "application/json", node: answer }] },
    query: z.object({ path: pathField("Relative to the workspace; missing directories are made") }),
    body: createBytesBody(limits.maxWriteBytes),
    handle: async ({ query, body: bytes, fs, request, signal }) => {
      const isExact = request.headers.get("if-none-match") !== null;
      const upload = { path: query.path, bytes, signal };
      const { path, result } = await writeToFreeName(fs, upload, isExact ? 1 : MAX_UPLOAD_NAMES);
      const body = {
        kind: "file_upload",
        path: await findShownPath(fs, path, signal),
        sizeBytes: result.bytesWritten,
        ...hashFields(result.sha256),
      };
      return createJsonAnswer(body, { status: 201, headers: { ETag: quoteTag(result.sha256) } });
    },
  });
}
