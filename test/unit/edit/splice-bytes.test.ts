// Ranges are replaced in the bytes of every encoding, and nothing else changes.

import { describe, expect, it } from "vitest";
import { openFile } from "../../../src/edit/open-file.js";
import { spliceBytes } from "../../../src/edit/splice-bytes.js";
import { FsError } from "../../../src/errors.js";
import { decodeExactly, encodeText, type TextFormat } from "../../../src/text/encoding.js";

const TEXT = "größe = 1;\nnaïve = 2;\n";
const FORMATS: readonly TextFormat[] = [
  { encoding: "utf-8", bom: false },
  { encoding: "utf-8", bom: true },
  { encoding: "utf-16le", bom: true },
  { encoding: "utf-16be", bom: true },
  { encoding: "windows-1252", bom: false },
];

function splice(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const file = openFile(bytes);
  const start = file.text.indexOf(from);
  return spliceBytes(file, [{ start, end: start + from.length, replacement: to }]);
}

describe("spliceBytes", () => {
  it.each(FORMATS)("replaces several ranges in $encoding, byte order mark $bom", (format) => {
    const file = openFile(encodeText(TEXT, format));
    const splices = [
      { start: 0, end: 5, replacement: "Länge" },
      { start: 8, end: 8, replacement: "+" },
      { start: 10, end: 11, replacement: "" },
      { start: 21, end: 22, replacement: "é" },
    ];
    const spliced = decodeExactly(spliceBytes(file, splices));
    expect(spliced.text).toBe("Länge = +1;naïve = 2;é");
    expect(spliced.format).toEqual(format);
  });

  it.each([false, true])("replaces in plain ASCII, byte order mark %s", (bom) => {
    const bytes = splice(encodeText("one two three", { encoding: "utf-8", bom }), "two", "2");
    expect(Buffer.from(bytes)).toEqual(Buffer.from(`${bom ? "\ufeff" : ""}one 2 three`));
  });

  it("puts a text into a file that has none", () => {
    const file = openFile(new Uint8Array());
    const bytes = spliceBytes(file, [{ start: 0, end: 0, replacement: "new" }]);
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
});
