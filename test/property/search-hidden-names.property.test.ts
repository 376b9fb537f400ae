// A name that is said to be hidden wherever it stands is hidden wherever it stands.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type IgnoreLevel, IgnoreLevels } from "../../src/search/ignore-levels.js";
import { parseIgnoreRules } from "../../src/search/ignore-rules.js";
import { propertyRuns } from "../support/property-runs.js";

const PIECES = ["a", "b", "a", ".map", ".map", "*", "*", "**", "/", "/", "!", "?", "[ab]", "[!a]", "~", "\\", "é", " "];
const piecewise = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
const plain = fc.constantFrom(
  "*.map",
  "a",
  "b/",
  "*a",
  "a.map",
  "!a.map",
  "!*.map",
  "!b",
  "!?.map",
  "*~",
  "!*b.map",
  "*b.map",
);
const rules = fc
  .array(fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: piecewise }), { maxLength: 6 })
  .map((lines) => lines.join("\n"));

const names = fc.constantFrom("a", "b", "ba", "a.map", "b.map", ".map", "a.b.map", "map", "~", "a~", "aa", "é", "b ");
const entry = fc.record({ name: names, isDirectory: fc.boolean() });
const below = fc.array(names, { maxLength: 3 });
const files = fc.array(fc.record({ depth: fc.nat(2), nameIndex: fc.nat(2), text: rules }), { maxLength: 4 });

const ABOVE = ["a", "b"];

/** Lays ignore files into the directories on the way to the one that is searched. */
function addFiles(shape: readonly { depth: number; nameIndex: number; text: string }[]): IgnoreLevels {
  const added = shape.toSorted((one, two) => one.depth - two.depth);
  return added.reduce((levels, { depth, nameIndex, text }) => {
    const prefix = ABOVE.slice(0, depth).map((name) => `${name}/`);
    const level: IgnoreLevel = {
      prefixLength: prefix.join("").length,
      nameIndex,
      path: `${prefix.join("")}${nameIndex}`,
      rules: parseIgnoreRules(text),
    };
    return levels.add([level]);
  }, IgnoreLevels.start());
}

function isTakenBy(glob: string, name: string, isDirectory: boolean): boolean {
  const body = glob.endsWith("/") ? glob.slice(0, -1) : glob;
  if (glob.endsWith("/") && !isDirectory) return false;
  return body.startsWith("*") ? name.endsWith(body.slice(1)) : name === body;
}

test("what a name stands for is hidden in every directory below", () => {
  let seen = 0;
  const property = fc.property(files, below, entry, (shape, path, { name, isDirectory }) => {
    const levels = addFiles(shape);
    const prefix = [...ABOVE, ...path].map((own) => `${own}/`).join("");
    const taken = levels.hiddenNames().filter((glob) => isTakenBy(glob, name, isDirectory));
    seen += taken.length;
    if (taken.length === 0) return;
    expect(levels.createFilter(prefix)({ name, type: isDirectory ? "dir" : "file" })).toBe(true);
  });
  fc.assert(property, { numRuns: propertyRuns(20_000) });
  expect(seen).toBeGreaterThan(100);
});

test("names are what plain rules say, as long as nothing brings one back", () => {
  const hidden = (text: string) => addFiles([{ depth: 0, nameIndex: 0, text }]).hiddenNames();
  expect(hidden("*.map\ncoverage/\nnode_modules\n/dist\nsrc/*.js\n*\n*.[ch]\na b\n").toSorted()).toEqual([
    "*.map",
    "coverage/",
    "node_modules",
  ]);
  expect(hidden("*.map\n*.log\n!keep.map\n!**/src/*.txt\n")).toEqual(["*.log"]);
  expect(hidden("*.map\n!k?.map\nnode_modules\n")).toEqual(["node_modules"]);
  expect(hidden("!keep.map\n*.map\n")).toEqual(["*.map"]);
  expect(hidden("node_modules\n!*/\n")).toEqual([]);
});
