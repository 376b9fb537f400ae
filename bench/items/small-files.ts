// Many small files, where what a call costs by itself is what counts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createReadTool, createWriteTool, WorkspaceFileStore } from "ai-file-tools";
import { ensureSmallFiles, smallContent, smallFileNames } from "../data/small-files.js";
import type { WriteFilesTask } from "../harness/task.js";
import type { BenchContext, WorkItem } from "../harness/work-item.js";
import { writeRawAtomically } from "../raw/atomic-write.js";
import { openTrusted, readText, requireSuccess } from "./tool-calls.js";

type ReadOne = (name: string) => Promise<string>;
type ReadAll = (names: readonly string[], readOne: ReadOne) => Promise<number>;

/** Our side and the floor write to files of their own, so that neither finds what the other left in the cache. */
const OUR_FILES = "small";
const RAW_FILES = "small-raw";

async function readOneAfterAnother(names: readonly string[], readOne: ReadOne): Promise<number> {
  let characters = 0;
  for (const name of names) characters += (await readOne(name)).length;
  return characters;
}

async function readAtOnce(names: readonly string[], readOne: ReadOne): Promise<number> {
  const texts = await Promise.all(names.map(readOne));
  return texts.reduce((sum, text) => sum + text.length, 0);
}

async function prepareFiles({ directory }: BenchContext): Promise<void> {
  await ensureSmallFiles(join(directory, OUR_FILES));
  await ensureSmallFiles(join(directory, RAW_FILES));
}

function describeFiles({ directory }: BenchContext): Pick<WriteFilesTask, "directory" | "files"> {
  return { directory: join(directory, OUR_FILES), files: smallFileNames() };
}

function defineReadItem(name: string, readAll: ReadAll): WorkItem {
  const atOnce = readAll === readAtOnce;
  return {
    number: 8,
    name,
    rounds: 15,
    prepare: prepareFiles,
    describeTask: (context) => ({ kind: "read files", ...describeFiles(context), content: smallContent(0), atOnce }),
    open: async ({ directory }) => {
      const workspace = await openTrusted(join(directory, OUR_FILES));
      const read = createReadTool({ store: new WorkspaceFileStore(workspace) });
      const names = smallFileNames();
      return {
        ours: () => readAll(names, async (path) => (await readText(read, { path })).content),
        raw: () => readAll(names, async (path) => readFileSync(join(directory, OUR_FILES, path), "utf8")),
        close: () => workspace.close(),
      };
    },
  };
}

const WRITE_ITEM: WorkItem = {
  number: 9,
  name: "1,000 small overwrites one after another, with diff",
  rounds: 7,
  prepare: prepareFiles,
  describeTask: (context) => ({ kind: "write files", ...describeFiles(context), contentOf: smallContent }),
  open: async ({ directory }) => {
    const workspace = await openTrusted(join(directory, OUR_FILES));
    const write = createWriteTool({ store: new WorkspaceFileStore(workspace) });
    const names = smallFileNames();
    let ourVersion = 0;
    let rawVersion = 0;
    return {
      ours: async () => {
        const content = smallContent(++ourVersion);
        for (const path of names) requireSuccess(await write.execute({ path, content }));
        return names.length * content.length;
      },
      raw: async () => {
        const content = smallContent(++rawVersion);
        for (const path of names) await writeRawAtomically(join(directory, RAW_FILES, path), content);
        return names.length * content.length;
      },
      close: () => workspace.close(),
    };
  },
};

/** Items about small files. */
export const SMALL_FILE_ITEMS: readonly WorkItem[] = [
  defineReadItem("1,000 small reads one after another", readOneAfterAnother),
  defineReadItem("1,000 small reads at once", readAtOnce),
  WRITE_ITEM,
];
