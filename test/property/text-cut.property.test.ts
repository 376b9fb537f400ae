import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutAround, cutUtf8, utf8Length } from "../../src/text/cut-text.js";

const characters = fc.constantFrom("a", "é", "€", "😀", "\n", "\ud83d", "\ude00");
const texts = fc.array(characters, { maxLength: 40 }).map((parts) => parts.join(""));
const budgets = fc.integer({ min: 0, max: 80 });

const marked = fc.record({
  before: texts,
  match: texts.map((text) => `[${text}]`),
  after: texts,
  maxBytes: budgets,
});

function cutMarked({
  before,
  match,
  after,
  maxBytes,
}: {
  before: string;
  match: string;
  after: string;
  maxBytes: number;
}) {
  return cutAround(before + match + after, { start: before.length, end: before.length + match.length }, maxBytes);
}

fc.configureGlobal({ seed: 20_260_101 });

describe("cut texts", () => {
  it("are the longest prefix that fits and splits no code point", () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: "binary" })), budgets, (text, maxBytes) => {
        let expected = "";
        for (const codePoint of text) {
          if (Buffer.byteLength(expected + codePoint) > maxBytes) break;
          expected += codePoint;
        }
        expect(cutUtf8(text, maxBytes)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it("never exceed the budget and split no code point around a match", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(50), fc.nat(50), (text, from, maxBytes) => {
        const start = Math.min(from, text.length);
        const cut = cutAround(text, { start, end: Math.min(start + 3, text.length) }, maxBytes);
        expect(utf8Length(cut)).toBeLessThanOrEqual(maxBytes);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
        if (utf8Length(text) <= maxBytes) expect(cut).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it("show a match that fits, with dots exactly where something is gone and no room wasted", () => {
    fc.assert(
      fc.property(marked, (parts) => {
        fc.pre(utf8Length(parts.match) + 6 <= parts.maxBytes);
        const cut = cutMarked(parts);
        const [lead = "", tail = ""] = cut.split(parts.match);
        expect(lead + parts.match + tail).toBe(cut);
        if (lead !== parts.before) expect(lead.startsWith("…") && parts.before.endsWith(lead.slice(1))).toBe(true);
        if (tail !== parts.after) expect(tail.endsWith("…") && parts.after.startsWith(tail.slice(0, -1))).toBe(true);
        const isCut = lead !== parts.before || tail !== parts.after;
        expect(isCut).toBe(utf8Length(parts.before + parts.match + parts.after) > parts.maxBytes);
        if (isCut) expect(utf8Length(cut)).toBeGreaterThan(parts.maxBytes - 8);
      }),
      { numRuns: 1000 },
    );
  });

  it("show the start of a match that is too long", () => {
    fc.assert(
      fc.property(marked, (parts) => {
        fc.pre(utf8Length(parts.match) > parts.maxBytes);
        const shown = cutMarked(parts).replace(/^…/, "").replace(/…$/, "");
        expect(parts.match.startsWith(shown)).toBe(true);
        expect(shown === "").toBe(parts.maxBytes === 0);
      }),
      { numRuns: 1000 },
    );
  });
});
