// The tools of one client: those of the whole workspace, or of the part of it that the client's roots leave.

import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import { listClientDirectories } from "./client-roots.js";
import type { McpTools } from "./mcp-tool.js";
import { narrowToDirectories } from "./narrow-to-directories.js";

/** What the tools of a client are made of. */
export interface ClientScopeOptions {
  readonly workspace: Workspace;
  readonly createTools: (workspace: Workspace) => McpTools;
}

/** Makes the tools of a client when they are first needed, and again when its roots have changed. */
export class ClientScope {
  readonly #options: ClientScopeOptions;
  #tools: Promise<McpTools> | undefined;

  constructor(options: ClientScopeOptions) {
    this.#options = options;
  }

  /**
   * Answers the tools for the next call. Calls that run keep those that they began with.
   * @throws {FsError} path_outside_workspace – when no root of the client has to do with the workspace
   * @throws {FsError} io_error – when the client does not answer; the next call asks again
   */
  async toolsFor(server: Server): Promise<McpTools> {
    this.#tools ??= this.#createTools(server);
    const tools = this.#tools;
    try {
      return await tools;
    } catch (error) {
      if (this.#tools === tools) this.#tools = undefined;
      throw error;
    }
  }

  /** Forgets what the client said; the next call asks again. */
  forget(): void {
    this.#tools = undefined;
  }

  async #createTools(server: Server): Promise<McpTools> {
    const { workspace, createTools } = this.#options;
    const directories = await listClientDirectories(server);
    return createTools(directories === null ? workspace : await narrowToDirectories(workspace, directories));
  }
}
