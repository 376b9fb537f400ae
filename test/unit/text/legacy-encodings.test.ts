// Legacy encodings: each decodes and encodes exactly, keeps ASCII apart, and is found by the names in use.

import { describe, expect, it } from "vitest";
import { characterLength, isMultiByte } from "../../../src/text/character-length.js";
import { encodeText, type TextEncodingName } from "../../../src/text/encoding.js";
import type { LegacyCodec } from "../../../src/text/legacy-codec.js";
import { findCodecByLabel, findLegacyCodec, isWindows1252Label } from "../../../src/text/legacy-encodings.js";

function codecOf(encoding: TextEncodingName): LegacyCodec {
  const codec = findLegacyCodec(encoding);
  if (codec === undefined) throw new Error(`no codec for ${encoding}`);
  return codec;
}

function hexOf(bytes: Uint8Array | number): string | number {
  return typeof bytes === "number" ? bytes : Buffer.from(bytes).toString("hex");
}

const MULTI_BYTE = ["shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr"] as const;
const CODE_PAGES = [
  ...["ibm866", "koi8-r", "koi8-u", "macintosh", "x-mac-cyrillic", "windows-874"],
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15].map((part) => `iso-8859-${part}`),
  ...[1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `windows-${page}`),
] as TextEncodingName[];

// As other programs write them: iconv and Python agree on all of these.
const SAMPLES: readonly (readonly [TextEncodingName, string, string])[] = [
  ["shift_jis", "表\\ソｱ①", "955c5c835cb18740"],
  ["euc-jp", "表ソｱ丂", "c9bda5bd8eb18fb0a1"],
  ["gbk", "中文€丂", "d6d0cec4808140"],
  ["gb18030", "中文€ɐ😀", "d6d0cec4a2e38130ab379439fc36"],
  ["big5", "功許", "a55cb35c"],
  ["euc-kr", "한글", "c7d1b1db"],
  ["koi8-r", "Привет", "f0d2c9d7c5d4"],
  ["koi8-u", "їжак", "a7d6c1cb"],
  ["windows-1250", "žluťoučký", "9e6c759d6f75e86bfd"],
  ["windows-1251", "Привет", "cff0e8e2e5f2"],
  ["windows-1253", "Άλφα", "a2ebf6e1"],
  ["windows-1254", "ığş", "fdf0fe"],
  ["iso-8859-2", "žluťoučký", "be6c75bb6f75e86bfd"],
  ["iso-8859-5", "Привет", "bfe0d8d2d5e2"],
  ["iso-8859-7", "Άλφα", "b6ebf6e1"],
  ["iso-8859-15", "€œ", "a4bd"],
  ["macintosh", "é™", "8eaa"],
  ["ibm866", "Привет", "8fe0a8a2a5e2"],
];

describe("a legacy encoding", () => {
  it.each(SAMPLES)("has in %s for %s the bytes %s", (encoding, text, hex) => {
    const codec = codecOf(encoding);
    expect(hexOf(codec.encode(text))).toBe(hex);
    expect(codec.decode(Buffer.from(hex, "hex"))).toBe(text);
    expect(codec.encodedLength(text)).toBe(hex.length / 2);
  });

  it.each([...MULTI_BYTE, ...CODE_PAGES])("keeps every byte of printable ASCII in %s", (encoding) => {
    const ascii = Uint8Array.from({ length: 95 + 3 }, (_, index) => [9, 10, 13][index] ?? index - 3 + 32);
    const text = Buffer.from(ascii).toString("latin1");
    expect(codecOf(encoding).decode(ascii)).toBe(text);
    expect(codecOf(encoding).encode(text)).toEqual(ascii);
  });

  it.each(CODE_PAGES)("gives every character of %s its byte", (encoding) => {
    const codec = codecOf(encoding);
    for (let byte = 0x80; byte <= 0xff; byte += 1) {
      const text = codec.decodeStrictly(Uint8Array.of(byte), { isHead: false });
      if (text !== null) expect(codec.encode(text)).toEqual(Uint8Array.of(byte));
    }
  });

  it.each(MULTI_BYTE)("never has a line feed or a CR inside a character of %s", (encoding) => {
    const codec = codecOf(encoding);
    for (let lead = 0x80; lead <= 0xff; lead += 1) {
      for (const trail of [0x0a, 0x0d]) {
        const text = codec.decode(Uint8Array.of(lead, trail));
        expect(text.endsWith(String.fromCharCode(trail))).toBe(true);
        expect(characterLength(Uint8Array.of(lead, trail), 0, encoding)).toBe(1);
      }
    }
  });

  it.each(MULTI_BYTE)("measures every character of %s by its first bytes", (encoding) => {
    const codec = codecOf(encoding);
    let measured = 0;
    for (let codePoint = 0x80; codePoint < 0x3_0000; codePoint += 7) {
      const bytes = codePoint >= 0xd800 && codePoint < 0xe000 ? 0 : codec.encode(String.fromCodePoint(codePoint));
      if (typeof bytes === "number") continue;
      measured += 1;
      if (characterLength(bytes, 0, encoding) !== bytes.length) expect.fail(codePoint.toString(16));
    }
    expect(measured).toBeGreaterThan(1000);
  });

  it("says where a text cannot be written", () => {
    expect(codecOf("koi8-r").encode("да→")).toBe(2);
    expect(codecOf("big5").encode("a\ud83d")).toBe(1);
    expect(codecOf("gb18030").encode("a\ud83d")).toBe(1);
    expect(() => encodeText("да\n→", { encoding: "koi8-r", bom: false })).toThrow(
      expect.objectContaining({ kind: "unsupported_encoding", details: { character: "U+2192", line: 2 } }),
    );
  });

  it("refuses bytes that are none of its characters", () => {
    expect(codecOf("shift_jis").canDecode(Uint8Array.of(0x82, 0x39), { isHead: false })).toBe(false);
    expect(codecOf("euc-jp").canDecode(Uint8Array.of(0x81, 0x41), { isHead: false })).toBe(false);
    expect(codecOf("gb18030").canDecode(Uint8Array.of(0xd6), { isHead: false })).toBe(false);
    expect(codecOf("gb18030").canDecode(Uint8Array.of(0xd6), { isHead: true })).toBe(true);
  });

  it.each<[string, TextEncodingName | undefined]>([
    ["Shift_JIS", "shift_jis"],
    ["sjis", "shift_jis"],
    ["CP932", "shift_jis"],
    ["windows-31j", "shift_jis"],
    ["euc_jp", "euc-jp"],
    ["GB2312", "gbk"],
    ["gb18030", "gb18030"],
    ["cp949", "euc-kr"],
    ["ks_c_5601-1987", "euc-kr"],
    ["cp1251", "windows-1251"],
    ["KOI8-R", "koi8-r"],
    ["iso8859_2", "iso-8859-2"],
    ["latin-2", "iso-8859-2"],
    ["cp866", "ibm866"],
    ["mac-roman", "macintosh"],
    ["utf-8", undefined],
    ["iso-2022-jp", undefined],
    ["no-such-thing", undefined],
  ])("is found by the name %s", (label, encoding) => {
    expect(findCodecByLabel(label)?.encoding).toBe(encoding);
  });

  it("leaves the names of Latin-1 to windows-1252", () => {
    for (const label of ["latin-1", "ISO-8859-1", "latin1", "cp1252", "iso_8859-1"]) {
      expect(isWindows1252Label(label)).toBe(true);
      expect(findCodecByLabel(label)).toBeUndefined();
    }
    expect(isWindows1252Label("koi8-r")).toBe(false);
    expect(isMultiByte("windows-1252")).toBe(false);
  });
});
