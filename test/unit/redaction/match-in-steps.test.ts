import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchInSteps } from "../../../src/redaction/match-in-steps.js";
import { runAtOnce } from "../../../src/text/steps.js";
import { propertyRuns } from "../../support/property-runs.js";

type Found = readonly [start: number, match: string];

function findInParts(text: string, pattern: RegExp): readonly Found[] {
  const found: Found[] = [];
  const steps = matchInSteps(text, pattern, (match, offset) => found.push([offset + match.index, match[0]]));
  runAtOnce(steps);
  return found;
}

function findAtOnce(text: string, pattern: RegExp): readonly Found[] {
  return Array.from(text.matchAll(pattern), (match) => [match.index, match[0]] as const);
}

const PATTERNS: readonly RegExp[] = [
  /(?<![\w-])sk-[\w-]{20,}/dg,
  /(?<!\w)b{1,3}(?=\s)/dg,
  /(?<![\w-])eyJ[\w-]{8,8192}\.eyJ[\w-]{8,8192}\.[\w-]{8,}/dg,
  /(?<=curl[ \t][^\n]{0,256})-b[ ]"[^"]{1,8192}/dg,
  /:\/\/[^\s:@]{0,128}:([^\s@]{3,256}?)@(?=\w{1,253})/dg,
];

describe("matches in parts", () => {
  const unit = fc.constantFrom(
    "sk-",
    "bb ",
    " ",
    "eyJabcdefgh.",
    "word",
    'curl -b "value',
    '"',
    "://me:pass",
    "@host",
    "\n",
  );
  const piece = fc.tuple(unit, fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12_000 })));
  const text = fc
    .array(piece, { maxLength: 10 })
    .map((pieces) => pieces.map(([repeated, times]) => repeated.repeat(times)).join(""));

  it("are those in the whole text, wherever it is cut", () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...PATTERNS), (given, pattern) => {
        expect(findInParts(given, pattern)).toEqual(findAtOnce(given, pattern));
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it.each([131_050, 131_072, 163_840, 262_144])("are whole where they lie across character %i", (place) => {
    const token = `sk-${"Ab1".repeat(20_000)}`;
    const text = `${" ".repeat(place - 10)}${token} ${" ".repeat(200_000)}${token}`;
    expect(findInParts(text, /(?<![\w-])sk-[\w-]{20,}/dg)).toEqual([
      [place - 10, token],
      [place - 10 + token.length + 200_001, token],
    ]);
  });

  it("are looked for in several steps", () => {
    const steps = [...matchInSteps("a".repeat(1_000_000), /b/g, () => undefined)];
    expect(steps.length).toBeGreaterThan(5);
  });
});
