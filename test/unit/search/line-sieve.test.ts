import { describe, expect, it } from "vitest";
import type { LineMatcherOptions } from "../../../src/search/line-matcher-options.js";
import { planSieve } from "../../../src/search/line-sieve.js";

interface Asked extends LineMatcherOptions {
  readonly pattern: string;
  readonly from?: number;
}

function pass(text: string | Buffer, { pattern, from = 0, ...options }: Asked): number | null {
  return planSieve(pattern, options).sieve?.(Buffer.from(text))(from) ?? null;
}

describe("planSieve", () => {
  it("answers the start of the next line that may match, or that there is none", () => {
    const text = "one\ntwo\nthree two\n";
    expect(pass(text, { pattern: "two" })).toBe(4);
    expect(pass(text, { pattern: "two", from: 8 })).toBe(8);
    expect(pass(text, { pattern: "two", from: 5 })).toBe(8);
    expect(pass(text, { pattern: "one" })).toBe(0);
    expect(pass(text, { pattern: "four" })).toBe(-1);
    expect(pass(text, { pattern: "t\\w+e", regex: true })).toBeNull();
    expect(pass(text, { pattern: "thr\\w+|tw\\w", regex: true, from: 8 })).toBe(8);
  });

  it("passes over all lines or none where a match may run across them", () => {
    const text = "a\nb\nneedle\n";
    expect(pass(text, { pattern: "b\\s+needle", regex: true, multiline: true })).toBe(0);
    expect(pass(text, { pattern: "b\\s+noodle", regex: true, multiline: true })).toBe(-1);
  });

  it("knows the letters beyond ASCII that fold to one of it", () => {
    const ignoreCase = true;
    expect(pass("x\n\u212aey\n", { pattern: "key", ignoreCase })).toBe(2);
    expect(pass("x\n\u017fet\n", { pattern: "SET", ignoreCase })).toBe(2);
    expect(pass("x\nSET\n", { pattern: "set", ignoreCase })).toBe(2);
    expect(pass("x\n\u212aey\n", { pattern: "key" })).toBe(-1);
    expect(pass("\u017f", { pattern: "s", ignoreCase })).toBeNull();
  });

  it("says nothing of text whose bytes differ between encodings", () => {
    expect(pass("é", { pattern: "é" })).toBeNull();
    expect(pass(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x73]), { pattern: "cafés" })).toBe(0);
  });
});
