import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CasedText, LiteralSearch } from "../../../src/search/literal-search.js";
import { propertyRuns } from "../../support/property-runs.js";

/** Above this the rarest character is looked for. */
const MANY_BYTES = 5_000;

function inExactCase(text: string): CasedText {
  return { lower: Buffer.from(text), upper: Buffer.from(text) };
}

function inAnyCase(text: string): CasedText {
  return { lower: Buffer.from(text.toLowerCase()), upper: Buffer.from(text.toUpperCase()) };
}

function findAll(bytes: Buffer, text: CasedText): readonly number[] {
  const search = new LiteralSearch(bytes, text);
  const found: number[] = [];
  for (let at = search.find(0); at >= 0; at = search.find(at + 1)) found.push(at);
  return found;
}

function findAllNatively(text: string, literal: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) found.push(at);
  return found;
}

const letters = fc.constantFrom(..."aAbB\nxé".split(""));
const haystack = fc
  .tuple(
    fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 6 }),
    fc.nat(900),
  )
  .map(([parts, times]) => parts.map((part) => part.repeat(times + 1)).join(""));
const needle = fc.string({ unit: fc.constantFrom(..."aAbBx\n"), minLength: 1, maxLength: 5 });

describe("LiteralSearch", () => {
  it("finds in exact case what native search finds, however often the rarest character stands there", () => {
    fc.assert(
      fc.property(haystack, needle, (text, literal) => {
        const bytes = Buffer.from(text);
        expect(findAll(bytes, inExactCase(literal))).toEqual(findAllNatively(bytes.toString("latin1"), literal));
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it("passes over no match in any case", () => {
    fc.assert(
      fc.property(haystack, needle, (text, literal) => {
        const bytes = Buffer.from(text);
        const found = findAll(bytes, inAnyCase(literal));
        const expected = findAllNatively(bytes.toString("latin1").toLowerCase(), literal.toLowerCase());
        const places = new Set(found);
        expect(expected.filter((place) => !places.has(place))).toEqual([]);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it("answers only real places in any case, as long as there are few that look like one", () => {
    const bytes = Buffer.from(`${"lorem ipsum ".repeat(MANY_BYTES)}Needle needle NEEDLE nee`);
    const first = bytes.indexOf("Needle");
    expect(findAll(bytes, inAnyCase("nEEdle"))).toEqual([first, first + 7, first + 14]);
  });

  it.each([
    ["that nearly stands everywhere", "a".repeat(4100), `${"a".repeat(3999)}b`],
    ["that repeats itself", `${"ab".repeat(2000)}b${"ab".repeat(2000)}`, "ab"],
    ["that is short", "a".repeat(60), `${"a".repeat(59)}b`],
  ])("looks no further than a part at a time for a text %s, and finds it", (_name, literal, period) => {
    const bytes = Buffer.from(`${period.repeat(Math.ceil((3 << 20) / period.length))}${literal}b`);
    const search = new LiteralSearch(bytes, inExactCase(literal));
    const places: number[] = [];
    for (let at = search.find(0); at >= 0 && !search.isSure; at = search.find(at)) places.push(at);
    expect(places.length).toBeGreaterThan(1);
    expect(search.isSure).toBe(true);
    expect(search.find(places.at(-1) ?? 0)).toBe(bytes.indexOf(literal, bytes.length - 3 * literal.length));
  });

  it("gives up on a sample that misleads", () => {
    const step = 400;
    const block = `${"b"}${"a".repeat(step - 1)}`;
    const bytes = Buffer.from(block.repeat(256));
    const literal = `${"a".repeat(step)}b`;
    expect(findAll(bytes, inExactCase(literal))).toEqual([]);
    expect(findAll(bytes, inAnyCase(literal)).length).toBeGreaterThan(0);
  });
});
