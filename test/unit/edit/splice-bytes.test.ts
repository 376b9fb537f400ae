// Ranges are replaced in the bytes of every encoding, and nothing else changes.

import { describe, expect, it } from "vitest";
import { openFile } from "../../../src/edit/open-file.js";
import { spliceBytes as spliceInSteps } from "../../../src/edit/splice-bytes.js";
import { FsError } from "../../../src/errors.js";
import { joinPieces } from "../../../src/text/byte-pieces.js";
import { decodeExactly, encodeText, type TextEncodingName, type TextFormat } from "../../../src/text/encoding.js";
import { runAtOnce } from "../../../src/text/steps.js";

const TEXT = "größe = 1;\nnaïve = 2;\n";
const FORMATS: readonly TextFormat[] = [
  { encoding: "utf-8", bom: false },
  { encoding: "utf-8", bom: true },
  { encoding: "utf-16le", bom: true },
  { encoding: "utf-16be", bom: true },
  { encoding: "windows-1252", bom: false },
];

function spliceBytes(...args: Parameters<typeof spliceInSteps>): readonly Uint8Array[] {
  return runAtOnce(spliceInSteps(...args));
}

function spliceWhole(...args: Parameters<typeof spliceBytes>): Uint8Array {
  return joinPieces(spliceBytes(...args));
}

function splice(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const file = openFile(bytes);
  const start = file.text.indexOf(from);
  return spliceWhole(file, [{ start, end: start + from.length, replacement: to }]);
}

const LEGACY_TEXTS: readonly (readonly [TextEncodingName, string])[] = [
  ["shift_jis", "// 表示するファイルの名前ソ\\表\\n\n"],
  ["euc-jp", "// 表示するファイルの名前ソ丂\n"],
  ["gbk", "// 这个函数返回一个新的文件丂\n"],
  ["gb18030", "// 这个函数返回一个新的文件😀ɐ\n"],
  ["big5", "// 這個函式會傳回一個新的功許檔案\n"],
  ["euc-kr", "// 이 함수는 새로운 값을 반환하고\n"],
  ["koi8-r", "// Эта функция возвращает новое значение\n"],
];

describe("spliceBytes", () => {
  it.each(LEGACY_TEXTS)("replaces nothing but the range in %s", (encoding, text) => {
    const format = { encoding, bom: false };
    const before = encodeText(`# coding: ${encoding}\n${text}key = 1;\n${text}`, format);
    const after = encodeText(`# coding: ${encoding}\n${text}${text}key = 2;\n${text}`, format);
    expect(openFile(before).format).toEqual(format);
    expect(splice(before, "key = 1", `${text}key = 2`)).toEqual(after);
  });

  it("refuses a character that a legacy file has no form for, and names it", () => {
    const bytes = encodeText("# coding: koi8-r\nПривет\n", { encoding: "koi8-r", bom: false });
    expect(() => splice(bytes, "Привет", "→")).toThrow(
      expect.objectContaining({ kind: "unsupported_encoding", hint: expect.stringContaining("U+2192") }),
    );
  });

  it("refuses what would take away what the encoding is told by", () => {
    const bytes = encodeText("# coding: koi8-r\nПривет\n", { encoding: "koi8-r", bom: false });
    expect(() => splice(bytes, "# coding: koi8-r", "#")).toThrow(
      expect.objectContaining({ message: "with the new text the file would no longer be read as koi8-r" }),
    );
  });

  it("refuses a file with a byte sequence that another one stands for", () => {
    // Both 0x8790 and 0x81E0 are ≒ in Shift_JIS; only the second is written.
    const bytes = Buffer.concat([Buffer.from("# coding: cp932\nkey = 1\n"), Buffer.of(0x87, 0x90)]);
    expect(() => splice(bytes, "1", "2")).toThrow(expect.objectContaining({ kind: "unsupported_encoding" }));
  });

  it.each(FORMATS)("replaces several ranges in $encoding, byte order mark $bom", (format) => {
    const file = openFile(encodeText(TEXT, format));
    const splices = [
      { start: 0, end: 5, replacement: "Länge" },
      { start: 8, end: 8, replacement: "+" },
      { start: 10, end: 11, replacement: "" },
      { start: 21, end: 22, replacement: "é" },
    ];
    const spliced = decodeExactly(spliceWhole(file, splices));
    expect(spliced.text).toBe("Länge = +1;naïve = 2;é");
    expect(spliced.format).toEqual(format);
  });

  it.each([false, true])("replaces in plain ASCII, byte order mark %s", (bom) => {
    const bytes = splice(encodeText("one two three", { encoding: "utf-8", bom }), "two", "2");
    expect(Buffer.from(bytes)).toEqual(Buffer.from(`${bom ? "\ufeff" : ""}one 2 three`));
  });

  it("puts a text into a file that has none", () => {
    const file = openFile(new Uint8Array());
    const bytes = spliceWhole(file, [{ start: 0, end: 0, replacement: "new" }]);
    expect(Buffer.from(bytes).toString()).toBe("new");
  });

  it("refuses what would make a windows-1252 file read as UTF-8", () => {
    const bytes = Uint8Array.of(0x61, 0xe9, 0x62);
    expect(() => splice(bytes, "é", "e")).not.toThrow();
    expect(() => splice(bytes, "é", "Ã©")).toThrow(FsError);
    expect(() => splice(bytes, "é", "Ã©")).toThrow(
      expect.objectContaining({
        kind: "unsupported_encoding",
        message: "with the new text the file would no longer be read as windows-1252",
        hint: "Convert the file to UTF-8 first, then change it.",
      }),
    );
  });

  it("leaves long parts that stay in the memory of the file, and copies short ones", () => {
    const bytes = new Uint8Array(200_000).fill(0x61);
    const file = openFile(bytes);
    const pieces = spliceBytes(file, [
      { start: 65_535, end: 65_536, replacement: "b" },
      { start: 65_540, end: 65_541, replacement: "c" },
      { start: 134_000, end: 134_001, replacement: "d" },
    ]);
    expect(pieces.map((piece) => [piece.length, piece.buffer === bytes.buffer])).toEqual([
      [65_535 + 1 + 4 + 1, false],
      [134_000 - 65_541, true],
      [1, false],
      [200_000 - 134_001, true],
    ]);
    expect(joinPieces(pieces)).toEqual(
      Uint8Array.from(bytes, (byte, index) => ({ 65535: 0x62, 65540: 0x63, 134000: 0x64 })[index] ?? byte),
    );
    expect(spliceBytes(file, [{ start: 65_536, end: 65_537, replacement: "b" }])[0]?.buffer).toBe(bytes.buffer);
  });
});
