import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FsError } from "../../../src/errors.js";
import { assertNewName, findMeantPath, findNotationError } from "../../../src/text/meant-path.js";
import { propertyRuns } from "../../support/property-runs.js";

function refuse(given: string, missing: readonly string[] = given.split("/")): FsError | null {
  try {
    assertNewName({ given, missing });
    return null;
  } catch (error) {
    if (error instanceof FsError) return error;
    throw error;
  }
}

describe("a new name", () => {
  test.each([
    "a.ts",
    "aux.ts",
    "a:b",
    "c:d",
    "~x",
    "x~",
    "a'b",
    "it's",
    "`a",
    '"a',
    "a/~/b",
    "profile:",
    "./~/x",
    "...",
  ])("%s is one", (given) => {
    expect(refuse(given)).toBeNull();
  });

  test("is any that has no backslash, no drive, no quotes and no tilde", () => {
    const name = fc
      .string({ minLength: 1, maxLength: 12, unit: "grapheme" })
      .filter((text) => !/["'`\\~/]/.test(text) && !/^[A-Za-z]:$|^file:/i.test(text));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        expect(refuse(names.join("/"), names)).toBeNull();
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test("is judged by the names that are missing alone", () => {
    expect(refuse("~/x", ["x"])).toBeNull();
    expect(refuse("a\\b/x", ["x"])).toBeNull();
    expect(refuse("C:/x", ["x"])).toBeNull();
    expect(refuse('"a/x"', ['x"'])).toBeNull();
    expect(refuse("a/b\\c", ["b\\c"])?.hint).toBe("Did you mean a/b/c?");
  });

  test("may come in the form in which names are shown", () => {
    expect(refuse('"two\\nlines"', ["two\nlines"])).toBeNull();
    expect(refuse('"a\\\\b\\nc"', ["a\\b\nc"])?.hint).toBe('Did you mean a/"b\\nc"?');
    expect(refuse('"a\\nb"/"c\\nd"', ["a\nb", "c\nd"])).toBeNull();
  });
});

test("no refusal shows what could mislead", () => {
  const given = fc.tuple(fc.constantFrom("~/", "file:///", "`", '"', "C:\\", "a\\"), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(given, ([start, rest]) => {
      const path = start + rest + (start.length === 1 ? start : "");
      const missing = path.split("/");
      const error = findNotationError({ given: path, missing }) ?? refuse(path, missing);
      const shown = `${error?.message} ${error?.hint} ${findMeantPath({ given: path, missing })}`;
      expect(shown).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
    { numRuns: propertyRuns(300) },
  );
});
