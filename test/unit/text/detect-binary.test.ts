import { expect, it } from "vitest";
import { BINARY_PROBE_BYTES } from "../../../src/limits.js";
import { detectBinary } from "../../../src/text/detect-binary.js";

function controlBytes(count: number, length: number): Uint8Array {
  return new Uint8Array(length).fill(0x61).fill(0x01, 0, count);
}

it.each<[string, Uint8Array, boolean]>([
  ["nothing", new Uint8Array(), false],
  ["plain text", Buffer.from("a\tb\r\n\f\v"), false],
  ["UTF-8", Buffer.from("größer 😀"), false],
  ["text with terminal colours", Buffer.from("\u001b[31mred\u001b[0m"), false],
  ["a NUL", Buffer.from("a\0b"), true],
  ["a NUL at the end of the probe", Buffer.from(`${"a".repeat(BINARY_PROBE_BYTES - 1)}\0`), true],
  ["a NUL behind the probe", Buffer.from(`${"a".repeat(BINARY_PROBE_BYTES)}\0`), false],
  ["30 % control bytes", controlBytes(3, 10), false],
  ["more than 30 % control bytes", controlBytes(31, 100), true],
  ["30 % of the probe and more behind it", controlBytes(2000, 10_000), true],
  ["UTF-16LE", Buffer.from([0xff, 0xfe, 0x61, 0x00]), false],
  ["UTF-16BE", Buffer.from([0xfe, 0xff, 0x00, 0x61]), false],
  ["UTF-16 of an odd length", Buffer.from([0xff, 0xfe, 0x61]), true],
  ["UTF-8 with a byte order mark and a NUL", Buffer.from([0xef, 0xbb, 0xbf, 0x00]), false],
  ["UTF-32LE", Buffer.from([0xff, 0xfe, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00]), true],
  ["UTF-32BE", Buffer.from([0x00, 0x00, 0xfe, 0xff, 0x00, 0x00, 0x00, 0x61]), true],
  ["a PNG", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), true],
])("tells for %s whether it is binary", (_name, bytes, expected) => {
  expect(detectBinary(bytes)).toBe(expected);
});
