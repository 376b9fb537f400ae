import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countCodePoints } from "../../../src/text/count-code-points.js";

describe("code points", () => {
  it("of a text are as many as it has", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.nat({ max: 5 }), (text, before) => {
        const bytes = Buffer.concat([Buffer.alloc(before, "x"), Buffer.from(text)]).subarray(before);
        expect(countCodePoints(bytes)).toBe(Array.from(text).length);
      }),
      { numRuns: 1000 },
    );
  });

  it("of any bytes are those that go on with none", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat({ max: 9 }), fc.nat({ max: 9 }), (bytes, start, end) => {
        const part = bytes.subarray(start, bytes.length - end);
        expect(countCodePoints(part)).toBe(Array.from(part).filter((byte) => (byte & 0xc0) !== 0x80).length);
      }),
      { numRuns: 1000 },
    );
  });
});
