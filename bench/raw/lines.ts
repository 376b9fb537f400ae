// The least that has to be done to take lines out of a large file: read blocks, look for line feeds, decode the window. As
// in the package, short blocks are read at once; only long ones go through the thread pool.

import { closeSync, fstatSync, openSync, read, readSync } from "node:fs";
import { promisify } from "node:util";

const readThroughPool = promisify(read);

const LINE_FEED = 0x0a;
const SMALL_BLOCK_BYTES = 64 * 1024;
const LARGE_BLOCK_BYTES = 1024 * 1024;

async function withFile<Result>(path: string, work: (file: number) => Result | Promise<Result>): Promise<Result> {
  const file = openSync(path, "r");
  try {
    return await work(file);
  } finally {
    closeSync(file);
  }
}

/** Answers the offset behind the given number of line feeds, or -1 and how many of them were found. */
function skipLineFeeds(block: Buffer, lines: number): { readonly offset: number; readonly found: number } {
  let offset = 0;
  for (let found = 0; found < lines; found++) {
    const lineFeed = block.indexOf(LINE_FEED, offset);
    if (lineFeed === -1) return { offset: -1, found };
    offset = lineFeed + 1;
  }
  return { offset, found: lines };
}

function takeLines(file: number, startByte: number, lines: number): string {
  const block = Buffer.allocUnsafe(SMALL_BLOCK_BYTES);
  const bytesRead = readSync(file, block, 0, block.length, startByte);
  const { offset } = skipLineFeeds(block.subarray(0, bytesRead), lines);
  return block.toString("utf8", 0, offset === -1 ? bytesRead : offset);
}

/** Reads lines from the start of a file; all of them must fit into 64 KiB. */
export function readFirstLines(path: string, lines: number): Promise<string> {
  return withFile(path, (file) => takeLines(file, 0, lines));
}

/** Reads lines from a 1-based line on by counting all line feeds in front of it; they must fit into 64 KiB. */
export function readLinesAt(path: string, startLine: number, lines: number): Promise<string> {
  return withFile(path, async (file) => {
    const block = Buffer.allocUnsafe(LARGE_BLOCK_BYTES);
    let missing = startLine - 1;
    for (let position = 0; ; ) {
      const { bytesRead } = await readThroughPool(file, block, 0, block.length, position);
      const { offset, found } = skipLineFeeds(block.subarray(0, bytesRead), missing);
      if (offset !== -1) return takeLines(file, position + offset, lines);
      missing -= found;
      position += bytesRead;
    }
  });
}

/** Reads the last lines of a file that ends in a line feed; they must lie in its last 64 KiB. */
export function readLastLines(path: string, lines: number): Promise<string> {
  return withFile(path, (file) => {
    const { size } = fstatSync(file);
    const block = Buffer.allocUnsafe(Math.min(SMALL_BLOCK_BYTES, size));
    readSync(file, block, 0, block.length, size - block.length);
    let offset = block.length;
    for (let found = 0; found <= lines; found++) offset = block.lastIndexOf(LINE_FEED, offset - 1);
    return block.toString("utf8", offset + 1);
  });
}

/** Decodes a whole file block by block; answers how many characters and lines it has. */
export function readEveryLine(path: string): Promise<{ readonly characters: number; readonly lines: number }> {
  return withFile(path, async (file) => {
    const block = Buffer.allocUnsafe(LARGE_BLOCK_BYTES);
    let characters = 0;
    let lines = 0;
    for (let position = 0; ; ) {
      const { bytesRead } = await readThroughPool(file, block, 0, block.length, position);
      if (bytesRead === 0) return { characters, lines };
      characters += block.toString("utf8", 0, bytesRead).length;
      lines += skipLineFeeds(block.subarray(0, bytesRead), Number.POSITIVE_INFINITY).found;
      position += bytesRead;
    }
  });
}
