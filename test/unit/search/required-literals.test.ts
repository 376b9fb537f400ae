import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { findRequiredLiterals } from "../../../src/search/required-literals.js";
import { translateRegex } from "../../../src/search/translate-regex.js";
import { propertyRuns } from "../../support/property-runs.js";

test.each<[string, readonly string[] | null]>([
  ["function", ["function"]],
  ["Needle\\w+File", ["Needle"]],
  ["foo|barbaz", ["foo", "barbaz"]],
  ["colou?r", ["colo"]],
  ["abc*de", ["ab"]],
  ["abc+d", ["abc"]],
  ["ab{0,2}cd{2}", ["cd"]],
  ["^\\s*import \\{", ["import {"]],
  ["call\\(x\\)", ["call(x)"]],
  ["(get|set)Value", ["Value"]],
  ["[a|b]cd", ["cd"]],
  ["日本.x", ["日本"]],
])("of %s are known", (pattern, literals) => {
  expect(findRequiredLiterals(pattern)).toEqual(literals);
});

test.each([
  ["a"],
  ["foo|"],
  ["foo|b"],
  ["(?i)foo"],
  ["(?x) f o o"],
  ["foo(?:(bar)|baz)"],
  ["\\x41bc"],
  ["\\pLab"],
  ["\\<ab\\>"],
  ["[[:alpha:]]ab"],
  ["[a&&b]cd"],
  ["[a--b]cd"],
  ["[]a]bc"],
  ["ab\\Qcd"],
  ["ab{,2}cd"],
  ["1|22|33|44|55|66|77|88|99"],
])("of %s are not known", (pattern) => {
  expect(findRequiredLiterals(pattern)).toBeNull();
});

const piece = fc.constantFrom(
  ..."abc".split(""),
  "ab",
  "bc",
  "|",
  ".",
  "^",
  "$",
  "\\w",
  "\\b",
  "\\.",
  "[ab]",
  "[^a|b]",
  "(a|bc)",
  "(?:ab)",
  "-",
);
const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{0}", "{2}", "{0,1}", "{1,}", "*?", "+?");
const pattern = fc
  .array(fc.tuple(piece, quantifier), { minLength: 1, maxLength: 6 })
  .map((pieces) =>
    pieces.map(([text, count]) => (/[|^$]|\\b/.test(text) && text.length < 3 ? text : text + count)).join(""),
  );
const line = fc
  .array(fc.constantFrom("a", "b", "c", ".", "-", "|"), { maxLength: 12 })
  .map((letters) => letters.join(""));

test("a line that matches has one of them", () => {
  const property = fc.property(pattern, fc.array(line, { minLength: 5, maxLength: 20 }), (text, lines) => {
    const literals = findRequiredLiterals(text);
    if (literals === null) return;
    const expression = RE2JS.compile(translateRegex(text, { multiline: false }));
    for (const each of lines) {
      if (expression.test(each)) expect(literals.some((literal) => each.includes(literal))).toBe(true);
    }
  });
  fc.assert(property, { numRuns: propertyRuns(1500) });
});
