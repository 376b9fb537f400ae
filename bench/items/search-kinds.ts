// The same search in other ways: modes and expressions on the disk, and every kind in memory. The floor is ripgrep.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createGrepTool, createInMemoryWorkspace, type GrepInput, type Workspace } from "ai-file-tools";
import { ensureHitTree, FREQUENT_LITERAL, hitFileNames, hitTreePath, LINES_PER_FILE } from "../data/hit-tree.js";
import { ensurePackageTree, packageTreePath, RARE_LITERAL } from "../data/package-tree.js";
import type { BenchContext, WorkItem } from "../harness/work-item.js";
import { runRipgrep } from "../raw/ripgrep.js";
import { openTrusted, requireSuccess } from "./tool-calls.js";

/** Files that are searched in memory: some 100 MB. */
const FILES_IN_MEMORY = 13;

const MAX_HITS = 10_000;
const ONE_THREAD: readonly string[] = ["-j1", "-n"];
const LAST_LINE = String(LINES_PER_FILE);

/** One way to search; both sides count hits, or files. */
interface SearchKind {
  readonly name: string;
  readonly input: GrepInput;
  /** Arguments of the floor. */
  readonly args: readonly string[];
}

const DISK_KINDS: readonly SearchKind[] = [
  {
    name: "an expression without a hit",
    input: { pattern: "needle that (no|any) package has$", regex: true },
    args: ["-n", "needle that (no|any) package has$"],
  },
  {
    name: "in any case",
    input: { pattern: RARE_LITERAL.toUpperCase(), ignoreCase: true },
    args: ["-n", "-F", "-i", RARE_LITERAL.toUpperCase()],
  },
  { name: "for files", input: { pattern: RARE_LITERAL, mode: "files" }, args: ["-l", "-F", RARE_LITERAL] },
  { name: "for counts", input: { pattern: RARE_LITERAL, mode: "count" }, args: ["-c", "-F", RARE_LITERAL] },
];

/** Searches that are begun at once. */
const AT_ONCE = 20;

/** Runs of the floor at once. */
const RUNS_AT_ONCE = 4;

const KINDS_AT_ONCE: readonly SearchKind[] = [
  {
    name: "an expression with hits",
    input: { pattern: "needle that (no|any) package has", regex: true },
    args: ["-n", "needle that (no|any) package has"],
  },
  {
    name: "an expression without a hit",
    input: { pattern: "needle that (no|any) package has$", regex: true },
    args: ["-n", "needle that (no|any) package has$"],
  },
  {
    name: "an expression for any character, without a hit",
    input: { pattern: "needle\\w+ that\\s+(no|any)", regex: true },
    args: ["-n", "needle\\w+ that\\s+(no|any)"],
  },
];

const MEMORY_KINDS: readonly SearchKind[] = [
  { name: "a literal without a hit", input: { pattern: RARE_LITERAL }, args: [...ONE_THREAD, "-F", RARE_LITERAL] },
  {
    name: "a literal with a hit in each file",
    input: { pattern: `${LAST_LINE} request` },
    args: [...ONE_THREAD, "-F", `${LAST_LINE} request`],
  },
  {
    name: "files that have a literal",
    input: { pattern: FREQUENT_LITERAL, mode: "files" },
    args: ["-j1", "-l", "-F", FREQUENT_LITERAL],
  },
  {
    name: "a literal in any case",
    input: { pattern: `${LAST_LINE} REQUEST`, ignoreCase: true },
    args: [...ONE_THREAD, "-F", "-i", `${LAST_LINE} REQUEST`],
  },
  {
    name: "an expression with a plain part",
    input: { pattern: `${LAST_LINE}\\s+\\w+`, regex: true },
    args: [...ONE_THREAD, `${LAST_LINE}\\s+\\w+`],
  },
];

async function countFound(workspace: Workspace, input: GrepInput): Promise<number> {
  const output = requireSuccess(await createGrepTool({ workspace, maxHits: MAX_HITS }).execute(input));
  return output.files?.length ?? output.hits.length;
}

function defineDiskItem({ name, input, args }: SearchKind): WorkItem {
  return {
    number: 15,
    name: `grep a large tree: ${name}`,
    rounds: 5,
    prepare: ensurePackageTree,
    open: async (context) => {
      const root = packageTreePath(context);
      const workspace = await openTrusted(root);
      return {
        ours: () => countFound(workspace, input),
        raw: async () => (await runRipgrep(root, [...args, "."])).length,
        close: () => workspace.close(),
      };
    },
  };
}

/** So many runs of the floor, a few at a time; answers the lines of all of them. */
async function runManyAtATime(root: string, args: readonly string[]): Promise<number> {
  let left = AT_ONCE;
  let lines = 0;
  const runOn = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const printed = await runRipgrep(root, [...args, "."]);
      lines += printed.length;
    }
  };
  await Promise.all(Array.from({ length: RUNS_AT_ONCE }, runOn));
  return lines;
}

function defineItemAtOnce({ name, input, args }: SearchKind): WorkItem {
  return {
    number: 15,
    name: `grep a large tree ${AT_ONCE} times at once, against rg ${RUNS_AT_ONCE} at a time: ${name}`,
    rounds: 3,
    prepare: ensurePackageTree,
    open: async (context) => {
      const root = packageTreePath(context);
      const workspace = await openTrusted(root);
      return {
        ours: async () => {
          const found = await Promise.all(Array.from({ length: AT_ONCE }, () => countFound(workspace, input)));
          return found.reduce((sum, count) => sum + count);
        },
        raw: () => runManyAtATime(root, args),
        close: () => workspace.close(),
      };
    },
  };
}

async function loadFiles(context: BenchContext, names: readonly string[]): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const name of names) files[name] = await readFile(join(hitTreePath(context), name));
  return files;
}

function defineMemoryItem({ name, input, args }: SearchKind): WorkItem {
  return {
    number: 16,
    name: `grep 100 MB in memory, against rg on one thread: ${name}`,
    rounds: 5,
    prepare: ensureHitTree,
    open: async (context) => {
      const names = hitFileNames().slice(0, FILES_IN_MEMORY);
      const workspace = createInMemoryWorkspace({ files: await loadFiles(context, names) });
      return {
        ours: () => countFound(workspace, input),
        raw: async () => (await runRipgrep(hitTreePath(context), [...args, ...names])).length,
        close: () => workspace.close(),
      };
    },
  };
}

/** Items about kinds of searches. */
export const SEARCH_KIND_ITEMS: readonly WorkItem[] = [
  ...DISK_KINDS.map(defineDiskItem),
  ...KINDS_AT_ONCE.map(defineItemAtOnce),
  ...MEMORY_KINDS.map(defineMemoryItem),
];
