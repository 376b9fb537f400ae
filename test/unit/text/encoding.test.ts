import { describe, expect, it } from "vitest";
import { FsError } from "../../../src/errors.js";
import {
  decodeExactly,
  decodeText,
  detectTextFormat,
  encodeText,
  type TextFormat,
} from "../../../src/text/encoding.js";

function bytesOf(...bytes: readonly number[]): Uint8Array {
  return Uint8Array.from(bytes);
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "latin1"));
}

function failureOf(action: () => unknown): FsError {
  try {
    action();
  } catch (error) {
    if (error instanceof FsError) return error;
    throw error;
  }
  throw new Error("nothing failed");
}

const UTF_8: TextFormat = { encoding: "utf-8", bom: false };

describe("detectTextFormat", () => {
  it.each<[string, Uint8Array, TextFormat]>([
    ["nothing", bytesOf(), UTF_8],
    ["ASCII", latin1("abc"), UTF_8],
    ["UTF-8", Buffer.from("é€😀"), UTF_8],
    ["UTF-8 with a byte order mark", bytesOf(0xef, 0xbb, 0xbf, 0x61), { encoding: "utf-8", bom: true }],
    ["UTF-16LE", bytesOf(0xff, 0xfe, 0x61, 0x00), { encoding: "utf-16le", bom: true }],
    ["UTF-16BE", bytesOf(0xfe, 0xff, 0x00, 0x61), { encoding: "utf-16be", bom: true }],
    ["UTF-16 of an odd length", bytesOf(0xff, 0xfe, 0x61), { encoding: "unknown", bom: false }],
    ["UTF-32", bytesOf(0xff, 0xfe, 0x00, 0x00), { encoding: "unknown", bom: false }],
    ["a legacy text", latin1("caf\xe9 na\xefve"), { encoding: "windows-1252", bom: false }],
    ["a lone lead byte at the end", latin1("caf\xc3"), { encoding: "windows-1252", bom: false }],
    ["damaged UTF-8", Buffer.concat([Buffer.from("é"), bytesOf(0xff)]), { encoding: "unknown", bom: false }],
    ["damaged UTF-8 with a byte order mark", bytesOf(0xef, 0xbb, 0xbf, 0xff), { encoding: "unknown", bom: true }],
    ["an overlong form", bytesOf(0xc0, 0xaf), { encoding: "windows-1252", bom: false }],
    ["a surrogate in UTF-8", bytesOf(0xed, 0xa0, 0x80), { encoding: "windows-1252", bom: false }],
  ])("recognises %s", (_name, bytes, expected) => {
    expect(detectTextFormat(bytes)).toEqual(expected);
  });

  it("accepts a character that is cut at the end of a head, and only there", () => {
    const whole = Buffer.from("aé€😀");
    for (let length = 0; length <= whole.length; length += 1) {
      expect(detectTextFormat(whole.subarray(0, length), { complete: false })).toEqual(UTF_8);
    }
    expect(detectTextFormat(whole.subarray(0, -1)).encoding).toBe("unknown");
    expect(detectTextFormat(latin1("\xe9a"), { complete: false }).encoding).toBe("windows-1252");
    expect(detectTextFormat(latin1("a\xe2\x28"), { complete: false }).encoding).toBe("windows-1252");
    expect(detectTextFormat(latin1("a\xe0\x80"), { complete: false }).encoding).toBe("windows-1252");
    expect(detectTextFormat(latin1("a\x80\x80\x80\x80"), { complete: false }).encoding).toBe("windows-1252");
    expect(detectTextFormat(bytesOf(0xff, 0xfe, 0x61), { complete: false }).encoding).toBe("utf-16le");
  });
});

