import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, encodeText, type TextEncodingName } from "../../src/text/encoding.js";
import { type LineWindow, readLineWindow } from "../../src/text/line-window.js";
import { SparseLineIndex } from "../../src/text/sparse-line-index.js";
import { memorySource } from "../unit/text/sources.js";

const LONGEST_CODE_POINT_BYTES = 4;

interface Case {
  readonly bytes: Uint8Array;
  readonly encoding: TextEncodingName;
  readonly bomBytes: number;
}

const characters = fc.constantFrom("\n", "\n", "\r\n", "\r", "a", "é", "€", "😀", "\u0a0a", "\u0a00", "\uFEFF");

const texts: fc.Arbitrary<Case> = fc
  .record({
    text: fc.array(characters, { maxLength: 60 }).map((parts) => parts.join("")),
    encoding: fc.constantFrom("utf-8" as const, "utf-16le" as const, "utf-16be" as const),
    bom: fc.boolean(),
  })
  .filter(({ text, bom }) => bom || !text.startsWith("\uFEFF"))
  .map(({ text, encoding, bom }) => ({
    bytes: encodeText(text, { encoding, bom }),
    encoding,
    bomBytes: bom ? (encoding === "utf-8" ? 3 : 2) : 0,
  }));

const anyByte = fc.oneof(
  fc.constantFrom(0x0a, 0x0d, 0x00, 0xd8, 0xdc, 0x80, 0xe2, 0xf0),
  fc.integer({ min: 0, max: 255 }),
);

const damaged: fc.Arbitrary<Case> = fc
  .record({
    bytes: fc.array(anyByte, { maxLength: 80 }).map((bytes) => Uint8Array.from(bytes)),
    encoding: fc.constantFrom<TextEncodingName[]>("unknown", "windows-1252", "utf-8", "utf-16le", "utf-16be"),
  })
  .filter(({ bytes }) => ![0xef, 0xff, 0xfe].includes(bytes[0] ?? 0))
  .map((content) => ({ ...content, bomBytes: 0 }));

const cases = fc.oneof(texts, damaged);
const chunkSizes = fc.integer({ min: 1, max: 9 });
const budgets = fc.record({ maxBytes: fc.integer({ min: 1, max: 24 }), maxLines: fc.integer({ min: 1, max: 5 }) });

type Position = { readonly startLine: number; readonly startByte?: number };

function followNumbers(window: LineWindow): Position {
  const { nextLine = 0, nextByte } = window;
  return nextByte === undefined ? { startLine: nextLine } : { startLine: nextLine, startByte: nextByte };
}

function followBytes(window: LineWindow): Position {
  return { startLine: window.nextLine ?? 0, startByte: window.endByte };
}

/** Splits by the definition of a line, without any of the code under test. */
function referenceLines({ bytes, encoding, bomBytes }: Case): Uint8Array[] {
  const width = encoding.startsWith("utf-16") ? 2 : 1;
  const lines: Uint8Array[] = [];
  let start = bomBytes;
  for (let index = bomBytes; index < bytes.length; index += width) {
    const unit = [...bytes.subarray(index, index + width)];
    if (encoding === "utf-16be") unit.reverse();
    if (unit[0] !== 0x0a || (width === 2 && unit[1] !== 0)) continue;
    lines.push(bytes.subarray(start, index + width));
    start = index + width;
  }
  if (start < bytes.length) lines.push(bytes.subarray(start));
  return lines;
}

async function readAll(
  file: Case,
  chunkBytes: number,
  walk: { maxBytes: number; maxLines: number; next: typeof followBytes; from: number },
) {
  const { next, from, ...budget } = walk;
  const windows: LineWindow[] = [];
  let position: Position | undefined = { startLine: from };
  while (position !== undefined) {
    const source = memorySource(file.bytes, chunkBytes);
    const window: LineWindow = await readLineWindow(source, { ...budget, ...position, encoding: file.encoding });
    expect(source.log.openIterators).toBe(0);
    windows.push(window);
    position = window.truncatedBy === undefined ? undefined : next(window);
    if (windows.length > file.bytes.length + 1) throw new Error("the windows do not come to an end");
  }
  return windows;
}

fc.configureGlobal({ seed: 20_260_101 });

