// Text files whose every line says which line it is, so that a window from the wrong place cannot pass for the right one.

import { createWriteStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";

/** Bytes of one line, its line feed included. */
export const LINE_BYTES = 80;

const LINES_PER_BLOCK = 10_000;
const FILLER = "request handled by worker in the expected time and order";

/** Answers a line by its number, from 1, with its line feed. */
export function numberedLine(line: number): string {
  return `${line} ${FILLER}`.padEnd(LINE_BYTES - 1, ".").concat("\n");
}

function* generateBlocks(lines: number): Generator<string, void, void> {
  for (let first = 1; first <= lines; first += LINES_PER_BLOCK) {
    const length = Math.min(LINES_PER_BLOCK, lines - first + 1);
    yield Array.from({ length }, (_, index) => numberedLine(first + index)).join("");
  }
}

/** Writes a file of numbered lines, unless it is there already. */
export async function ensureNumberedFile(path: string, lines: number): Promise<void> {
  if (!existsSync(path)) await pipeline(generateBlocks(lines), createWriteStream(path));
}
