// What the routes answer about a file that they wrote.

import { isFsError } from "../errors.js";
import { BINARY_PROBE_BYTES } from "../limits.js";
import * as z from "../tools/definition/schema.js";
import type { WorkspaceFileSystem, WriteResult } from "../workspace/interfaces/workspace.js";
import { findShownPath, hashFields, wholeNumber } from "./fields.js";

/** How a text stands in its file. */
interface TextFacts {
  readonly encoding: string | null;
  readonly bom: boolean;
  readonly lineEnding: string | null;
  readonly matchedIgnore: boolean | null;
}

const NO_TEXT: TextFacts = { encoding: null, bom: false, lineEnding: null, matchedIgnore: null };

/** Describes the fields that every answer about a written file has. */
export function writtenFields(): Readonly<Record<string, z.Schema<unknown>>> {
  return {
    path: z.string(),
    created: z.boolean(),
    sizeBytes: wholeNumber(0),
    sha256: z.string(),
    hash: z.string(),
    encoding: z.string().nullable().describe("null when what was written is no text"),
    bom: z.boolean(),
    lineEnding: z.string().nullable(),
    matchedIgnore: z.boolean().nullable(),
  };
}

/** Looks at the start of the file. What is no text, or gone already, has no facts. */
async function readFacts(fs: WorkspaceFileSystem, path: string, signal: AbortSignal): Promise<TextFacts> {
  try {
    const { meta } = await fs.readText(path, { maxBytes: BINARY_PROBE_BYTES, signal });
    const { encoding, bom, lineEnding, matchedIgnore } = meta;
    return { encoding, bom, lineEnding, matchedIgnore: matchedIgnore ?? null };
  } catch (error) {
    if (isFsError(error)) return NO_TEXT;
    throw error;
  }
}

/**
 * Describes a file that was just written. Size and hash are of what was written; the rest is of what is there now, which
 * somebody else may have changed already.
 */
export async function describeWritten(
  fs: WorkspaceFileSystem,
  path: string,
  written: { readonly result: WriteResult; readonly signal: AbortSignal },
): Promise<Record<string, unknown>> {
  const { result, signal } = written;
  return {
    path: await findShownPath(fs, path, signal),
    created: result.created,
    sizeBytes: result.bytesWritten,
    ...hashFields(result.sha256),
    ...(await readFacts(fs, path, signal)),
  };
}
