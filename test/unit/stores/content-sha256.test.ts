import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { contentSha256 } from "../../../src/stores/content-sha256.js";

test.each([0, 1, 100_000])("%i bytes hash as node:crypto hashes them", async (size) => {
  const bytes = new Uint8Array(size).fill(7);
  expect(await contentSha256(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test("only a view is hashed, not the buffer below it", async () => {
  const buffer = new Uint8Array([1, 2, 3, 4]);
  expect(await contentSha256(buffer.subarray(1, 3))).toBe(await contentSha256(new Uint8Array([2, 3])));
});
