// The file methods that an editor offers to an agent over the Agent Client Protocol, answered by a workspace.

import { FsError } from "../errors.js";
import { READ_FILE_SIZE_CAP } from "../limits.js";
import { assertWorkspace } from "../tools/definition/tool-options.js";
import { resolveWholeNumber } from "../workspace/gate/call-arguments.js";
import type { CallOptions, Workspace } from "../workspace/interfaces/workspace.js";
import { readFileText } from "./read-file-text.js";
import { toRequestError } from "./request-error.js";

/** The parameters of `fs/read_text_file`. */
export interface BridgeReadRequest {
  /** The session that asks, for the audit log. */
  readonly sessionId?: string | undefined;
  /** Absolute inside the workspace, or relative to its focus. */
  readonly path: string;
  /** 1-based first line; absent, `null` and 0 start at the first. */
  readonly line?: number | null | undefined;
  /** Lines at most; absent, `null` and 0 read to the end. */
  readonly limit?: number | null | undefined;
}

/** The result of `fs/read_text_file`. */
export interface BridgeReadResponse {
  /** The text without its byte order mark, each line with its own ending. */
  content: string;
}

/** The parameters of `fs/write_text_file`. */
export interface BridgeWriteRequest {
  /** The session that asks, for the audit log. */
  readonly sessionId?: string | undefined;
  /** Absolute inside the workspace, or relative to its focus. */
  readonly path: string;
  readonly content: string;
}

/** The result of `fs/write_text_file`: nothing. */
export type BridgeWriteResponse = Record<string, never>;

/**
 * Answers the file methods of the Agent Client Protocol. Both methods take the parameters as they come and can be handed
 * to a connection; what fails as expected is thrown as the protocol's `RequestError`, and an abort rejects with
 * `signal.reason`.
 */
export interface BridgeFileSystem {
  /**
   * Reads a text file, or a window of lines. A window has no limit on the size of the file.
   * @throws {RequestError} -32603 with the kind in its data: path_not_found, not_a_file, binary_file, parse_error and what
   *   every access may answer; file_too_large – when what is asked for is larger than may be held at once
   */
  readText(request: BridgeReadRequest, options?: CallOptions): Promise<BridgeReadResponse>;
  /**
   * Creates or replaces a text file in one step, with missing directories. An existing file keeps its encoding, byte order
   * mark and permission bits. NOT guaranteed: that nobody changed the file since it was read; the protocol has no hash.
   * @throws {RequestError} -32603 with the kind in its data: untrusted_workspace, protected_path, not_a_file,
   *   file_too_large, unsupported_encoding, parse_error and what every access may answer
   */
  writeText(request: BridgeWriteRequest, options?: CallOptions): Promise<BridgeWriteResponse>;
}

/** The protocol's numbers are at least 0, and hosts send 0 for "not given". */
function resolveCount(name: "line" | "limit", value: number | null | undefined): number | undefined {
  if (value === null || value === undefined || value <= 0) return undefined;
  return resolveWholeNumber({ name, value, least: 1 }, undefined);
}

/** Hosts hand over what came on the wire, where everything may be missing. */
function assertText(content: unknown): void {
  if (typeof content === "string") return;
  throw new FsError("parse_error", "content must be a string", { hint: "Nothing was written. Send the whole text." });
}

async function answer<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw await toRequestError(error);
  }
}

function scopeTo(workspace: Workspace, route: string, sessionId: string | undefined): Workspace {
  return workspace.forRequest({ route, ...(sessionId === undefined ? {} : { sessionId }) });
}

/**
 * Creates the answers to `fs/read_text_file` and `fs/write_text_file` for a client of the Agent Client Protocol.
 * The package `@agentclientprotocol/sdk` is loaded when the first failure is to be sent.
 * @throws {TypeError} when it is given anything but a workspace
 */
export function createBridgeFileSystem(workspace: Workspace): BridgeFileSystem {
  assertWorkspace(workspace, "fs");
  const maxBytes = Math.min(workspace.limits.readFileSizeCap, READ_FILE_SIZE_CAP);
  return {
    readText: ({ path, line, limit, sessionId }, { signal } = {}) =>
      answer(async () => {
        const wanted = { line: resolveCount("line", line), limit: resolveCount("limit", limit), maxBytes, signal };
        const { fs } = scopeTo(workspace, "fs/read_text_file", sessionId);
        return { content: await fs.holdFile(path, (file) => readFileText(file, wanted), { signal }) };
      }),
    writeText: ({ path, content, sessionId }, { signal } = {}) =>
      answer(async () => {
        assertText(content);
        const { fs } = scopeTo(workspace, "fs/write_text_file", sessionId);
        await fs.writeTextOverwrite(path, content, { createParents: true, signal });
        return {};
      }),
  };
}
