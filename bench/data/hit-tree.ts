// Files of numbered lines, one hit of a frequent word in each line.

import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BenchContext } from "../harness/work-item.js";
import { ensureNumberedFile } from "./numbered-lines.js";

const HIT_FILES = 20;

/** Lines of each file. */
export const LINES_PER_FILE = 100_000;

/** Stands once in each line. */
export const FREQUENT_LITERAL = "worker";

/** Answers where the tree lies. */
export function hitTreePath({ directory }: BenchContext): string {
  return join(directory, "hits");
}

/** Names the files. */
export function hitFileNames(): readonly string[] {
  return Array.from({ length: HIT_FILES }, (_, index) => `file-${10 + index}.log`);
}

/** Makes the tree, unless it is there already. */
export async function ensureHitTree(context: BenchContext): Promise<void> {
  const tree = hitTreePath(context);
  if (existsSync(tree)) return;
  await mkdir(tree);
  for (const name of hitFileNames()) await ensureNumberedFile(join(tree, name), LINES_PER_FILE);
}
