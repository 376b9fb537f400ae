// Listing: pages of a very large directory. The floor reads, sorts and looks at the same entries in one go.

import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { MAX_LIST_ENTRIES } from "ai-file-tools";
import { ensureLargeDirectory } from "../data/large-directory.js";
import type { BenchContext, WorkItem } from "../harness/work-item.js";
import { openTrusted } from "./tool-calls.js";

const DIRECTORY = "large-directory";

function rootOf({ directory }: BenchContext): string {
  return join(directory, "listing");
}

function directoriesFirst(a: Dirent, b: Dirent): number {
  return Number(b.isDirectory()) - Number(a.isDirectory()) || (a.name < b.name ? -1 : Number(a.name > b.name));
}

function listRaw(path: string, offset: number): string {
  const entries = readdirSync(path, { withFileTypes: true }).sort(directoriesFirst);
  const page = entries.slice(offset, offset + MAX_LIST_ENTRIES);
  return [entries.length, ...page.map(({ name }) => `${name}\t${lstatSync(join(path, name)).mtimeMs > 0}`)].join("\n");
}

function defineItem(name: string, offset: number): WorkItem {
  return {
    number: 17,
    name: `list a page of a directory of 100,000 files: ${name}`,
    rounds: 11,
    prepare: (context) => ensureLargeDirectory(join(rootOf(context), DIRECTORY)),
    describeTask: () => null,
    open: async (context) => {
      const workspace = await openTrusted(rootOf(context));
      return {
        ours: async () => {
          const { entries, total } = await workspace.fs.list(DIRECTORY, { offset });
          return [total, ...entries.map(({ name, mtime }) => `${name}\t${mtime > 0}`)].join("\n");
        },
        raw: async () => listRaw(join(rootOf(context), DIRECTORY), offset),
        close: () => workspace.close(),
      };
    },
  };
}

/** Items about listing. */
export const LISTING_ITEMS: readonly WorkItem[] = [defineItem("the first", 0), defineItem("in the middle", 50_000)];
