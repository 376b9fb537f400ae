// What a file is opened as: ASCII stays bytes, everything else is decoded, and nothing that is not text gets through.

import { expect, it } from "vitest";
import { openFile } from "../../../src/edit/open-file.js";
import { AsciiText } from "../../../src/text/source-text.js";

it("reads ASCII from its bytes, behind a byte order mark too", () => {
  expect(openFile(Buffer.from("text\n")).text).toBeInstanceOf(AsciiText);
  const marked = openFile(Buffer.from("\ufefftext\n"));
  expect(marked.text).toBeInstanceOf(AsciiText);
  expect(marked.text.slice(0)).toBe("text\n");
  expect(marked.format).toEqual({ encoding: "utf-8", bom: true });
});

it("decodes everything else", () => {
  expect(openFile(Buffer.from("é\n")).text).toBe("é\n");
  expect(openFile(Buffer.from("\ufeffab", "utf16le")).text).toBe("ab");
  expect(openFile(Buffer.of(0xe9, 0x0a)).text).toBe("é\n");
});

it("refuses what is not text, though each byte is ASCII", () => {
  expect(() => openFile(Buffer.from("a\0b"))).toThrow(expect.objectContaining({ kind: "binary_file" }));
});
