import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFsError } from "../../src/errors.js";
import { decodeExactly, decodeText, detectTextFormat, encodeText } from "../../src/text/encoding.js";

const interestingBytes = fc.constantFrom(
  0x0a,
  0x61,
  0x80,
  0x9f,
  0xbf,
  0xc3,
  0xe2,
  0xed,
  0xef,
  0xbb,
  0xbf,
  0xf0,
  0xfe,
  0xff,
  0xd8,
  0xdc,
  0,
);
const marks = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]);

const contents: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    marks,
    fc.oneof(
      fc.array(interestingBytes, { maxLength: 12 }),
      fc.array(fc.integer({ min: 9, max: 255 }), { maxLength: 40 }),
    ),
  )
  .map(([mark, bytes]) => Uint8Array.from([...mark, ...bytes]));

const texts = fc.string({ unit: "binary", maxLength: 40 });

fc.configureGlobal({ seed: 20_260_101 });

describe("encodings", () => {
  it("decode exactly or refuse, and never lose a byte", () => {
    let decoded = 0;
    fc.assert(
      fc.property(contents, (bytes) => {
        try {
          const { text, format } = decodeExactly(bytes);
          expect(encodeText(text, format)).toEqual(bytes);
          decoded += 1;
        } catch (error) {
          if (!isFsError(error)) throw error;
          expect(["binary_file", "unsupported_encoding"]).toContain(error.kind);
        }
      }),
      { numRuns: 1000 },
    );
    expect(decoded).toBeGreaterThan(200);
  });

  it("give any bytes a text, whatever was detected, for a whole file and for a head", () => {
    fc.assert(
      fc.property(contents, fc.boolean(), (bytes, complete) => {
        const text = decodeText(bytes, detectTextFormat(bytes, { complete }));
        expect(text).not.toMatch(/\p{Surrogate}/u);
      }),
      { numRuns: 1000 },
    );
  });

  it("keep every text of whole characters in every Unicode form", () => {
    const encodings = fc.constantFrom("utf-8" as const, "utf-16le" as const, "utf-16be" as const);
    fc.assert(
      fc.property(texts, encodings, fc.boolean(), (text, encoding, bom) => {
        fc.pre(bom || !text.startsWith("\ufeff"));
        expect(decodeText(encodeText(text, { encoding, bom }), { encoding, bom })).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it("recognise every head of a valid UTF-8 text", () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, cut) => {
        const bytes = Buffer.from(text);
        const head = bytes.subarray(0, cut % (bytes.length + 1));
        expect(detectTextFormat(head, { complete: false }).encoding).toBe("utf-8");
      }),
      { numRuns: 1000 },
    );
  });
});
