import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "../../src/search/glob-pattern.js";

/** Tries every way to read a segment; exponential, and obviously right. */
function matchesName(pattern: string, name: string): boolean {
  const [head] = pattern;
  if (head === undefined) return name === "";
  if (head === "*") return matchesName(pattern.slice(1), name) || (name !== "" && matchesName(pattern, name.slice(1)));
  if (name === "") return false;
  const set = /^\[(!?)([a-z])-([a-z])\]/.exec(pattern);
  if (set !== null) {
    const [whole, negation, low = "", high = ""] = set;
    const isMember = (name[0] ?? "") >= low && (name[0] ?? "") <= high;
    const asSet = isMember !== (negation === "!") && matchesName(pattern.slice(whole.length), name.slice(1));
    return asSet;
  }
  return (head === "?" || head === name[0]) && matchesName(pattern.slice(1), name.slice(1));
}

function matchesParts(parts: readonly string[], names: readonly string[]): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return names.length === 0;
  if (part === "**" && rest.length === 0) return names.length > 0;
  if (part === "**") return matchesParts(rest, names) || (names.length > 0 && matchesParts(parts, names.slice(1)));
  return names.length > 0 && matchesName(part, names[0] ?? "") && matchesParts(rest, names.slice(1));
}

function expandFirst(pattern: string): readonly string[] {
  const group = /^([^{]*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(pattern);
  if (group === null) return [pattern];
  const [, head = "", items = "", tail = ""] = group;
  return items.split(",").flatMap((item) => expandFirst(head + item + tail));
}

function matchesByTrying(pattern: string, path: string): boolean {
  return expandFirst(pattern).some((alternative) => matchesParts(alternative.split("/"), path.split("/")));
}

const segment = fc
  .array(fc.constantFrom("a", "b", "c", "*", "**", "?", "[a-b]", "[!a-b]", "{a,b}", "{a*,?b,}"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((pieces) => pieces.join(""));
const part = fc.oneof(segment, segment, fc.constant("**"));
const glob = fc
  .array(part, { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join("/"))
  .filter((pattern) => expandFirst(pattern).every((one) => one.split("/").every((name) => name !== "")));
const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 4 });
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join("/"));

describe("compileGlob against trying everything", () => {
  it("matches the same paths", () => {
    fc.assert(
      fc.property(glob, fc.array(path, { minLength: 1, maxLength: 20 }), (pattern, paths) => {
        fc.pre(expandFirst(pattern).length <= 64);
        const compiled = compileGlob(pattern);
        for (const candidate of paths) {
          expect([candidate, compiled.matches(candidate)]).toEqual([candidate, matchesByTrying(pattern, candidate)]);
        }
      }),
      { numRuns: 1500, seed: 3 },
    );
  });

  it("never prunes a directory with a match below it", () => {
    fc.assert(
      fc.property(glob, path, (pattern, candidate) => {
        fc.pre(expandFirst(pattern).length <= 64);
        const compiled = compileGlob(pattern);
        fc.pre(compiled.matches(candidate));
        const names = candidate.split("/");
        for (let depth = 0; depth < names.length; depth += 1) {
          expect(compiled.couldMatchBelow(names.slice(0, depth).join("/"))).toBe(true);
        }
      }),
      { numRuns: 300, seed: 4 },
    );
  });
});
