// Which memory is given back, and which is left alone.

import { expect, test } from "vitest";
import { createChunkRelease } from "../../../src/shell/running/release-chunk.js";

const MIB = 1024 * 1024;

function chunkOf(bytes: number): Uint8Array {
  return new Uint8Array(bytes).fill(7);
}

test("frees chunks once the first MiB has come", () => {
  const release = createChunkRelease();
  const [first, second, third] = [chunkOf(MIB), chunkOf(10), chunkOf(20)];
  for (const chunk of [first, second, third]) release(chunk);
  expect([first, second, third].map(({ length }) => length)).toEqual([MIB, 0, 0]);
});

test("leaves memory that holds more than the chunk", () => {
  const release = createChunkRelease();
  release(chunkOf(MIB));
  const pool = chunkOf(100);
  release(pool.subarray(10, 20));
  expect(pool).toEqual(chunkOf(100));
});
