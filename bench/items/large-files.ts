// Windows of files that are too large to hold: from the start, deep inside, from the end, and one after another.

import { join } from "node:path";
import { createReadTool, type ReadTool, WorkspaceFileStore } from "ai-file-tools";
import { ensureNumberedFile, LINE_BYTES } from "../data/numbered-lines.js";
import type { PageTask, ReadTask } from "../harness/task.js";
import type { Answer, BenchContext, Sides, WorkItem } from "../harness/work-item.js";
import { readEveryLine, readFirstLines, readLastLines, readLinesAt } from "../raw/lines.js";
import { openTrusted, readText } from "./tool-calls.js";

interface LargeFile {
  readonly name: string;
  lines(context: BenchContext): number;
}

/** What both sides of an item have at hand. */
interface Bench {
  /** Absolute path of the file. */
  readonly path: string;
  /** Its path in the workspace. */
  readonly name: string;
  /** A line far inside of it. */
  readonly deepLine: number;
  /** The tool, over a workspace that remembers what was read before. */
  readonly read: ReadTool;
  /** Does work with a tool over a workspace that has read nothing yet. */
  withFreshTool(work: (read: ReadTool) => Promise<Answer>): Promise<Answer>;
}

type TaskPlan = Omit<ReadTask, "directory" | "file"> | Omit<PageTask, "directory" | "file">;

interface LargeFileItem extends Pick<WorkItem, "number" | "name" | "rounds"> {
  readonly file: LargeFile;
  /** What other tools are asked for; left out where they have nothing like it. */
  plan?(file: { readonly lines: number; readonly deepLine: number }): TaskPlan;
  ours(bench: Bench): Promise<Answer>;
  raw(bench: Bench): Promise<Answer>;
}

const FULL_LOG: LargeFile = { name: "full.log", lines: ({ logBytes }) => Math.floor(logBytes / LINE_BYTES) };
const HALF_LOG: LargeFile = { name: "half.log", lines: ({ logBytes }) => Math.floor(logBytes / 2 / LINE_BYTES) };
const BOOK: LargeFile = { name: "book.txt", lines: () => 200_000 };

const DEEP_LINE = 3_000_000;
const WINDOW_LINES = 200;

async function readPages({ read, name }: Bench): Promise<string> {
  let characters = 0;
  for (let offset = 1; ; ) {
    const page = await readText(read, { path: name, offset });
    characters += page.content.length;
    if (page.nextOffset === undefined) return `${characters} characters, ${page.endLine} lines`;
    offset = page.nextOffset;
  }
}

async function readOnce({ path }: Bench): Promise<string> {
  const { characters, lines } = await readEveryLine(path);
  return `${characters} characters, ${lines} lines`;
}

async function readContent(read: ReadTool, input: Parameters<ReadTool["execute"]>[0]): Promise<string> {
  return (await readText(read, input)).content;
}

/** Answers only how many lines there were, so that windows from two places can be compared. */
async function countLines(read: ReadTool, input: Parameters<ReadTool["execute"]>[0]): Promise<number> {
  const { startLine, endLine } = await readText(read, input);
  return endLine - startLine + 1;
}

async function withFreshTool(root: string, work: (read: ReadTool) => Promise<Answer>): Promise<Answer> {
  const workspace = await openTrusted(root);
  try {
    return await work(createReadTool({ store: new WorkspaceFileStore(workspace) }));
  } finally {
    await workspace.close();
  }
}

/** A log that `BENCH_BYTES` shrank may not have the line. */
function deepLineOf(file: LargeFile, context: BenchContext): number {
  return Math.min(DEEP_LINE, file.lines(context) - WINDOW_LINES);
}

function defineItem({ number, name, rounds, file, plan, ours, raw }: LargeFileItem): WorkItem {
  return {
    number,
    name,
    rounds,
    describeTask: (context) => {
      const task = plan?.({ lines: file.lines(context), deepLine: deepLineOf(file, context) });
      return task === undefined ? null : { ...task, directory: context.directory, file: file.name };
    },
    prepare: (context) => ensureNumberedFile(join(context.directory, file.name), file.lines(context)),
    open: async (context): Promise<Sides> => {
      const workspace = await openTrusted(context.directory);
      const bench: Bench = {
        path: join(context.directory, file.name),
        name: file.name,
        deepLine: deepLineOf(file, context),
        read: createReadTool({ store: new WorkspaceFileStore(workspace) }),
        withFreshTool: (work) => withFreshTool(context.directory, work),
      };
      return { ours: () => ours(bench), raw: () => raw(bench), close: () => workspace.close() };
    },
  };
}

/** Items about large files. */
export const LARGE_FILE_ITEMS: readonly WorkItem[] = [
  defineItem({
    number: 1,
    name: "read lines 1–50 of the log",
    rounds: 101,
    file: FULL_LOG,
    plan: () => ({ kind: "read", firstLine: 1, lines: 50, isTail: false }),
    ours: ({ read, name }) => readContent(read, { path: name, limit: 50 }),
    raw: ({ path }) => readFirstLines(path, 50),
  }),
  defineItem({
    number: 2,
    name: "read 200 lines from line 3,000,000 of the log for the first time, against a bare scan",
    rounds: 9,
    file: FULL_LOG,
    plan: ({ deepLine }) => ({ kind: "read", firstLine: deepLine, lines: WINDOW_LINES, isTail: false }),
    ours: ({ withFreshTool, name, deepLine }) =>
      withFreshTool((read) => readContent(read, { path: name, offset: deepLine, limit: WINDOW_LINES })),
    raw: ({ path, deepLine }) => readLinesAt(path, deepLine, WINDOW_LINES),
  }),
  defineItem({
    number: 2,
    name: "the same once more, against our own first page",
    rounds: 101,
    file: FULL_LOG,
    ours: ({ read, name, deepLine }) => countLines(read, { path: name, offset: deepLine, limit: WINDOW_LINES }),
    raw: ({ read, name }) => countLines(read, { path: name, limit: WINDOW_LINES }),
  }),
  defineItem({
    number: 3,
    name: "page through 200,000 lines, against one pass",
    // The runtime still compiles in the first eight passes, whose figures differ by half from run to run.
    rounds: 41,
    file: BOOK,
    plan: ({ lines }) => ({ kind: "page", lines }),
    ours: readPages,
    raw: readOnce,
  }),
  defineItem({
    number: 4,
    name: "read the last 100 lines of half the log",
    rounds: 101,
    file: HALF_LOG,
    plan: ({ lines }) => ({ kind: "read", firstLine: lines - 99, lines: 100, isTail: true }),
    ours: ({ read, name }) => readContent(read, { path: name, offset: -100 }),
    raw: ({ path }) => readLastLines(path, 100),
  }),
  defineItem({
    number: 4,
    name: "the same, against our own first 100 lines",
    rounds: 101,
    file: HALF_LOG,
    ours: ({ read, name }) => countLines(read, { path: name, offset: -100 }),
    raw: ({ read, name }) => countLines(read, { path: name, limit: 100 }),
  }),
];
