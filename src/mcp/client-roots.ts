// Asks a client for its roots: the directories that it wants the server to keep to.

import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { FsError } from "../errors.js";
import { MCP_ROOTS_TIMEOUT_MS } from "../limits.js";

/**
 * Answers the directories that the client names, as absolute paths; `null` when it names none at all. What is no file
 * URI of this host is left out.
 * @throws {FsError} io_error – when the client says that it has roots and does not answer which
 */
export async function listClientDirectories(server: Server): Promise<readonly string[] | null> {
  if (server.getClientCapabilities()?.roots === undefined) return null;
  const roots = await requestRoots(server);
  return roots.length === 0 ? null : roots.map(({ uri }) => findPath(uri)).filter((path) => path !== null);
}

async function requestRoots(server: Server): Promise<readonly { readonly uri: string }[]> {
  try {
    const { roots } = await server.listRoots(undefined, { timeout: MCP_ROOTS_TIMEOUT_MS });
    return roots;
  } catch (error) {
    if (hasCode(error, ErrorCode.MethodNotFound)) return [];
    throw new FsError("io_error", "the client did not say which roots the workspace is narrowed to", {
      hint: "Try again; nothing is done before the client has answered roots/list.",
      cause: error,
    });
  }
}

function hasCode(error: unknown, code: number): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === code;
}

function findPath(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}
