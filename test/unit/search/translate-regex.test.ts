import { RE2JS } from "re2js";
import { expect, it } from "vitest";
import { translateRegex } from "../../../src/search/translate-regex.js";

it("takes each character either for \\w or for \\W, inside brackets too", () => {
  const [word, nonWord] = ["\\w", "[\\W]"].map((pattern) =>
    RE2JS.compile(translateRegex(pattern, { multiline: false })),
  );
  const wrong: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    if (word?.test(character) === nonWord?.test(character)) wrong.push(codePoint.toString(16));
  }
  expect(wrong).toEqual([]);
});
