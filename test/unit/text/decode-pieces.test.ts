import fc from "fast-check";
import { expect, test } from "vitest";
import { decodePieces } from "../../../src/text/decode-pieces.js";
import { decodeText, encodeText, type TextFormat } from "../../../src/text/encoding.js";
import { decodeWindows1252 } from "../../../src/text/windows-1252.js";

const PIECE_BYTES = 512 * 1024;

const FORMATS: readonly TextFormat[] = [
  { encoding: "utf-16le", bom: true },
  { encoding: "utf-16be", bom: true },
  { encoding: "unknown", bom: false },
  { encoding: "windows-1252", bom: false },
  { encoding: "shift_jis", bom: false },
  { encoding: "gb18030", bom: false },
];

test.each(FORMATS)("a text in $encoding is the same in pieces, wherever they are cut", (format) => {
  const bytes = fc.uint8Array({ minLength: 0, maxLength: 12 });
  fc.assert(
    fc.property(bytes, fc.nat({ max: 8 }), (end, lead) => {
      const start = Buffer.alloc(PIECE_BYTES - lead, "a ");
      const content = Buffer.concat([start, end, start.subarray(0, PIECE_BYTES - 3), end]);
      const pieces = [...decodePieces(content, format)];
      expect(pieces.length).toBeGreaterThan(1);
      expect(Buffer.concat(pieces).equals(Buffer.from(decodeText(content, format)))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("the byte order mark is no part of the text", () => {
  const format = { encoding: "utf-16le", bom: true } as const;
  expect([...decodePieces(encodeText("a\u00e9\n", format), format)].join("")).toBe("a\u00e9\n");
});

test("a large text of nothing but special characters is decoded, which ended the process", () => {
  const text = decodeWindows1252(new Uint8Array(36 * 1024 * 1024).fill(0x80));
  expect(text).toHaveLength(36 * 1024 * 1024);
  expect(text.endsWith("\u20ac")).toBe(true);
});
