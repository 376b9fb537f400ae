import { describe, expect, it } from "vitest";
import { encodeText, type TextEncodingName } from "../../../src/text/encoding.js";
import { type LineWindowOptions, readLineWindow } from "../../../src/text/line-window.js";
import { memorySource } from "./sources.js";

type Options = Partial<LineWindowOptions>;

async function readWindow(content: string | Uint8Array, options: Options = {}) {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const window = await readLineWindow(memorySource(bytes, 3), { maxBytes: 1000, encoding: "utf-8", ...options });
  return { ...window, bytes: Buffer.from(window.bytes).toString("latin1") };
}

describe("a line that is too long for the window", () => {
  it.each<{ where: string; text: string; encoding?: TextEncodingName; maxBytes: number; endByte: number }>([
    { where: "between two characters of one byte", text: "abcdefg\nx", maxBytes: 5, endByte: 5 },
    { where: "before a character that does not fit", text: "abcé\nx", maxBytes: 4, endByte: 3 },
    { where: "before a character of four bytes", text: "ab😀cd\nx", maxBytes: 5, endByte: 2 },
    { where: "behind a character that just fits", text: "ab😀cd\nx", maxBytes: 6, endByte: 6 },
    { where: "before a CRLF instead of inside it", text: "abcd\r\nx", maxBytes: 5, endByte: 4 },
    { where: "before an ending that alone does not fit", text: "abcde\nx", maxBytes: 5, endByte: 5 },
    { where: "before a surrogate pair", text: "abc😀\nx", encoding: "utf-16le", maxBytes: 8, endByte: 6 },
    { where: "before a surrogate pair in reverse", text: "abc😀\nx", encoding: "utf-16be", maxBytes: 9, endByte: 6 },
    { where: "before a CRLF in UTF-16", text: "abc\r\nx", encoding: "utf-16le", maxBytes: 8, endByte: 6 },
    { where: "before a CRLF in windows-1252", text: "é…c\r\nx", encoding: "windows-1252", maxBytes: 4, endByte: 3 },
    { where: "before a Shift_JIS character", text: "a表ソ表\nx", encoding: "shift_jis", maxBytes: 6, endByte: 5 },
    { where: "behind a GBK character", text: "中文a文\nx", encoding: "gbk", maxBytes: 5, endByte: 5 },
    { where: "before a GB 18030 character", text: "文a😀文\nx", encoding: "gb18030", maxBytes: 6, endByte: 3 },
    { where: "before an EUC-JP character", text: "a丂丂\nx", encoding: "euc-jp", maxBytes: 6, endByte: 4 },
    { where: "before a CRLF in Big5", text: "功功\r\nx", encoding: "big5", maxBytes: 5, endByte: 4 },
    { where: "behind its first byte where no more is allowed", text: "one\nx", maxBytes: 1, endByte: 1 },
    { where: "behind a first character that does not fit", text: "😀\nx", maxBytes: 1, endByte: 4 },
    { where: "behind a first unit of UTF-16", text: "ab\nx", encoding: "utf-16le", maxBytes: 1, endByte: 2 },
    { where: "behind a first surrogate pair", text: "😀b\nx", encoding: "utf-16le", maxBytes: 1, endByte: 4 },
    { where: "behind a first GB 18030 character", text: "😀文\nx", encoding: "gb18030", maxBytes: 1, endByte: 4 },
  ])("is cut $where", async ({ text, encoding = "utf-8", maxBytes, endByte }) => {
    const bytes = encodeText(text, { encoding, bom: false });
    const window = await readWindow(bytes, { encoding, maxBytes });
    expect(window).toMatchObject({ endLine: 1, endByte, truncatedBy: "bytes", nextLine: 1, nextByte: endByte });
  });

  it.each<{ where: string; text: string; encoding?: TextEncodingName; startByte: number; from: number }>([
    { where: "the second byte of two", text: "abé\nx", startByte: 3, from: 2 },
    { where: "the last byte of four", text: "ab😀cd\nx", startByte: 5, from: 2 },
    { where: "the byte order mark", text: "\ufeffab\nx", startByte: 2, from: 0 },
    { where: "a CRLF", text: "ab\r\nx", startByte: 3, from: 2 },
    { where: "a surrogate pair", text: "ab😀\nx", encoding: "utf-16le", startByte: 6, from: 4 },
    { where: "a CRLF in UTF-16", text: "ab\r\nx", encoding: "utf-16be", startByte: 7, from: 4 },
    { where: "no character", text: "ab😀cd\nx", startByte: 6, from: 6 },
    { where: "no character of one byte", text: "é…c\nx", encoding: "windows-1252", startByte: 1, from: 1 },
  ])(
    "is gone on with from the start of what a position splits: $where",
    async ({ text, encoding, startByte, from }) => {
      const bytes = encodeText(text, { encoding: encoding ?? "utf-8", bom: false });
      const options = { ...(encoding === undefined ? {} : { encoding }), startLine: 1 };
      expect(await readWindow(bytes, { ...options, startByte })).toEqual(
        await readWindow(bytes, { ...options, startByte: from }),
      );
    },
  );

  it("is left to the next window when it is not the first", async () => {
    const window = await readWindow("a\nbbbbbbbb\n", { maxBytes: 6 });
    expect(window).toMatchObject({ bytes: "a\n", nextLine: 2, truncatedBy: "bytes" });
    expect(window).not.toHaveProperty("nextByte");
  });

  it("is not one that is nothing but a CRLF, which comes whole", async () => {
    const window = await readWindow("\r\nx", { maxBytes: 1 });
    expect(window).toMatchObject({ bytes: "\r\n", endLine: 1, nextLine: 2, truncatedBy: "bytes" });
    expect(window).not.toHaveProperty("nextByte");
  });

  it("is cut anywhere where its bytes are no characters", async () => {
    const bytes = new Uint8Array(20).fill(0xbf);
    expect(await readWindow(bytes, { encoding: "unknown", maxBytes: 7 })).toMatchObject({ endByte: 7, nextByte: 7 });
  });
});
