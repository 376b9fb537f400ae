// Every operation of the boundary, as one try on a directory, or on a file, that is exchanged meanwhile.

import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { openWorkspace, type Workspace } from "ai-file-tools";
import { openStateDirectory } from "../../src/workspace/directories/state-directory.js";
import { type Ground, INSIDE, SECRET } from "./swaps.js";

/** What a try works with. */
export interface Turn {
  readonly workspace: Workspace;
  readonly ground: Ground;
  /** The directory, and the file in it, from the root. */
  readonly directory: string;
  readonly file: string;
  /** The same directory, by a path that stays with it wherever it is. */
  readonly held: string;
  /** The operation is one of the boundary, which fails in no way of its own. */
  readonly isGuarded: boolean;
  /** A number that no other try of the race has. */
  readonly index: number;
}

export interface RacedOperation {
  readonly name: string;
  /** How much a try costs, which decides how many there are. */
  readonly cost: "small" | "middle" | "large";
  /** Times as many tries as others of its cost; default 1. */
  readonly factor?: number;
  /** It is tried on the file alone, too. */
  readonly onFile?: boolean;
  /** Answers what a caller sees; text from outside carries the word `secret`. */
  readonly attempt: (turn: Turn) => Promise<unknown>;
}

const INSIDE_SHA256 = createHash("sha256").update(INSIDE).digest("hex");

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return toText(Buffer.concat(parts));
}

/** Answers an edit that the next one takes back. */
function turnOver(content: string): { readonly oldText: string; readonly newText: string } {
  return content.includes("count") ? { oldText: "count", newText: "tally" } : { oldText: "tally", newText: "count" };
}

async function planEdit({ workspace, file }: Turn): Promise<ReturnType<typeof turnOver>> {
  return turnOver((await workspace.fs.readText(file)).content);
}

function applyPatch({ workspace }: Turn, body: string): Promise<unknown> {
  return workspace.fs.applyPatch(`*** Begin Patch\n${body}\n*** End Patch`);
}

async function runToEnd({ workspace, directory }: Turn): Promise<unknown> {
  const run = workspace.shell.run("pwd -P; cat file", { cwd: directory });
  for (let step = await run.next(); ; step = await run.next()) if (step.done === true) return step.value.stdout;
}

/** A file that is named for what only the file outside holds has leaked just as its text would have. */
function orSecret(count: number): string {
  return count > 0 ? SECRET : "nothing";
}

/** The name of a temporary file that a killed process has left, inside and outside. */
export const LEFT_NAME: string = `.ai-file-tools-${"0".repeat(24)}.tmp`;

/** Opens the root once more, with a file to sweep; `null` when it was not swept. */
async function sweep({ ground, directory, held, index }: Turn): Promise<unknown> {
  const left = join(held, LEFT_NAME);
  writeFileSync(left, INSIDE);
  const state = openStateDirectory([ground.root]);
  const header = { processId: 4_194_305, startedAt: "1", root: ground.root };
  const lines = [header, [...directory.split("/"), LEFT_NAME]].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(state.path, `${state.nameFor(ground.root)}-1-${index}.journal`), lines.join(""));
  const again = await openWorkspace({ root: ground.root, trusted: true });
  await again.close();
  return existsSync(left) ? null : "swept";
}

const READING: readonly RacedOperation[] = [
  {
    name: "resolve",
    cost: "small",
    onFile: true,
    attempt: ({ workspace, file }) => workspace.fs.resolve(file, "read"),
  },
  { name: "stat", cost: "small", onFile: true, attempt: ({ workspace, file }) => workspace.fs.stat(file) },
  {
    name: "readBytes",
    cost: "small",
    onFile: true,
    attempt: async ({ workspace, file }) => toText((await workspace.fs.readBytes(file)).bytes),
  },
  {
    name: "readFile",
    cost: "small",
    onFile: true,
    attempt: async ({ workspace, file }) => toText(await workspace.fs.readFile(file)),
  },
  { name: "readText", cost: "small", onFile: true, attempt: ({ workspace, file }) => workspace.fs.readText(file) },
  {
    name: "readChunks",
    cost: "small",
    onFile: true,
    attempt: ({ workspace, file }) => collect(workspace.fs.readChunks(file)),
  },
  {
    name: "holdFile",
    cost: "small",
    onFile: true,
    attempt: ({ workspace, file }) =>
      workspace.fs.holdFile(file, async (held) => [toText(await held.readBytes(0, 100)), await held.describe()]),
  },
  { name: "list", cost: "small", attempt: ({ workspace, directory }) => workspace.fs.list(directory) },
  { name: "listAll", cost: "small", attempt: ({ workspace, directory }) => workspace.fs.listAll(directory) },
  { name: "glob", cost: "middle", attempt: ({ workspace, directory }) => workspace.fs.glob("**", { cwd: directory }) },
  { name: "glob above", cost: "middle", attempt: ({ workspace }) => workspace.fs.glob("**/*") },
  {
    name: "grep",
    cost: "large",
    onFile: true,
    attempt: ({ workspace, file }) => workspace.fs.grep("count", { path: file }),
  },
  {
    name: "grep below",
    cost: "large",
    attempt: ({ workspace, directory }) => workspace.fs.grep("count", { path: directory }),
  },
  {
    name: "grep above",
    cost: "large",
    attempt: async ({ workspace }) => orSecret((await workspace.fs.grep("secr?et", { regex: true })).hits.length),
  },
  {
    name: "grep for files",
    cost: "large",
    attempt: async ({ workspace }) =>
      orSecret((await workspace.fs.grep("secret", { mode: "files" })).files?.length ?? 0),
  },
  { name: "shell cwd", cost: "large", attempt: runToEnd },
];

