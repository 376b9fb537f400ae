// What remembering costs: the same writes with a history that lasts and with none, and an undo among many files.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HistoryOptions, openWorkspace, type Workspace } from "ai-file-tools";
import type { BenchContext, WorkItem } from "../harness/work-item.js";

const WRITES = 100;
const TREE_DIRECTORIES = 400;
const FILES_PER_DIRECTORY = 100;
const CONTENT = "a line of a small file\n".repeat(100);

function openFresh(context: BenchContext, root: string, history: HistoryOptions | false): Promise<Workspace> {
  const directory = join(context.directory, root);
  mkdirSync(directory, { recursive: true });
  return openWorkspace({ root: directory, trusted: true, history });
}

async function overwriteMany({ fs }: Workspace): Promise<number> {
  for (let round = 0; round < WRITES; round += 1) await fs.writeTextOverwrite("file", `${round}\n${CONTENT}`);
  return WRITES;
}

function makeTree(directory: string): void {
  for (let index = 0; index < TREE_DIRECTORIES; index += 1) {
    const below = join(directory, `directory-${index}`);
    mkdirSync(below, { recursive: true });
    for (let file = 0; file < FILES_PER_DIRECTORY; file += 1) writeFileSync(join(below, `file-${file}`), "x");
  }
}

async function overwriteAndUndo(workspace: Workspace): Promise<string> {
  await workspace.fs.writeTextOverwrite("directory-7/file-7", CONTENT);
  await workspace.history.undo();
  return (await workspace.fs.readText("directory-7/file-7")).content;
}

async function overwriteTwice({ fs }: Workspace): Promise<string> {
  await fs.writeTextOverwrite("directory-7/file-7", CONTENT);
  await fs.writeTextOverwrite("directory-7/file-7", "x");
  return (await fs.readText("directory-7/file-7")).content;
}

const WRITE_ITEM: WorkItem = {
  number: 12,
  name: `${WRITES} small overwrites with a lasting history; the floor is the same without one`,
  rounds: 9,
  prepare: async () => {},
  open: async (context) => {
    const directory = mkdtempSync(join(context.directory, "history-"));
    const ours = await openFresh(context, "history-on", { directory });
    const raw = await openFresh(context, "history-off", false);
    return {
      ours: () => overwriteMany(ours),
      raw: () => overwriteMany(raw),
      close: async () => {
        await ours.close();
        await raw.close();
      },
    };
  },
};

const UNDO_ITEM: WorkItem = {
  number: 12,
  name: "An overwrite and its undo among 40,000 files; the floor is two overwrites of a lone directory",
  rounds: 15,
  prepare: async ({ directory }) => {
    makeTree(join(directory, "history-tree"));
    mkdirSync(join(directory, "history-lone/directory-7"), { recursive: true });
  },
  open: async (context) => {
    const directory = mkdtempSync(join(context.directory, "history-"));
    const ours = await openFresh(context, "history-tree", { directory });
    const raw = await openFresh(context, "history-lone", false);
    return {
      ours: () => overwriteAndUndo(ours),
      raw: () => overwriteTwice(raw),
      close: async () => {
        await ours.close();
        await raw.close();
      },
    };
  },
};

export const HISTORY_ITEMS: readonly WorkItem[] = [WRITE_ITEM, UNDO_ITEM];
