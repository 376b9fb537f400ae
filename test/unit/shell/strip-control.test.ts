// Terminal output as plain text.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stripControl } from "../../../src/shell/running/strip-control.js";

const cases: readonly (readonly [name: string, printed: string, shown: string])[] = [
  ["colours", "\x1b[1;31mred\x1b[0m", "red"],
  ["cursor movements", "a\x1b[2Kb\x1b[1A\x1b[?25lc", "abc"],
  ["escapes of eight bits", "\x9b31mred", "red"],
  ["a title that ends with a bell", "\x1b]0;title\x07text", "text"],
  ["a title that ends with its terminator", "\x1b]0;title\x1b\\text", "text"],
  ["a link", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"],
  ["a title without an end, up to the end of its line", "\x1b]0;title\nnext", "\nnext"],
  ["device control", "\x1bPq#0;1\x1b\\text", "text"],
  ["a character set", "\x1b(Btext", "text"],
  ["an escape that the output ends in", "text\x1b[3", "text"],
  ["a lone escape", "text\x1b", "text"],
  ["control characters", "a\0b\x07c\x08d\x0be\x7ff\x85g", "abcdefg"],
  ["line endings of DOS", "a\r\nb\r\r\nc", "a\nb\nc"],
  ["a progress bar", "10%\r20%\r30%\ndone", "30%\ndone"],
  ["a progress bar that is still running", "10%\r20%\r", "20%"],
  ["nothing but carriage returns", "\r\r\r", ""],
];

describe("stripControl", () => {
  test.each(cases)("handles %s", (_name, printed, shown) => {
    expect(stripControl(printed)).toBe(shown);
  });

  test("leaves plain text alone, tabs, line feeds and other scripts included", () => {
    const text = "a\tb\nüñí 漢字 👩‍👩‍👧 [31m] {}\n";
    expect(stripControl(text)).toBe(text);
  });

  test("leaves no control character but tab and line feed in any text, and is done after one pass", () => {
    const noise = fc.string({
      unit: fc.constantFrom("\x1b", "[", "]", ";", "3", "m", "\x07", "\r", "\n", "\t", "\\", "\x9b", "a"),
    });
    fc.assert(
      fc.property(noise, (text) => {
        const shown = stripControl(text);
        expect([...shown].filter((one) => one < " " || (one >= "\x7f" && one < "\xa0"))).toEqual(
          [...shown].filter((one) => one === "\t" || one === "\n"),
        );
        expect(stripControl(shown)).toBe(shown);
      }),
    );
  });

  test.each(["\x1b[".repeat(500_000), "\x1b]".repeat(500_000), "\r".repeat(1_000_000), "\x1b[0;".repeat(250_000)])(
    "takes a megabyte of unfinished escapes in one pass",
    (text) => {
      expect(stripControl(text).length).toBeLessThanOrEqual(text.length);
    },
  );
});
