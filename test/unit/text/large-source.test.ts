import { describe, expect, it } from "vitest";
import { type LineWindow, type LineWindowOptions, readLineWindow } from "../../../src/text/line-window.js";
import { SparseLineIndex } from "../../../src/text/sparse-line-index.js";
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
      4 * BLOCK.length,
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

  it("costs the window wherever it is once the lines have been counted", async () => {
    const index = new SparseLineIndex("utf-8");
    const counted = { ...largeFile(), lineIndex: () => index };
    await readLineWindow(counted, { ...options, startLine: TOTAL_LINES });
    expect(index.coveredBytes).toBe(counted.sizeBytes);
    expect(index.weightBytes).toBeLessThan(128 * 1024);
    for (const startLine of [2_999_990, 5, 1_500_000, -1]) {
      const source = { ...largeFile(), lineIndex: () => index };
      const window = await readLineWindow(source, { ...options, startLine });
      expect(window.totalLines).toBe(TOTAL_LINES);
      expect(window.startByte).toBe(((startLine > 0 ? startLine : TOTAL_LINES) - 1) * LINE.length);
      expect(source.log.deliveredBytes).toBeLessThanOrEqual(3 * 65_536);
    }
  });

  it("costs no more than its pages, read one after another", async () => {
    const index = new SparseLineIndex("utf-8");
    const source = { ...largeFile(), lineIndex: () => index };
    let startLine: number | undefined = 1;
    for (let page = 0; page < 200; page += 1) {
      const window: LineWindow = await readLineWindow(source, { maxBytes: 50_000, encoding: "utf-8", startLine });
      startLine = window.nextLine;
    }
    expect(startLine).toBe(200 * 500 + 1);
    expect(source.log.deliveredBytes).toBeLessThanOrEqual(200 * 65_536);
  });

  it("is cut inside a line that has no end", async () => {
    const source = repeatedSource(Buffer.alloc(65_536, "x"), 4700);
    const window = await readLineWindow(source, { maxBytes: 10_000, encoding: "utf-8" });
    expect(window).toMatchObject({ endLine: 1, endByte: 10_000, nextLine: 1, nextByte: 10_000 });
    expect(source.log.deliveredBytes).toBeLessThanOrEqual(20_000);
  });
});
