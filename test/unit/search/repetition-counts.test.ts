import { describe, expect, it } from "vitest";
import { assertSmallCounts } from "../../../src/search/repetition-counts.js";

describe("assertSmallCounts", () => {
  it.each([
    "a{500}{500}",
    "(a{500}){500}",
    "((a{100}){100}){10}",
    "(?:ab|c{20}){400}",
    "a{1000}b{1000}c{1000}d{1000}e{1000}f{2}",
    "[^]x]{9,9000}",
    "(a{0,90}){0,90}",
    "(a{5001})",
    "((a{5001}",
    "\\x{61}{5001}",
  ])("refuses %s", (pattern) => {
    expect(() => assertSmallCounts(pattern)).toThrow(
      expect.objectContaining({ kind: "invalid_pattern", hint: expect.stringMatching(/shorter/) }),
    );
  });

  it.each([
    "\\w{301}",
    "(\\W{20}){20}",
    "\\pL".repeat(301),
    "[\\w\\PL]{200}",
    "[_\\W]".repeat(51),
    "[[:alpha:]\\W]{51}",
  ])("refuses %.30s, which names large sets too often", (pattern) => {
    expect(() => assertSmallCounts(pattern)).toThrow(
      expect.objectContaining({ kind: "invalid_pattern", message: expect.stringMatching(/too often/) }),
    );
  });

  it.each([
    "a{5000}",
    "(a{50}){50}",
    "\\w{300}",
    "\\s+\\w+".repeat(300),
    "\\d{1000}",
    "\\\\w{1000}",
    "\\x{9000}",
    "[".repeat(8000),
    "\\{9000}",
    "[{9000}]{2}",
    "a{9000",
    "x{,9000}",
    "a)){9}",
    "a{0}{0}",
    "a".repeat(8000),
    "(?:a?){50}a{50}",
  ])("lets %.30s through", (pattern) => {
    expect(() => assertSmallCounts(pattern)).not.toThrow();
  });
});