describe("decodeText", () => {
  it("shows what is damaged as U+FFFD", () => {
    expect(decodeText(bytesOf(0xc3, 0xa9, 0xff), { encoding: "unknown", bom: false })).toBe("é\ufffd");
    expect(decodeText(bytesOf(0x3d, 0xd8, 0x61, 0x00, 0x62), { encoding: "utf-16le", bom: false })).toBe(
      "\ufffda\ufffd",
    );
  });

  it("strips one byte order mark, and none where the format has none", () => {
    const bytes = bytesOf(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61);
    expect(decodeText(bytes, { encoding: "utf-8", bom: true })).toBe("\ufeffa");
    expect(decodeText(bytes, UTF_8)).toBe("\ufeff\ufeffa");
    expect(decodeText(bytes, { encoding: "unknown", bom: true })).toBe("\ufeffa");
    expect(decodeText(bytesOf(0x61), { encoding: "utf-8", bom: true })).toBe("a");
    expect(decodeText(bytesOf(0xfe, 0xff, 0x00, 0x61), { encoding: "utf-16be", bom: true })).toBe("a");
  });

  it("knows the characters of windows-1252, the undefined bytes included", () => {
    const text = decodeText(latin1("\x80 \x81 \x93\xe9\x94 \x9d\x9f\xff"), { encoding: "windows-1252", bom: false });
    expect(text).toBe("€ \u0081 “é” \u009dŸÿ");
  });
});

describe("encodeText", () => {
  it.each<[TextFormat, number[]]>([
    [{ encoding: "utf-8", bom: false }, [0xc3, 0xa9]],
    [{ encoding: "utf-8", bom: true }, [0xef, 0xbb, 0xbf, 0xc3, 0xa9]],
    [{ encoding: "utf-16le", bom: true }, [0xff, 0xfe, 0xe9, 0x00]],
    [{ encoding: "utf-16be", bom: true }, [0xfe, 0xff, 0x00, 0xe9]],
    [{ encoding: "windows-1252", bom: false }, [0xe9]],
    [{ encoding: "windows-1252", bom: true }, [0xe9]],
  ])("writes é as %j", (format, expected) => {
    expect([...encodeText("é", format)]).toEqual(expected);
  });

  it.each<[string, string, TextFormat["encoding"], object]>([
    ["a character that windows-1252 lacks", "a\nb→c\n→", "windows-1252", { character: "U+2192", line: 2 }],
    ["a character of two units", "é😀", "windows-1252", { character: "U+1F600", line: 1 }],
    [
      "the code point of a byte that means another character",
      "\u0080",
      "windows-1252",
      { character: "U+0080", line: 1 },
    ],
    ["a lone surrogate in UTF-8", "😀\n\n\ud83d", "utf-8", { character: "U+D83D", line: 3 }],
    ["a lone surrogate in UTF-16", "\udc00a", "utf-16le", { character: "U+DC00", line: 1 }],
  ])("refuses %s and says where it is", (...[, text, encoding, details]) => {
    const failure = failureOf(() => encodeText(text, { encoding, bom: false }));
    expect(failure).toMatchObject({ kind: "unsupported_encoding", details, hint: expect.any(String) });
  });

  it("refuses to write an encoding that is not known", () => {
    const failure = failureOf(() => encodeText("a", { encoding: "unknown", bom: false }));
    expect(failure).toMatchObject({ kind: "unsupported_encoding", hint: expect.any(String) });
  });
});

describe("decodeExactly", () => {
  it.each<[string, Uint8Array, string]>([
    ["binary content", bytesOf(0x00, 0x01), "binary_file"],
    ["damaged UTF-8", bytesOf(0xc3, 0xa9, 0xff), "unsupported_encoding"],
    ["a lone surrogate in UTF-16", bytesOf(0xff, 0xfe, 0x3d, 0xd8, 0x61, 0x00), "unsupported_encoding"],
    ["UTF-16 of an odd length", bytesOf(0xff, 0xfe, 0x61), "binary_file"],
  ])("refuses %s", (_name, bytes, kind) => {
    expect(failureOf(() => decodeExactly(bytes))).toMatchObject({ kind, hint: expect.any(String) });
  });

  it("keeps every byte value of windows-1252", () => {
    const bytes = latin1(
      `${"a".repeat(4096)}${String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte))}`,
    );
    const { text, format } = decodeExactly(bytes);
    expect(format).toEqual({ encoding: "windows-1252", bom: false });
    expect(encodeText(text, format)).toEqual(bytes);
  });

  it("keeps a replacement character that is really there", () => {
    expect(decodeExactly(Buffer.from("a\ufffd")).text).toBe("a\ufffd");
  });
});
