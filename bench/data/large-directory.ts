// One directory with very many entries, most of them files.

import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILES = 100_000;
const FILES_PER_DIRECTORY = 1000;

/** Moves neighbours apart, so that no file system gives the names in their order. */
const STRIDE = 7919;

function nameOf(index: number): string {
  return `${((index * STRIDE) % FILES).toString(36)}-file.ts`;
}

/** Makes the entries, unless they are there already. */
export async function ensureLargeDirectory(path: string): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(path, { recursive: true });
  for (let index = 0; index < FILES; index++) {
    if (index % FILES_PER_DIRECTORY === 0) await mkdir(join(path, `directory-${index}`));
    await writeFile(join(path, nameOf(index)), "");
  }
}
