// What is shown of a name is one line of plain characters, and leads back to the same name and to no other.

import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeName, encodeName } from "../../src/text/name-bytes.js";
import { parseShownName, showName } from "../../src/text/shown-name.js";

const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const piece = fc.oneof(
  fc.constantFrom("\n", "\x1b", "\u202e", "\u200b", "\ufeff", "\u{e0041}", "\u0085", "\udcff", "\udc80"),
  fc.constantFrom('"', "\\", "\\n", "\\x1B", "\\u202E", "\\xFF", "\\\\", "x", "u", "a.ts", " "),
  fc.string({ unit: "grapheme", maxLength: 3 }),
);
const plainName = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join("").replaceAll(/[/\0]/g, ""));
/** Names that are themselves what another name is shown as. */
const name = fc.oneof(
  plainName,
  plainName.map(showName),
  plainName.map((inner) => showName(showName(inner))),
);

const read = (shown: string): string => parseShownName(shown) ?? shown;

describe("a shown name", () => {
  test("can be read back", () => {
    fc.assert(
      fc.property(name, (given) => {
        expect(read(showName(given))).toBe(given);
      }),
      { numRuns: 2000 },
    );
  });

  test("has nothing that cannot be seen", () => {
    fc.assert(
      fc.property(name, (given) => {
        expect(showName(given)).not.toMatch(UNSHOWABLE);
      }),
      { numRuns: 2000 },
    );
  });

  test("control: a form that only replaces characters does not lead back", () => {
    const naive = (given: string): string => given.replaceAll("\n", "\\n");
    expect(naive("a\nb")).toBe(naive("a\\nb"));
    expect(showName("a\nb")).not.toBe(showName("a\\nb"));
  });

  test.each([
    ["plain.ts", "plain.ts"],
    ["a\nb", '"a\\nb"'],
    ["a\\nb", "a\\nb"],
    ['"a\\nb"', '"\\"a\\\\nb\\""'],
    ['"quoted"', '"quoted"'],
    ["\x1b[31mred", '"\\x1B[31mred"'],
    ["evil\u202etxt.exe", '"evil\\u202Etxt.exe"'],
    ["bad\udcff", '"bad\\xFF"'],
    ["tag\u{e0041}", '"tag\\U000E0041"'],
  ])("of %j is %s", (given, shown) => {
    expect(showName(given)).toBe(shown);
    expect(read(shown)).toBe(given);
  });

  test("is the only spelling in quotes that leads to its name", () => {
    const escaped = fc.oneof(
      fc.stringMatching(/^\\x[0-9A-Fa-f]{2}$/),
      fc.stringMatching(/^\\u[0-9A-Fa-f]{4}$/),
      fc.constantFrom("\\xC3\\xBC", "\\xc3\\xbc", "\\xE2\\x82\\xAC", "\\n", "\\u200B", "\\u200b", '\\"', "a", "ü"),
    );
    const spelling = fc.array(escaped, { minLength: 1, maxLength: 4 }).map((parts) => `"${parts.join("")}"`);
    fc.assert(
      fc.property(spelling, (text) => {
        const meant = parseShownName(text);
        fc.pre(meant !== null);
        expect(showName(decodeName(encodeName(meant ?? "")))).toBe(text);
      }),
      { numRuns: 5000 },
    );
  });

  test.each(['"j\\xC3\\xBCrgen"', '"gr\\xc3\\xb6\\xc3\\x9fe.txt"', '"\\u200b"', '"bad\\xff"'])(
    "is not %s, a second spelling",
    (text) => expect(parseShownName(text)).toBeNull(),
  );

  test.each(['"\\x2E\\x2E"', '"\\u002F"', '"a\\0"', '"\\x00"', '"a', 'a\\nb"', '"\\U00110000"'])(
    "is not %s, which is a name as it stands",
    (text) => expect(parseShownName(text)).toBeNull(),
  );
});

test("bytes of a name become text and the same bytes again", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(bytes, (given) => {
      expect(Buffer.compare(encodeName(decodeName(given)), Buffer.from(given))).toBe(0);
    }),
    { numRuns: 2000 },
  );
});
