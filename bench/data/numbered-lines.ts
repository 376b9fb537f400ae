// Text files whose every line says which line it is, so that a window from the wrong place cannot pass for the right one.

import { createWriteStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";

/** Bytes of one line, its line feed included. */
export const LINE_BYTES = 80;

/** Lines from one that ends in a blank to the next. */
export const RAGGED_EVERY = 10;

const LINES_PER_BLOCK = 10_000;
const FILLER = "request handled by worker in the expected time and order";

/** Answers a line by its number, from 1, with its line feed. */
export function numberedLine(line: number): string {
  return `${line} ${FILLER}`.padEnd(LINE_BYTES - 1, ".").concat("\n");
}

/** Answers a line by its number, every tenth with a blank in place of its last dot. */
export function raggedLine(line: number): string {
  const text = numberedLine(line);
  return line % RAGGED_EVERY === 0 ? `${text.slice(0, -2)} \n` : text;
}

function* generateBlocks(lines: number, lineAt: (line: number) => string): Generator<string, void, void> {
  for (let first = 1; first <= lines; first += LINES_PER_BLOCK) {
    const length = Math.min(LINES_PER_BLOCK, lines - first + 1);
    yield Array.from({ length }, (_, index) => lineAt(first + index)).join("");
  }
}

/** Writes a file of numbered lines, unless it is there already. */
export async function ensureNumberedFile(
  path: string,
  lines: number,
  lineAt: (line: number) => string = numberedLine,
): Promise<void> {
  if (!existsSync(path)) await pipeline(generateBlocks(lines, lineAt), createWriteStream(path));
}