const CHANGING: readonly RacedOperation[] = [
  {
    name: "overwrite",
    cost: "middle",
    onFile: true,
    attempt: ({ workspace, file }) => workspace.fs.writeTextOverwrite(file, INSIDE),
  },
  {
    name: "replace",
    cost: "middle",
    onFile: true,
    attempt: ({ workspace, file }) =>
      workspace.fs.writeTextAtomic(file, INSIDE, { mode: "replace", expectedSha256: INSIDE_SHA256 }),
  },
  {
    name: "create",
    cost: "middle",
    attempt: ({ workspace, directory, index }) =>
      workspace.fs.writeTextAtomic(`${directory}/new-${index}`, INSIDE, { mode: "create" }),
  },
  {
    name: "writeBytes",
    cost: "middle",
    onFile: true,
    attempt: ({ workspace, file }) => workspace.fs.writeBytes(file, Buffer.from(INSIDE)),
  },
  {
    name: "append",
    cost: "middle",
    onFile: true,
    attempt: ({ workspace, file }) =>
      workspace.fs.update(file, (current) => {
        if (current !== null && toText(current).includes(SECRET)) throw new Error(SECRET);
        return Buffer.concat([(current ?? new Uint8Array()).subarray(0, 200), Buffer.from("more\n")]);
      }),
  },
  {
    name: "edit",
    cost: "middle",
    onFile: true,
    attempt: async (turn) => turn.workspace.fs.edit(turn.file, await planEdit(turn)),
  },
  {
    name: "applyChanges",
    cost: "middle",
    onFile: true,
    attempt: ({ workspace, file, index }) =>
      workspace.fs.applyChanges([
        { path: file, content: Buffer.from(INSIDE) },
        { path: `kept/changed-${index % 8}`, content: Buffer.from(INSIDE) },
      ]),
  },
  {
    name: "patch that updates",
    cost: "middle",
    onFile: true,
    attempt: async (turn) => {
      const { oldText, newText } = await planEdit(turn);
      return applyPatch(turn, `*** Update File: ${turn.file}\n@@\n inside\n-${oldText}\n+${newText}`);
    },
  },
  {
    name: "patch that adds, moves and deletes",
    cost: "middle",
    attempt: async (turn) => {
      const path = `${turn.directory}/patched-${turn.index}`;
      await applyPatch(turn, `*** Add File: ${path}\n+inside`);
      await applyPatch(turn, `*** Update File: ${path}\n*** Move to: ${path}-moved`);
      return applyPatch(turn, `*** Delete File: ${path}-moved`);
    },
  },
  {
    name: "mkdir",
    cost: "middle",
    attempt: async ({ workspace, directory, index }) => {
      await workspace.fs.mkdir(`${directory}/made-${index}/deep`, { recursive: true });
      return "made";
    },
  },
  {
    name: "remove",
    cost: "middle",
    attempt: async ({ workspace, directory, index }) => {
      await workspace.fs.writeTextOverwrite(`${directory}/victim-${index}`, INSIDE);
      await workspace.fs.remove(`${directory}/victim-${index}`);
      return "removed";
    },
  },
  {
    name: "remove a directory",
    cost: "middle",
    attempt: async ({ workspace, directory, held, index }) => {
      mkdirSync(join(held, `tree-${index}/deep`), { recursive: true });
      writeFileSync(join(held, `tree-${index}/deep/file`), INSIDE);
      await workspace.fs.remove(`${directory}/tree-${index}`, { recursive: true });
      return "removed";
    },
  },
  {
    name: "remove an empty directory",
    cost: "middle",
    attempt: async ({ workspace, directory, held, index }) => {
      mkdirSync(join(held, `empty-${index}`));
      await workspace.fs.remove(`${directory}/empty-${index}`);
      return "removed";
    },
  },
  {
    name: "copy from",
    cost: "middle",
    factor: 2,
    onFile: true,
    attempt: async (turn) => {
      await turn.workspace.fs.copy(turn.file, `kept/copy-${turn.index % 8}`, { overwrite: true });
      return toText(await turn.workspace.fs.readFile(`kept/copy-${turn.index % 8}`));
    },
  },
  {
    name: "copy to",
    cost: "middle",
    factor: 2,
    onFile: true,
    attempt: async ({ workspace, file }) => {
      await workspace.fs.copy("kept/seed", file, { overwrite: true });
      return "copied";
    },
  },
  {
    name: "move from",
    cost: "middle",
    attempt: async ({ workspace, directory, held, index }) => {
      writeFileSync(join(held, `from-${index}`), INSIDE);
      const target = `kept/moved-${index % 8}`;
      await workspace.fs.move(`${directory}/from-${index}`, target, { overwrite: true });
      return toText(await workspace.fs.readFile(target));
    },
  },
  {
    name: "move a directory",
    cost: "middle",
    attempt: async ({ workspace, directory, held, index }) => {
      mkdirSync(join(held, `whole-${index}/deep`), { recursive: true });
      await workspace.fs.move(`${directory}/whole-${index}`, `kept/whole-${index}`);
      return "moved";
    },
  },
  {
    name: "move to",
    cost: "middle",
    attempt: async ({ workspace, ground, directory, index }) => {
      writeFileSync(join(ground.base, "to"), INSIDE);
      await workspace.fs.writeTextOverwrite(`kept/to-${index % 8}`, INSIDE);
      await workspace.fs.move(`kept/to-${index % 8}`, `${directory}/to-${index}`);
      return "moved";
    },
  },
  {
    name: "undo and redo",
    cost: "middle",
    onFile: true,
    attempt: async (turn) => {
      await turn.workspace.fs.edit(turn.file, await planEdit(turn));
      const undone = await turn.workspace.history.undo();
      return [undone.message, (await turn.workspace.history.redo()).message];
    },
  },
  { name: "sweep at opening", cost: "middle", factor: 2, attempt: sweep },
];

