// A thousand files of the size of a small source file, in ten directories.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILES = 1000;
const DIRECTORIES = 10;
const LINES = 40;

/** Answers content for a file; a new `version` changes one line, and never the length. */
export function smallContent(version: number): string {
  const lines = Array.from(
    { length: LINES },
    (_, line) => `export const value${line} = compute(${line}, "some text");`,
  );
  return lines
    .with(LINES / 2, `export const version = "${String(version).padStart(9, "0")}";`)
    .join("\n")
    .concat("\n");
}

/** Names the files relative to their root. */
export function smallFileNames(): readonly string[] {
  return Array.from({ length: FILES }, (_, index) => `directory-${index % DIRECTORIES}/file-${index}.ts`);
}

/** Writes all files below a root. */
export async function ensureSmallFiles(root: string): Promise<void> {
  for (let index = 0; index < DIRECTORIES; index++) {
    await mkdir(join(root, `directory-${index}`), { recursive: true });
  }
  for (const name of smallFileNames()) await writeFile(join(root, name), smallContent(0));
}
