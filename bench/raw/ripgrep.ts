// The bare ripgrep, told to see the same files as a workspace does: ignore files of the tree only, hidden files too.

import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { rgPath } from "@vscode/ripgrep";

const LINE_FEED = 0x0a;
const EXIT_NOTHING_FOUND = 1;
const SAME_FILES = [
  "--no-config",
  "--hidden",
  "--no-require-git",
  "--no-ignore-global",
  "--no-ignore-parent",
  "--no-ignore-exclude",
] as const;

/** Runs to the end and answers the lines that were printed. */
export async function runRipgrep(cwd: string, args: readonly string[]): Promise<readonly string[]> {
  const options = { cwd, maxBuffer: Number.POSITIVE_INFINITY };
  try {
    const { stdout } = await promisify(execFile)(rgPath, [...SAME_FILES, ...args], options);
    return stdout.split("\n").slice(0, -1);
  } catch (error) {
    if ((error as { code?: unknown }).code === EXIT_NOTHING_FOUND) return [];
    throw error;
  }
}

/** Runs until so many lines are printed, then kills; answers how many came, at most `maxLines`. */
export async function countFirstLines(cwd: string, args: readonly string[], maxLines: number): Promise<number> {
  const child = spawn(rgPath, [...SAME_FILES, ...args], { cwd, stdio: ["ignore", "pipe", "ignore"] });
  let lines = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
    if (lines >= maxLines) break;
  }
  child.kill("SIGKILL");
  return Math.min(lines, maxLines);
}
