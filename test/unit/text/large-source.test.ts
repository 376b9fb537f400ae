import { describe, expect, it } from "vitest";
import { type LineWindowOptions, readLineWindow } from "../../../src/text/line-window.js";
import { repeatedSource } from "./sources.js";

const LINE = `${"x".repeat(99)}\n`;
const LINES_PER_BLOCK = 640;
const BLOCK = Buffer.from(LINE.repeat(LINES_PER_BLOCK));
const BLOCKS = 4700;
const TOTAL_LINES = LINES_PER_BLOCK * BLOCKS;

function largeFile() {
  return repeatedSource(BLOCK, BLOCKS);
}

describe("a window of a file of 300 MB", () => {
  const options = { maxLines: 20, maxBytes: 10_000, encoding: "utf-8" } as const;
  const nearTheEnd = (TOTAL_LINES - 10) * LINE.length;

  it.each<[string, Partial<LineWindowOptions>, number, object]>([
    ["at the head", {}, 20_000, { startLine: 1, endLine: 20, nextLine: 21 }],
    [
      "behind a number of lines",
      { startLine: 1281 },
      3 * BLOCK.length,
      { startLine: 1281, endLine: 1300, startByte: 128_000 },
    ],
    [
      "at the tail, numbered from the end",
      { startLine: -20, maxCountBytes: 1_000_000 },
      80_000,
      { startLine: -20, endLine: -1, endByte: BLOCK.length * BLOCKS },
    ],
    [
      "at a position whose line is known",
      { startByte: nearTheEnd, startLine: TOTAL_LINES - 9 },
      20_000,
      { startLine: TOTAL_LINES - 9, endLine: TOTAL_LINES },
    ],
  ])("costs the window, %s", async (...[, where, maxDeliveredBytes, expected]) => {
    const source = largeFile();
    expect(await readLineWindow(source, { ...options, ...where })).toMatchObject(expected);
    expect(source.log.deliveredBytes).toBeLessThanOrEqual(maxDeliveredBytes);
  });

  it("is numbered from 1 at the tail by one pass over the file", async () => {
    const source = largeFile();
    const window = await readLineWindow(source, { ...options, startLine: -20 });
    expect(window).toMatchObject({ startLine: TOTAL_LINES - 19, endLine: TOTAL_LINES, totalLines: TOTAL_LINES });
    expect(source.log.deliveredBytes).toBeLessThanOrEqual(source.sizeBytes + 80_000);
  });

  it("is cut inside a line that has no end", async () => {
    const source = repeatedSource(Buffer.alloc(65_536, "x"), 4700);
    const window = await readLineWindow(source, { maxBytes: 10_000, encoding: "utf-8" });
    expect(window).toMatchObject({ endLine: 1, endByte: 10_000, nextLine: 1, nextByte: 10_000 });
    expect(source.log.deliveredBytes).toBeLessThanOrEqual(20_000);
  });
});
