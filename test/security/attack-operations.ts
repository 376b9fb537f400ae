// Every operation of the boundary that takes a path, as one list: a row of the attack table runs against all of them.

import type { PatchHunk, PatchOperation } from "../../src/patch/parsed-patch.js";
import { sha256Of } from "../../src/text/sha256.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";

/** Content of each file that a row may reach legally. */
export const INSIDE = "inside\n";

/** Operations that a row expects the same of; `at` names the finest class. */
export type OperationClass =
  | "resolve"
  | "read"
  | "stat"
  | "search"
  | "list"
  | "exec"
  | "write"
  | "create"
  | "target"
  | "edit"
  | "replace"
  | "patchTo"
  | "mkdir"
  | "remove"
  | "moveFrom";

export interface AttackOperation {
  readonly name: string;
  readonly at: OperationClass;
  /** The paths that a patch names. */
  readonly patchPaths?: number;
  run(workspace: Workspace, path: string): Promise<unknown>;
}

async function joinChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString("utf8");
}

async function runToEnd(workspace: Workspace, cwd: string): Promise<string> {
  const run = workspace.shell.run("pwd -P", { cwd });
  for (let step = await run.next(); ; step = await run.next()) if (step.done === true) return step.value.stdout;
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

/** Applies a patch of one operation, made without its text, in which not every path could stand; a diff is told by its size. */
async function patch(workspace: Workspace, operation: PatchOperation): Promise<unknown> {
  const { files, ...others } = await workspace.fs.applyPatch({ operations: [operation], sizeBytes: 0 });
  return { ...others, files: files.map((file) => ({ ...file, diff: file.diff.length })) };
}

const INSIDE_TO_X: PatchHunk = {
  patchLine: 2,
  anchors: [],
  lines: [
    { kind: "remove", text: "inside", isBare: false },
    { kind: "add", text: "x", isBare: false },
  ],
  hintLine: null,
  endsFile: false,
  finalLineEnding: "keep",
  isExact: false,
};

export const ATTACK_OPERATIONS: readonly AttackOperation[] = [
  { name: "resolve", at: "resolve", run: (w, path) => w.fs.resolve(path, "read") },
  { name: "stat", at: "stat", run: (w, path) => w.fs.stat(path) },
  { name: "readText", at: "read", run: async (w, path) => (await w.fs.readText(path)).content },
  { name: "readBytes", at: "read", run: async (w, path) => text((await w.fs.readBytes(path)).bytes) },
  { name: "readFile", at: "read", run: async (w, path) => text(await w.fs.readFile(path)) },
  { name: "readChunks", at: "read", run: (w, path) => joinChunks(w.fs.readChunks(path)) },
  { name: "copy from", at: "read", run: (w, path) => w.fs.copy(path, "copied") },
  { name: "grep path", at: "search", run: (w, path) => w.fs.grep("inside", { path }) },
  { name: "list", at: "list", run: (w, path) => w.fs.list(path) },
  { name: "glob cwd", at: "list", run: (w, path) => w.fs.glob("**", { cwd: path }) },
  { name: "exec cwd", at: "exec", run: runToEnd },
  { name: "writeTextAtomic", at: "write", run: (w, path) => w.fs.writeTextAtomic(path, "x", { mode: "overwrite" }) },
  { name: "writeTextOverwrite", at: "write", run: (w, path) => w.fs.writeTextOverwrite(path, "x") },
  { name: "writeBytes", at: "write", run: (w, path) => w.fs.writeBytes(path, Buffer.from("x")) },
  { name: "update", at: "write", run: (w, path) => w.fs.update(path, () => Buffer.from("x")) },
  { name: "applyChanges", at: "write", run: (w, path) => w.fs.applyChanges([{ path, content: Buffer.from("x") }]) },
  { name: "create", at: "create", run: (w, path) => w.fs.writeTextAtomic(path, "x", { mode: "create" }) },
  {
    name: "replace",
    at: "replace",
    run: (w, path) =>
      w.fs.writeTextAtomic(path, "x", { mode: "replace", expectedSha256: sha256Of(Buffer.from(INSIDE)) }),
  },
  { name: "edit", at: "edit", run: (w, path) => w.fs.edit(path, { oldText: "inside", newText: "x" }) },
  {
    name: "patch add",
    at: "patchTo",
    patchPaths: 1,
    run: (w, path) => patch(w, { type: "add", path, content: "x", patchLine: 1 }),
  },
  {
    name: "patch update",
    at: "edit",
    patchPaths: 1,
    run: (w, path) => patch(w, { type: "update", path, moveTo: null, hunks: [INSIDE_TO_X], patchLine: 1 }),
  },
  {
    name: "patch replace",
    at: "edit",
    patchPaths: 1,
    run: (w, path) => patch(w, { type: "replace", path, content: "x", patchLine: 1 }),
  },
  {
    name: "patch delete",
    at: "edit",
    patchPaths: 1,
    run: (w, path) => patch(w, { type: "delete", path, hunks: [], patchLine: 1 }),
  },
  {
    name: "patch move from",
    at: "edit",
    patchPaths: 2,
    run: (w, path) => patch(w, { type: "update", path, moveTo: "moved", hunks: [], patchLine: 1 }),
  },
  {
    name: "patch move to",
    at: "patchTo",
    patchPaths: 2,
    run: (w, path) => patch(w, { type: "update", path: "seed", moveTo: path, hunks: [INSIDE_TO_X], patchLine: 1 }),
  },
  { name: "copy to", at: "target", run: (w, path) => w.fs.copy("seed", path) },
  { name: "move to", at: "target", run: (w, path) => w.fs.move("seed", path) },
  { name: "mkdir", at: "mkdir", run: (w, path) => w.fs.mkdir(path) },
  { name: "remove", at: "remove", run: (w, path) => w.fs.remove(path) },
  { name: "move from", at: "moveFrom", run: (w, path) => w.fs.move(path, "moved") },
];
