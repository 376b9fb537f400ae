// Plans a patch over a tree that is nothing but a record of files, and applies the plan to it.

import { type FsError, isFsError } from "../../src/errors.js";
import { parsePatch } from "../../src/patch/parse-patch.js";
import type { PatchPlan } from "../../src/patch/patch-plan.js";
import { type PlanPatchOptions, planPatch } from "../../src/patch/plan-patch.js";

/** Files by their paths. */
export type FileTree = Readonly<Record<string, Buffer>>;

/** Plans a patch text over a tree. */
export async function planOnTree(text: string, tree: FileTree, options?: PlanPatchOptions): Promise<PatchPlan> {
  const readFile = async (path: string): Promise<Uint8Array | null> => tree[path.replace(/^\.\//, "")] ?? null;
  return await planPatch(parsePatch(text), readFile, options);
}

/** Answers the plan, or the error that refuses the patch. */
export async function tryOnTree(
  text: string,
  tree: FileTree,
  options?: PlanPatchOptions,
): Promise<PatchPlan | FsError> {
  try {
    return await planOnTree(text, tree, options);
  } catch (error) {
    if (isFsError(error)) return error;
    throw error;
  }
}

/** Answers the tree that a plan makes of another; every change must begin with what the tree has. */
export function applyPlan(tree: FileTree, plan: PatchPlan): FileTree {
  const files = new Map(Object.entries(tree));
  for (const { path, before } of plan.changes) {
    const held = files.get(path);
    if ((held === undefined) !== (before === null) || (before !== null && held?.equals(before) === false)) {
      throw new Error(`the plan is not made from ${path} as it is`);
    }
  }
  for (const { path, after } of plan.changes) {
    if (after === null) files.delete(path);
    else files.set(path, Buffer.from(after));
  }
  return Object.fromEntries(files);
}

/** Makes a tree of texts. */
export function createTree(files: Readonly<Record<string, string>>): FileTree {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
}

/** Shows a tree as texts, in the order of the paths. */
export function showTree(tree: FileTree): Readonly<Record<string, string>> {
  const names = Object.keys(tree).sort();
  return Object.fromEntries(names.map((path) => [path, (tree[path] ?? Buffer.alloc(0)).toString("latin1")]));
}