describe("windows of lines", () => {
  it.each([
    ["nextLine and nextByte", followNumbers],
    ["nextLine and endByte", followBytes],
  ])("join to the file over %s", async (_name, next) => {
    await fc.assert(
      fc.asyncProperty(cases, chunkSizes, budgets, async (file, chunkBytes, budget) => {
        const windows = await readAll(file, chunkBytes, { ...budget, next, from: 1 });
        expect(Buffer.concat(windows.map((window) => window.bytes))).toEqual(
          Buffer.from(file.bytes.subarray(file.bomBytes)),
        );
        const last = windows.at(-1);
        expect(last?.endLine).toBe(referenceLines(file).length);
      }),
      { numRuns: 1000 },
    );
  });

  it("join from any line counted from the end", async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.integer({ min: 1, max: 12 }), budgets, async (file, fromEnd, budget) => {
        const windows = await readAll(file, 5, { ...budget, next: followNumbers, from: -fromEnd });
        const expected = Buffer.concat(referenceLines(file).slice(-fromEnd));
        expect(Buffer.concat(windows.map((window) => window.bytes))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it("keep to both budgets and say which of them ended them", async () => {
    await fc.assert(
      fc.asyncProperty(cases, chunkSizes, budgets, async (file, chunkBytes, budget) => {
        for (const window of await readAll(file, chunkBytes, { ...budget, next: followBytes, from: 1 })) {
          const lines = window.endLine - window.startLine + 1;
          expect(Buffer.from(window.bytes)).toEqual(Buffer.from(file.bytes.subarray(window.startByte, window.endByte)));
          expect(window.bytes.length).toBeLessThanOrEqual(Math.max(4, budget.maxBytes));
          expect(lines).toBeLessThanOrEqual(budget.maxLines);
          const hasAllLines = lines === budget.maxLines && window.nextByte === undefined;
          const expected = hasAllLines ? "lines" : "bytes";
          expect(window.truncatedBy).toBe(window.endByte === file.bytes.length ? undefined : expected);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("end for want of bytes only before a line that does not fit, or inside one", async () => {
    await fc.assert(
      fc.asyncProperty(cases, chunkSizes, budgets, async (file, chunkBytes, budget) => {
        const lines = referenceLines(file);
        const { maxBytes } = budget;
        const windows = await readAll(file, chunkBytes, { ...budget, next: followBytes, from: 1 });
        for (const window of windows.filter(({ truncatedBy }) => truncatedBy === "bytes")) {
          const wouldBeBytes =
            window.nextByte === undefined
              ? window.bytes.length + (lines[window.endLine]?.length ?? 0)
              : window.bytes.length + LONGEST_CODE_POINT_BYTES;
          expect(wouldBeBytes).toBeGreaterThan(maxBytes);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("never split a character or a CRLF", async () => {
    await fc.assert(
      fc.asyncProperty(texts, chunkSizes, budgets, async (file, chunkBytes, budget) => {
        const format = { encoding: file.encoding, bom: false };
        const windows = await readAll(file, chunkBytes, { ...budget, next: followBytes, from: 1 });
        const shown = windows.map((window) => decodeText(window.bytes, format));
        expect(shown.join("")).toBe(decodeText(file.bytes.subarray(file.bomBytes), format));
        expect(shown.some((text, index) => text.endsWith("\r") && shown[index + 1]?.startsWith("\n"))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("hold the lines that they are asked for, whichever way they are counted", async () => {
    await fc.assert(
      fc.asyncProperty(cases, chunkSizes, fc.integer({ min: 1, max: 12 }), async (file, chunkBytes, line) => {
        const lines = referenceLines(file);
        const options = { maxBytes: 1000, encoding: file.encoding } as const;
        const read = (startLine: number, maxCountBytes?: number) =>
          readLineWindow(memorySource(file.bytes, chunkBytes), { ...options, startLine, maxCountBytes });
        const fromStart = await read(line);
        expect(Buffer.from(fromStart.bytes)).toEqual(Buffer.concat(lines.slice(line - 1)));
        expect(fromStart.totalLines).toBe(lines.length);
        expect(fromStart.beyondEnd ?? false).toBe(line > Math.max(1, lines.length));
        const counted = await read(-line);
        const uncounted = await read(-line, 0);
        expect(uncounted.bytes).toEqual(counted.bytes);
        expect(counted).toMatchObject({ totalLines: lines.length, startLine: Math.max(1, lines.length - line + 1) });
        if (uncounted.startLine < 0) expect(uncounted).toMatchObject({ startLine: -line, endLine: -1 });
      }),
      { numRuns: 1000 },
    );
  });

  it("are the same through one index, in whatever order they are read", async () => {
    const grains = fc.record({
      blockBytes: fc.integer({ min: 1, max: 6 }).map((half) => 2 * half),
      maxBlocks: fc.integer({ min: 1, max: 4 }).map((half) => 2 * half),
    });
    const wanted = fc.array(
      fc.record({
        startLine: fc.integer({ min: -20, max: 40 }).filter((line) => line !== 0),
        maxLines: fc.integer({ min: 1, max: 5 }),
        maxBytes: fc.integer({ min: 4, max: 24 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(cases, chunkSizes, fc.tuple(grains, wanted), async (file, chunkBytes, [grain, windows]) => {
        const index = new SparseLineIndex(file.encoding, grain);
        const source = { ...memorySource(file.bytes, chunkBytes), lineIndex: () => index };
        const readBoth = windows.map(async (options) => {
          const known = await readLineWindow(source, { ...options, encoding: file.encoding });
          const fresh = await readLineWindow(memorySource(file.bytes, chunkBytes), {
            ...options,
            encoding: file.encoding,
          });
          const { totalLines, ...rest } = known;
          expect({ ...rest, ...(fresh.totalLines === undefined ? {} : { totalLines }) }).toEqual(fresh);
          expect([undefined, referenceLines(file).length]).toContain(totalLines);
        });
        await Promise.all(readBoth);
        expect(source.log.openIterators).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });
});

function countUnits(bytes: Uint8Array, encoding: TextEncodingName): number {
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  if (!isWide) return bytes.filter((byte) => byte === 0x0a).length;
  const low = encoding === "utf-16le" ? 0 : 1;
  let count = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2)
    if (bytes[at + low] === 0x0a && bytes[at + 1 - low] === 0) count += 1;
  return count;
}

describe("line feeds of a part", () => {
  it("are as many as one counts, whatever was counted before", () => {
    const part = fc.tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 }));
    fc.assert(
      fc.property(cases, fc.array(part, { maxLength: 6 }), fc.boolean(), ({ bytes, encoding }, parts, isKnown) => {
        const index = new SparseLineIndex(encoding, { blockBytes: 4, maxBlocks: 4 });
        for (const [first, length] of parts) {
          const startByte = Math.min(first - (first % 2), bytes.length - (bytes.length % 2));
          const piece = Buffer.from(bytes.subarray(startByte, startByte + length - (length % 2)));
          const lineFeedsBefore = isKnown ? countUnits(bytes.subarray(0, startByte), encoding) : undefined;
          expect(index.count({ startByte, bytes: piece, lineFeedsBefore })).toBe(countUnits(piece, encoding));
        }
      }),
      { numRuns: 2000 },
    );
  });
});