/** Every operation that is raced. */
export const OPERATIONS: readonly RacedOperation[] = [...READING, ...CHANGING];

/** Tells whether a path leads into the root and to a file, as code without a boundary would ask. */
function looksInside({ ground, file }: Turn): boolean {
  const path = realpathSync.native(join(ground.root, file));
  return path.startsWith(`${ground.root}/`) && lstatSync(path).isFile();
}

function readAt(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const bytes = Buffer.alloc(100);
  try {
    return fstatSync(descriptor).isFIFO() ? SECRET : bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, 100, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** The same tries by code that looks before it acts: they show that the races are ones. */
export const NAIVE: readonly RacedOperation[] = [
  {
    name: "naive read",
    cost: "small",
    onFile: true,
    attempt: async (turn) => (looksInside(turn) ? readAt(join(turn.ground.root, turn.file)) : null),
  },
  {
    name: "naive read from a held directory",
    cost: "small",
    attempt: async ({ ground, directory }) => {
      const [first = "", ...rest] = directory.split("/");
      const descriptor = openSync(join(ground.root, first), constants.O_RDONLY | constants.O_DIRECTORY);
      try {
        const held = `/proc/self/fd/${descriptor}`;
        if (!readlinkSync(held).startsWith(`${ground.root}/`)) return null;
        return readAt(`${held}/${[...rest, "file"].join("/")}`);
      } finally {
        closeSync(descriptor);
      }
    },
  },
  {
    name: "naive write",
    cost: "middle",
    onFile: true,
    attempt: async (turn) => {
      if (!looksInside(turn)) return null;
      const path = join(turn.ground.root, turn.file);
      const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
      try {
        if (fstatSync(descriptor).isFIFO() || readAt(path).includes(SECRET)) return SECRET;
        return writeSync(descriptor, INSIDE, 0);
      } finally {
        closeSync(descriptor);
      }
    },
  },
];
