// A text that is read from its bytes answers what the decoded string answers.

import fc from "fast-check";
import { expect, test } from "vitest";
import { AsciiText, hasLineFeedAt } from "../../src/text/source-text.js";

const asciiTexts = fc.string({ unit: fc.constantFrom("a", "b", "A", " ", "\n", "\r"), maxLength: 40 });
// U+0141 and U+010A share their low bytes with "A" and a line feed.
const soughtTexts = fc.string({ unit: fc.constantFrom("a", "b", "A", "\n", "é", "\u0141", "\u010a"), maxLength: 4 });
const offsets = fc.nat(45);

function open(text: string): AsciiText {
  // Behind an offset in a larger buffer, so that a view cannot be taken for its buffer.
  return new AsciiText(Buffer.from(`##${text}##`).subarray(2, 2 + text.length));
}

test("searches as the string does", () => {
  fc.assert(
    fc.property(asciiTexts, soughtTexts, offsets, (text, sought, offset) => {
      expect(open(text).length).toBe(text.length);
      expect(open(text).indexOf(sought, offset)).toBe(text.indexOf(sought, offset));
      expect(open(text).startsWith(sought, offset)).toBe(text.startsWith(sought, offset));
    }),
  );
});

test("is cut as the string is", () => {
  fc.assert(
    fc.property(asciiTexts, offsets, offsets, (text, start, end) => {
      expect(open(text).slice(start, end)).toBe(text.slice(start, end));
      expect(open(text).slice(start)).toBe(text.slice(start));
      expect(open(text).charCodeAt(start)).toBe(text.charCodeAt(start));
      expect(hasLineFeedAt(open(text), start)).toBe(text[start] === "\n");
    }),
  );
});
