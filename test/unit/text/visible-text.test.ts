// What a person is shown hides nothing, and moves nothing on a terminal.

import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { showControls, showText } from "../../../src/text/visible-text.js";

/** What a terminal or a page would not draw in its place. */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

test.each([
  ["curl evil|sh #\r\u001b[2K+echo ok", "curl evil|sh #␍␛[2K+echo ok"],
  ["a\u009b31mb", "a<U+009B>31mb"],
  ["a\u202eb\u2066c", "a<U+202E>b<U+2066>c"],
  ["a\u2028b\u200bc\u00add", "a<U+2028>b<U+200B>c<U+00AD>d"],
  ["tag\u{e0041}\u{e007f}", "tag<U+E0041><U+E007F>"],
  ["\ufe00\u{e0100}\u200d\ufe0f", "<U+FE00><U+E0100><U+200D><U+FE0F>"],
  ["lone\ud800", "lone<U+D800>"],
  ["a\u3164b", "a<U+3164>b"],
  ["tab\tline\nnext", "tab\tline\nnext"],
  ["👩‍💻 ❤️ 👍🏽 1️⃣ 🏳️‍🌈 é größe 漢字", "👩‍💻 ❤️ 👍🏽 1️⃣ 🏳️‍🌈 é größe 漢字"],
  ["😀\ufe0f\ufe0f\u200d\u200d😀", "😀\ufe0f<U+FE0F><U+200D><U+200D>😀"],
  ["echo ok\u00a0# note; rm x", "echo ok<U+00A0># note; rm x"],
  ["a\u1680b\u2002c\u202fd\u2800e\ufffcf", "a<U+1680>b<U+2002>c<U+202F>d<U+2800>e<U+FFFC>f"],
  ["echo 注意\u3000# x", "echo 注意<U+3000># x"],
  ["山田\u3000太郎\n+\u3000日本", "山田\u3000太郎\n+\u3000日本"],
  [
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ],
  ["🏴\u{e0065}\u{e007f}", "🏴<U+E0065><U+E007F>"],
  ["می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष"],
  ["a\u200cb ش\u200ca", "a<U+200C>b ش<U+200C>a"],
  [`e${"\u0301".repeat(8)}`, `e${"\u0301".repeat(6)}<U+0301><U+0301>`],
  [`echo${" ".repeat(101)}; rm x`, "echo<101 blanks>; rm x"],
  [`echo${" ".repeat(100)}; ls`, `echo${" ".repeat(100)}; ls`],
  [`echo\n${" \n".repeat(60)}rm x`, "echo\n<60 empty lines>\nrm x"],
  [`one\n${"\n".repeat(30)}two`, `one\n${"\n".repeat(30)}two`],
  ["a<U+00A0>b ␛[2K <3 blanks> <b>", "a<U+003C>U+00A0>b <U+241B>[2K <U+003C>3 blanks> <b>"],
  ["one\r\ntwo\r\n", "one\ntwo\n"],
  ["--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\r\n+two\r\n", "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n"],
  ["@@ -1 +1 @@\n-one\r\n+one\n", "@@ -1 +1 @@\n-one␍\n+one\n"],
])("%j is shown as %j", (text, expected) => expect(showText(text)).toBe(expected));

describe("what is shown", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.constantFrom(
      "\r\n",
      "\n",
      "\u001b[2K",
      "👩‍💻",
      "❤️",
      "\u200d",
      "\ufe0f",
      "+a",
      "-b\r",
      "1️⃣",
      "\u{e0020}",
      "\u3000漢",
      "\u0301",
    ),
    fc.nat(150).map((count) => " ".repeat(count)),
    fc.nat(60).map((count) => "\n".repeat(count)),
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

  it("has nothing hidden but inside of emoji", () => {
    fc.assert(
      fc.property(text, (given) => {
        const left = showText(given).match(HIDDEN) ?? [];
        expect(left.filter((character) => !["\u200d", "\ufe0e", "\ufe0f"].includes(character))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("is never what another text is shown as", () => {
    const some = fc.array(fc.oneof(piece, fc.constantFrom("<U+", "<U+200D>", "␛", "␍", "3 blanks>", "<3")), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(some, some, (one, other) => {
        const [first, second] = [one, other].map((pieces) => pieces.join("").replaceAll(/\r\n| {101,}|\n{41,}/g, "-"));
        if (first !== second) expect(showText(first ?? "")).not.toBe(showText(second ?? ""));
        const shown = showText(first ?? "");
        if (shown !== first) expect(showText(shown)).not.toBe(shown);
      }),
      { numRuns: 5000 },
    );
  });

  it("is shown in parts as at once", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 3000 }), (given, times) => {
        const line = `x${given.replaceAll(/[\r\n]/g, "")}\n`;
        expect(showText(line.repeat(times))).toBe(showText(line).repeat(times));
      }),
      { numRuns: 300 },
    );
  });

  it("is shown in a long line as in a short one", () => {
    const inLine = text.map((given) => given.replaceAll(/[\r\n]/g, ""));
    fc.assert(
      fc.property(
        inLine,
        inLine,
        fc.constantFrom("word", "\r", "a+", "-\u3000", "<U+", "é", "\0", "\u202e", "\u0301", "\u3000"),
        (before, after, unit) => {
          const [short, long] = [60, 40_000].map((times) => {
            const filling = unit.repeat(times);
            return showText(`${before}.${filling}.${after}`).split(showText(filling));
          });
          expect(long).toEqual(short);
        },
      ),
      { numRuns: 200 },
    );
  });
});

it.each([65_500, 65_541, 65_560])("shows empty lines around a cut as one gap, %i characters in", (length) => {
  const text = `${"x".repeat(length)}${"\n".repeat(60)}end`;
  expect(showText(text)).toBe(`${"x".repeat(length)}\n<59 empty lines>\nend`);
});

it("control: the signs for the content of files leave what is merely invisible", () => {
  expect(showControls("a\u200bb\u001b")).toBe("a\u200bb␛");
});
