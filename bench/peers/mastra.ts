// The workspace tools of Mastra. Their answers end after 2,000 tokens unless told otherwise, so they are told otherwise.

import { extname } from "node:path";
import type { OpenPeer } from "./peer.js";

const NO_LIMIT = { maxOutputTokens: Number.MAX_SAFE_INTEGER };
const DEEPEST = 64;

type Execute = (input: object, context: object) => Promise<unknown>;

function escapePattern(literal: string): string {
  return literal.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Answers the files of a tree in which each level is indented by one tab more; empty directories look like files. */
function filesOfTree(tree: string, extension: string): readonly string[] {
  const parents: string[] = [];
  const paths: string[] = [];
  for (const line of tree.split("\n").slice(1)) {
    if (line === "") break;
    const name = line.trimStart();
    const depth = line.length - name.length;
    parents.splice(depth, Number.POSITIVE_INFINITY, name);
    paths.push(parents.join("/"));
  }
  return paths.filter((path, index) => path.endsWith(extension) && !paths[index + 1]?.startsWith(`${path}/`));
}

/** Opens the workspace tools of Mastra. */
export async function openMastra(directory: string): Promise<OpenPeer> {
  const { createWorkspaceTools, LocalFilesystem, Workspace } = await import("@mastra/core/workspace");
  const workspace = new Workspace({
    filesystem: new LocalFilesystem({ basePath: directory }),
    tools: {
      mastra_workspace_read_file: NO_LIMIT,
      mastra_workspace_list_files: NO_LIMIT,
      mastra_workspace_grep: NO_LIMIT,
    },
  });
  await workspace.init();
  const tools = await createWorkspaceTools(workspace);
  const call = async (name: string, input: object): Promise<string> => {
    const { execute } = tools[`mastra_workspace_${name}`] as { readonly execute: Execute };
    return String(await execute(input, { workspace }));
  };
  const change = async (name: string, input: object, success: string): Promise<void> => {
    const answer = await call(name, input);
    if (!answer.startsWith(success)) throw new Error(answer);
  };
  return {
    abilities: {
      readLines: (path, offset, limit) => call("read_file", { path, offset, limit, showLineNumbers: true }),
      readWhole: (path) => call("read_file", { path, showLineNumbers: false }),
      grep: async (literal) => {
        const text = await call("grep", { pattern: escapePattern(literal), path: "." });
        return text.split("\n").filter((line) => line.includes(literal));
      },
      glob: async (pattern) => {
        const tree = await call("list_files", { path: ".", pattern, maxDepth: DEEPEST, respectGitignore: true });
        return filesOfTree(tree, extname(pattern));
      },
      edit: (path, old_string, new_string) => change("edit_file", { path, old_string, new_string }, "Replaced"),
      write: (path, content) => change("write_file", { path, content, overwrite: true }, "Wrote"),
    },
    close: () => workspace.destroy(),
  };
}
