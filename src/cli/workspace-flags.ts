// The options that say which workspace a command works in, and how it is opened.

import { resolve } from "node:path";
import type { OpenWorkspaceOptions, Workspace } from "../workspace/interfaces/workspace.js";
import { openWorkspace } from "../workspace/open-workspace.js";
import type { CliValues } from "./cli-values.js";
import type { CliCall, CliOptions } from "./command.js";
import { UsageError } from "./exit-codes.js";

/** The option that every command about files has. */
export const ROOT_FLAG: CliOptions = {
  root: { type: "string", value: "DIR", summary: "the workspace; default the current directory" },
};

/** The option that makes changes last, so that another command can take them back. */
export const HISTORY_FLAG: CliOptions = {
  history: { type: "string", value: "DIR", summary: "directory outside the workspace that remembers changes" },
};

/** What a command opens a workspace with besides the options of its command line. */
export type WorkspaceDefaults = Pick<OpenWorkspaceOptions, "trusted">;

/**
 * Runs something in the workspace that the options name, and closes it.
 * @throws {UsageError} when there is no such workspace
 */
export async function withWorkspace<Result>(
  call: CliCall,
  defaults: WorkspaceDefaults,
  work: (workspace: Workspace) => Promise<Result>,
): Promise<Result> {
  const workspace = await open(call, defaults);
  try {
    return await work(call.values.text("root") === undefined ? workspace : narrowToRoot(workspace));
  } finally {
    await workspace.close();
  }
}

/** Whoever names the workspace means that one: what the variables of the environment open does not come along. */
function narrowToRoot(workspace: Workspace): Workspace {
  return workspace.forRequest({ roots: [{ path: workspace.root, access: "write" }], onlyRoots: true });
}

/** @throws {UsageError} when it is empty, as a variable of a shell is that was never set */
function directoryOf(values: CliValues, name: "root" | "history"): string | undefined {
  const directory = values.text(name);
  if (directory === "") throw new UsageError(`--${name} is empty`);
  return directory;
}

async function open({ values, streams }: CliCall, defaults: WorkspaceDefaults): Promise<Workspace> {
  const root = resolve(streams.cwd, directoryOf(values, "root") ?? ".");
  const directory = directoryOf(values, "history");
  const history = directory === undefined ? undefined : { directory: resolve(streams.cwd, directory) };
  try {
    return await openWorkspace({ root, history, ...defaults });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
