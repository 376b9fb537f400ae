// Lines come through whole or not at all, however they arrive.

import { once } from "node:events";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type DroppedLine, LineFilter } from "../../src/mcp/line-filter.js";
import { propertyRuns } from "../support/property-runs.js";

const MAX_LINE_BYTES = 700;

const line = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.tuple(fc.string({ unit: "binary", maxLength: 5 }), fc.integer({ min: 0, max: 1500 })).map(([text, length]) => {
    return `${text}${"é".repeat(Math.floor(length / 2))}${"x".repeat(length % 2)}${text}`;
  }),
);

function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

test("whatever the lines and the pieces that they come in", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.array(fc.nat()), async (texts, places) => {
      const lines = texts.map((text) => `${text.toWellFormed().replaceAll("\n", " ")}\n`);
      const dropped: DroppedLine[] = [];
      const filter = new LineFilter({ maxLineBytes: MAX_LINE_BYTES, onDropped: (one) => dropped.push(one) });
      const passed: Buffer[] = [];
      filter.on("data", (chunk: Buffer) => passed.push(chunk));
      for (const piece of cut(Buffer.from(lines.join("")), places)) filter.write(piece);
      filter.end("an unfinished line");
      await once(filter, "end");

      const isLong = (text: string): boolean => Buffer.byteLength(text) > MAX_LINE_BYTES;
      expect(Buffer.concat(passed).toString()).toBe(lines.filter((text) => !isLong(text)).join(""));
      const ends = lines.filter(isLong).map((text) => [text.slice(0, 100), text.slice(-100)]);
      expect(dropped.map(({ head, tail }) => [head.slice(0, 100), tail.slice(-100)])).toEqual(ends);
    }),
    { numRuns: propertyRuns(150) },
  );
});
