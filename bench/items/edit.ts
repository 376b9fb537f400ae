// Changes of large source files, and one that is refused. The floor of them all is the same: one exact change.

import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createEditTool, isToolFailure, WorkspaceFileStore } from "ai-file-tools";
import { ensureNumberedFile, LINE_BYTES, numberedLine, RAGGED_EVERY, raggedLine } from "../data/numbered-lines.js";
import type { Change } from "../harness/task.js";
import type { WorkItem } from "../harness/work-item.js";
import { writeRawAtomically } from "../raw/atomic-write.js";
import { openTrusted, requireSuccess } from "./tool-calls.js";

const MIB = 1024 * 1024;
const SIZES_MIB = [1, 5] as const;
const ROUNDS: Readonly<Record<(typeof SIZES_MIB)[number], number>> = { 1: 31, 5: 15 };
const FIRST_BLOCK_LINE = 1000;
const BLOCK_LINES = 5000;

/** One way to change a file. */
interface EditKind {
  readonly name: string;
  /** Answers a line of the file by its number. */
  readonly lineAt: (line: number) => string;
  /** Answers what is asked of the tool for a file of so many lines: there, and back. */
  readonly plan: (lines: number) => readonly [Change, Change];
  /** Answers what the floor does to the same file. */
  readonly planFloor: (lines: number) => readonly [Change, Change];
  /** The tool is to find nothing. */
  readonly isMiss?: true;
}

function thereAndBack(plain: string, changed: string): readonly [Change, Change] {
  return [
    { oldText: plain, newText: changed },
    { oldText: changed, newText: plain },
  ];
}

function middleOf(lines: number): number {
  return RAGGED_EVERY * Math.floor(lines / 2 / RAGGED_EVERY);
}

/** Changes a line that is the same in every file. */
function planLine(lines: number): readonly [Change, Change] {
  const plain = numberedLine(middleOf(lines) + 1);
  return thereAndBack(plain, plain.toUpperCase());
}

/** Quotes a line without the blank at its end, and changes the next one. */
function planTolerated(lines: number): readonly [Change, Change] {
  const quoted = `${raggedLine(middleOf(lines)).trimEnd()}\n`;
  const [{ oldText, newText }] = planLine(lines);
  return thereAndBack(quoted + oldText, quoted + newText);
}

function planMissing(lines: number): readonly [Change, Change] {
  const oldText = numberedLine(middleOf(lines)).replace("expected", "unexpected");
  const change = { oldText, newText: "" };
  return [change, change];
}

function planBlock(): readonly [Change, Change] {
  const plain = Array.from({ length: BLOCK_LINES }, (_, index) => numberedLine(FIRST_BLOCK_LINE + index)).join("");
  return thereAndBack(plain, plain.toUpperCase());
}

const KINDS: readonly EditKind[] = [
  { name: "edit one line", lineAt: numberedLine, plan: planLine, planFloor: planLine },
  {
    name: "edit a line next to one quoted without its blanks",
    lineAt: raggedLine,
    plan: planTolerated,
    planFloor: planLine,
  },
  {
    name: "miss, against one edit",
    lineAt: numberedLine,
    plan: planMissing,
    planFloor: planLine,
    isMiss: true,
  },
  { name: "replace 5,000 lines", lineAt: numberedLine, plan: planBlock, planFloor: planBlock },
];

function* alternate(changes: readonly [Change, Change]): Generator<Change, never, void> {
  for (;;) yield* changes;
}

async function editRaw(path: string, { oldText, newText }: Change): Promise<number> {
  const text = await readFile(path, "utf8");
  const start = text.indexOf(oldText);
  const edited = `${text.slice(0, start)}${newText}${text.slice(start + oldText.length)}`;
  await writeRawAtomically(path, edited);
  return Buffer.byteLength(edited);
}

function createItem(kind: EditKind, sizeMib: (typeof SIZES_MIB)[number]): WorkItem {
  const lines = Math.floor((sizeMib * MIB) / LINE_BYTES);
  const fileBytes = lines * LINE_BYTES;
  const ourFile = `edited-${KINDS.indexOf(kind)}-${sizeMib}.txt`;
  const rawFile = `raw-${ourFile}`;
  return {
    number: 7,
    name: `${kind.name} in ${sizeMib} MiB`,
    rounds: ROUNDS[sizeMib],
    fileBytes,
    prepare: async ({ directory }) => {
      await ensureNumberedFile(join(directory, ourFile), lines, kind.lineAt);
      await copyFile(join(directory, ourFile), join(directory, rawFile));
    },
    describeTask: ({ directory }) => ({
      kind: "edit",
      directory,
      file: ourFile,
      changes: kind.plan(lines),
      exactChanges: kind.planFloor(lines),
      isMiss: kind.isMiss === true,
    }),
    open: async ({ directory }) => {
      const workspace = await openTrusted(directory);
      const tool = createEditTool({ store: new WorkspaceFileStore(workspace), maxBytes: sizeMib * MIB });
      const ourChanges = alternate(kind.plan(lines));
      const rawChanges = alternate(kind.planFloor(lines));
      return {
        ours: async () => {
          const output = await tool.execute({ path: ourFile, edits: [ourChanges.next().value] });
          if (kind.isMiss !== true) return requireSuccess(output).bytesWritten;
          if (isToolFailure(output) && output.error.kind === "text_not_found") return fileBytes;
          throw new Error("The text that is missing was found");
        },
        raw: () => editRaw(join(directory, rawFile), rawChanges.next().value),
        close: () => workspace.close(),
      };
    },
  };
}

/** Items about editing. */
export const EDIT_ITEMS: readonly WorkItem[] = SIZES_MIB.flatMap((sizeMib) =>
  KINDS.map((kind) => createItem(kind, sizeMib)),
);
