// Pieces stand for the bytes that they make, whoever adds them up, joins or hashes them.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinPieces, sizeOfPieces, toPieces } from "../../../src/text/byte-pieces.js";
import { sha256Of, sha256OfPieces } from "../../../src/text/sha256.js";
import { Content } from "../../../src/workspace/history/content.js";
import { propertyRuns } from "../../support/property-runs.js";

fc.configureGlobal({ seed: 20_260_101, numRuns: propertyRuns(100) });

const somePieces = fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 5 });

describe("pieces", () => {
  it("are as long, read and hash as what they make", async () => {
    await fc.assert(
      fc.asyncProperty(somePieces, async (pieces) => {
        const whole = new Uint8Array(Buffer.concat(pieces));
        const content = new Content(pieces);
        expect(joinPieces(pieces)).toEqual(whole);
        expect([sizeOfPieces(pieces), content.size]).toEqual([whole.length, whole.length]);
        expect([sha256OfPieces(pieces), content.sha256]).toEqual([sha256Of(whole), sha256Of(whole)]);
        expect(await content.load()).toEqual(whole);
        expect(content.equals(whole)).toBe(true);
      }),
    );
  });

  it("equal no other bytes", () => {
    fc.assert(
      fc.property(somePieces, fc.nat(), fc.integer({ min: 1, max: 255 }), (pieces, place, difference) => {
        const content = new Content(pieces);
        const other = Buffer.concat([...pieces, Buffer.of(0)]);
        expect(content.equals(other)).toBe(false);
        expect(content.equals(other.subarray(0, Math.max(0, content.size - 1)))).toBe(content.size === 0);
        const at = place % other.length;
        other[at] = (other[at] ?? 0) ^ difference;
        expect(content.equals(other.subarray(0, content.size))).toBe(at === content.size);
      }),
    );
  });

  it("are not copied where there is only one", () => {
    const bytes = Uint8Array.of(1, 2);
    expect(toPieces(bytes)).toEqual([bytes]);
    expect(joinPieces(toPieces(bytes))).toBe(bytes);
    const pieces = [bytes, bytes];
    expect(toPieces(pieces)).toBe(pieces);
  });
});
