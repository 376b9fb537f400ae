// One path that a patch names: let through as for a change, and read. A refusal is kept, to be told with all others.

import { basename } from "node:path";
import { FsError, isFsError } from "../../errors.js";
import { sha256Of } from "../../text/sha256.js";
import { createErrno, createNotFileErrno } from "../directories/errno.js";
import type { Access, Gate } from "../gate/gate.js";
import { assertNewName, createNotFoundError } from "../paths/not-found.js";
import { isAbsolutePath } from "../paths/paths.js";
import type { Place } from "../paths/place.js";
import type { WholeFile } from "../reading/read-file.js";
import { createExistsError, createMismatchError } from "../writing/atomic-write.js";
import { readCurrent } from "../writing/current-file.js";
import { assertNamesFile } from "../writing/write-target.js";

/** A path of a patch as it was found. */
export interface PatchTarget {
  /** The path as the patch gives it. */
  readonly given: string;
  /** The name that results use; for what was refused as near to it as can be told. */
  readonly path: string;
  /** `null`: nothing is there. */
  readonly content: Uint8Array | null;
  /** Lower-case hex sha256 of the content. */
  readonly sha256: string | null;
  /** The name from the whole root, however narrow the request sees it. */
  readonly pathFromRoot?: string | undefined;
  /** Permission bits of what is there. */
  readonly mode?: number | undefined;
  /** Why the path cannot be changed. */
  readonly refusal?: FsError;
  /** What is said where the file would have to be there and is not. */
  readonly missing?: FsError;
}

/** Says which path is looked at, and what may be there. */
export interface TargetRequest {
  readonly given: string;
  readonly maxFileBytes: number;
  /** The patch makes a file there. */
  readonly isNew: boolean;
  /** Lower-case hex sha256; `null`: nothing; `undefined`: anything. */
  readonly expectedSha256: string | null | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Looks at a path of a patch. Rejects only with the signal's reason. */
export async function findPatchTarget(gate: Gate, request: TargetRequest): Promise<PatchTarget> {
  const { given, signal } = request;
  try {
    return await gate.access({ path: given, intent: "edit", signal }, (access) => readTarget(access, request));
  } catch (error) {
    signal?.throwIfAborted();
    if (!isFsError(error)) throw error;
    return { given, path: error.path ?? showGiven(given), content: null, sha256: null, refusal: error };
  }
}

/** Names what lies in no root by its last component: where else it lies on the host is nobody's business. */
function showGiven(given: string): string {
  return isAbsolutePath(given) ? `…/${basename(given)}` : given;
}

async function readTarget({ place, facts }: Access, request: TargetRequest): Promise<PatchTarget> {
  const { given, signal } = request;
  if (request.isNew) assertNewName(place);
  const whole = await readFileAt(place, request.maxFileBytes, signal);
  const content = whole?.bytes ?? null;
  const sha256 = content === null ? null : sha256Of(content);
  if (content !== null) facts.bytesRead = content.length;
  assertVersion(place.path, sha256, request.expectedSha256);
  const pathFromRoot = place.components.join("/");
  const found = { given, path: place.path, pathFromRoot, content, sha256, mode: whole?.mode };
  return content === null && !request.isNew ? { ...found, missing: createNotFoundError(place) } : found;
}

async function readFileAt(place: Place, maxBytes: number, signal: AbortSignal | undefined): Promise<WholeFile | null> {
  const { node, path } = place;
  assertNamesFile(place);
  if (place.name === "" || node?.type === "dir") throw createErrno("EISDIR");
  if (node === null) return null;
  if (node.type !== "file") throw createNotFileErrno(node);
  if (node.size > maxBytes) throw createTooLargeError(path, node.size, maxBytes);
  return readCurrent(place, signal);
}

/** Makes the error for a file that is larger than a patch may handle. */
export function createTooLargeError(path: string, sizeBytes: number, maxBytes: number): FsError {
  return new FsError(
    "file_too_large",
    `${path}: ${sizeBytes} bytes are more than the ${maxBytes} that a patch may handle`,
    {
      path,
      hint: "Change it by other means, such as a command.",
      details: { sizeBytes, maxBytes },
    },
  );
}

/** @throws {FsError} hash_mismatch, file_already_exists – when a file is not the version that was expected */
export function assertVersion(path: string, actual: string | null, expected: string | null | undefined): void {
  if (expected === undefined || actual === expected) return;
  if (expected === null) throw createExistsError(path);
  throw createMismatchError(path, actual === null ? "gone" : "changed");
}
