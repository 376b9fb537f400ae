// Searching: a rare text in a large tree, a frequent one with a cap, and files by pattern. The floor is ripgrep.

import { createGlobTool, createGrepTool, MAX_GREP_HITS, type Workspace } from "ai-file-tools";
import { ensureHitTree, FREQUENT_LITERAL, hitTreePath } from "../data/hit-tree.js";
import { ensurePackageTree, packageTreePath, RARE_LITERAL } from "../data/package-tree.js";
import type { GlobTask, GrepTask } from "../harness/task.js";
import type { Answer, BenchContext, WorkItem } from "../harness/work-item.js";
import { countFirstLines, runRipgrep } from "../raw/ripgrep.js";
import { openTrusted, requireSuccess } from "./tool-calls.js";

const PATTERN = "**/*.ts";

interface SearchItem extends Omit<WorkItem, "open" | "describeTask"> {
  /** What other tools are asked for; left out where they have nothing like it. */
  readonly task?: Omit<GrepTask, "directory"> | Omit<GlobTask, "directory">;
  root(context: BenchContext): string;
  ours(workspace: Workspace): Promise<Answer>;
  raw(root: string): Promise<Answer>;
}

function defineItem({ root, task, ours, raw, ...item }: SearchItem): WorkItem {
  return {
    ...item,
    describeTask: (context) => (task === undefined ? null : { ...task, directory: root(context) }),
    open: async (context) => {
      const workspace = await openTrusted(root(context));
      return { ours: () => ours(workspace), raw: () => raw(root(context)), close: () => workspace.close() };
    },
  };
}

async function countHits(workspace: Workspace, pattern: string): Promise<number> {
  const output = requireSuccess(await createGrepTool({ workspace }).execute({ pattern }));
  return output.hits.length + Number(output.truncated);
}

async function findEvery(workspace: Workspace): Promise<string> {
  const { paths } = await workspace.fs.glob(PATTERN, { limit: Number.MAX_SAFE_INTEGER, sort: "path" });
  return paths.toSorted().join("\n");
}

async function findNewest(workspace: Workspace): Promise<number> {
  return requireSuccess(await createGlobTool({ workspace }).execute({ pattern: PATTERN })).paths.length;
}

/** Items about searching. */
export const SEARCH_ITEMS: readonly WorkItem[] = [
  defineItem({
    number: 5,
    name: "grep a rare literal in a large tree",
    rounds: 5,
    prepare: ensurePackageTree,
    root: packageTreePath,
    task: { kind: "grep", literal: RARE_LITERAL, maxHits: MAX_GREP_HITS },
    ours: (workspace) => countHits(workspace, RARE_LITERAL),
    raw: async (root) => (await runRipgrep(root, ["-n", "-F", RARE_LITERAL, "."])).length,
  }),
  defineItem({
    number: 6,
    name: "grep 2,000,000 hits, cap 200, against the first 201 lines of rg",
    rounds: 21,
    prepare: ensureHitTree,
    root: hitTreePath,
    task: { kind: "grep", literal: FREQUENT_LITERAL, maxHits: MAX_GREP_HITS },
    ours: (workspace) => countHits(workspace, FREQUENT_LITERAL),
    raw: (root) => countFirstLines(root, ["-n", "-F", "--sort", "path", FREQUENT_LITERAL, "."], MAX_GREP_HITS + 1),
  }),
  defineItem({
    number: 10,
    name: `glob ${PATTERN} in the large tree, all paths`,
    rounds: 5,
    prepare: ensurePackageTree,
    root: packageTreePath,
    task: { kind: "glob", pattern: PATTERN },
    ours: findEvery,
    raw: async (root) => (await runRipgrep(root, ["--files", "-g", PATTERN])).toSorted().join("\n"),
  }),
  defineItem({
    number: 10,
    name: `glob ${PATTERN} in the large tree, newest 100`,
    rounds: 5,
    prepare: ensurePackageTree,
    root: packageTreePath,
    ours: findNewest,
    raw: (root) => countFirstLines(root, ["--files", "--sortr", "modified", "-g", PATTERN], 100),
  }),
];
