// One changed line in a large source file.

import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createEditTool, WorkspaceFileStore } from "ai-file-tools";
import { ensureNumberedFile, LINE_BYTES, numberedLine } from "../data/numbered-lines.js";
import type { WorkItem } from "../harness/work-item.js";
import { writeRawAtomically } from "../raw/atomic-write.js";
import { openTrusted, requireSuccess } from "./tool-calls.js";

const OUR_FILE = "edited.txt";
const RAW_FILE = "edited-raw.txt";
const LINES = Math.floor((1024 * 1024) / LINE_BYTES);
const CHANGED_LINE = Math.floor(LINES / 2);

interface Change {
  readonly oldText: string;
  readonly newText: string;
}

/** Answers one change after another, there and back. */
function* alternate(): Generator<Change, never, void> {
  const plain = numberedLine(CHANGED_LINE);
  const changed = plain.toUpperCase();
  for (;;) {
    yield { oldText: plain, newText: changed };
    yield { oldText: changed, newText: plain };
  }
}

async function editRaw(path: string, { oldText, newText }: Change): Promise<number> {
  const text = await readFile(path, "utf8");
  const start = text.indexOf(oldText);
  const edited = `${text.slice(0, start)}${newText}${text.slice(start + oldText.length)}`;
  await writeRawAtomically(path, edited);
  return Buffer.byteLength(edited);
}

/** Items about editing. */
export const EDIT_ITEMS: readonly WorkItem[] = [
  {
    number: 7,
    name: "edit one line in 1 MiB, with diff",
    rounds: 31,
    prepare: async ({ directory }) => {
      await ensureNumberedFile(join(directory, OUR_FILE), LINES);
      await copyFile(join(directory, OUR_FILE), join(directory, RAW_FILE));
    },
    open: async ({ directory }) => {
      const workspace = await openTrusted(directory);
      const edit = createEditTool({ store: new WorkspaceFileStore(workspace) });
      const ourChanges = alternate();
      const rawChanges = alternate();
      return {
        ours: async () => {
          const edits = [ourChanges.next().value];
          return requireSuccess(await edit.execute({ path: OUR_FILE, edits })).bytesWritten;
        },
        raw: () => editRaw(join(directory, RAW_FILE), rawChanges.next().value),
        close: () => workspace.close(),
      };
    },
  },
];
