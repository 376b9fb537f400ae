// Windows of files that are too large to hold: from the start, deep inside, from the end, and one after another.

import { join } from "node:path";
import { createReadTool, WorkspaceFileStore } from "ai-file-tools";
import { ensureNumberedFile, LINE_BYTES } from "../data/numbered-lines.js";
import type { Answer, BenchContext, Sides, WorkItem } from "../harness/work-item.js";
import { readEveryLine, readFirstLines, readLastLines, readLinesAt } from "../raw/lines.js";
import { openTrusted, readText } from "./tool-calls.js";

type Read = ReturnType<typeof createReadTool>;

interface LargeFile {
  readonly name: string;
  lines(context: BenchContext): number;
}

interface LargeFileItem extends Pick<WorkItem, "number" | "name" | "rounds"> {
  readonly file: LargeFile;
  ours(read: Read, file: LargeFile, context: BenchContext): Promise<Answer>;
  raw(path: string, file: LargeFile, context: BenchContext): Promise<Answer>;
}

const FULL_LOG: LargeFile = { name: "full.log", lines: ({ logBytes }) => Math.floor(logBytes / LINE_BYTES) };
const HALF_LOG: LargeFile = { name: "half.log", lines: ({ logBytes }) => Math.floor(logBytes / 2 / LINE_BYTES) };
const BOOK: LargeFile = { name: "book.txt", lines: () => 200_000 };

const DEEP_LINE = 3_000_000;
const WINDOW_LINES = 200;

/** A log that `BENCH_BYTES` shrank may not have that line. */
function deepLine(file: LargeFile, context: BenchContext): number {
  return Math.min(DEEP_LINE, file.lines(context) - WINDOW_LINES);
}

async function readPages(read: Read, path: string): Promise<string> {
  let characters = 0;
  for (let offset = 1; ; ) {
    const page = await readText(read, { path, offset });
    characters += page.content.length;
    if (page.nextOffset === undefined) return `${characters} characters, ${page.endLine} lines`;
    offset = page.nextOffset;
  }
}

async function readOnce(path: string): Promise<string> {
  const { characters, lines } = await readEveryLine(path);
  return `${characters} characters, ${lines} lines`;
}

function defineItem({ number, name, rounds, file, ours, raw }: LargeFileItem): WorkItem {
  return {
    number,
    name,
    rounds,
    prepare: (context) => ensureNumberedFile(join(context.directory, file.name), file.lines(context)),
    open: async (context): Promise<Sides> => {
      const workspace = await openTrusted(context.directory);
      const read = createReadTool({ store: new WorkspaceFileStore(workspace) });
      return {
        ours: () => ours(read, file, context),
        raw: () => raw(join(context.directory, file.name), file, context),
        close: () => workspace.close(),
      };
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
    ours: async (read, { name }) => (await readText(read, { path: name, limit: 50 })).content,
    raw: (path) => readFirstLines(path, 50),
  }),
  defineItem({
    number: 2,
    name: "read 200 lines from line 3,000,000 of the log",
    rounds: 9,
    file: FULL_LOG,
    ours: async (read, file, context) => {
      const window = { path: file.name, offset: deepLine(file, context), limit: WINDOW_LINES };
      return (await readText(read, window)).content;
    },
    raw: (path, file, context) => readLinesAt(path, deepLine(file, context), WINDOW_LINES),
  }),
  defineItem({
    number: 3,
    name: "page through 200,000 lines, against one pass",
    rounds: 5,
    file: BOOK,
    ours: (read, { name }) => readPages(read, name),
    raw: (path) => readOnce(path),
  }),
  defineItem({
    number: 4,
    name: "read the last 100 lines of half the log",
    rounds: 101,
    file: HALF_LOG,
    ours: async (read, { name }) => (await readText(read, { path: name, offset: -100 })).content,
    raw: (path) => readLastLines(path, 100),
  }),
];
