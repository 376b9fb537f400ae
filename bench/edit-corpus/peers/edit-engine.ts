// What an edit engine is to the benchmark: a function from a file and edits to a file or a refusal.

import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AskedEdit } from "../classes/edit-case.js";

/** Answers what an engine made of a call. */
export type EngineAnswer = { readonly after: string } | { readonly refusedAs: string };

/** Applies edits the way a package does. */
export interface EditEngine {
  readonly name: string;
  /** Takes a call with several edits. */
  readonly takesSeveral: boolean;
  /** Takes an edit that replaces all. */
  readonly takesReplaceAll: boolean;
  /** Answers the new content, or why nothing was changed. */
  apply(before: string, edits: readonly AskedEdit[]): Promise<EngineAnswer>;
}

/** Runs an engine on a file in memory; a failure is a refusal. */
export async function applyToMemory(
  before: string,
  work: (file: { content: string }) => Promise<unknown>,
): Promise<EngineAnswer> {
  const file = { content: before };
  try {
    await work(file);
  } catch (error) {
    return { refusedAs: String(error) };
  }
  return { after: file.content };
}

/** Runs an engine on a file on the disk; a failure is a refusal. Calls must not run at the same time. */
export async function applyOnDisk(before: string, work: (path: string) => Promise<unknown>): Promise<EngineAnswer> {
  const path = join(tmpdir(), `edit-corpus-${process.pid}.txt`);
  await writeFile(path, before);
  return applyToMemory(before, async (file) => {
    await work(path);
    file.content = await readFile(path, "utf8");
  });
}
