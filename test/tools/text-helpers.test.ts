import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSimilarNames } from "../../src/text/similar-names.js";
import { showControls } from "../../src/text/visible-text.js";
import { formatBytes } from "../../src/tools/definition/tool-options.js";

describe("findSimilarNames", () => {
  const names = ["Index.ts", "index.tsx", "main.ts", "README.md", "a.ts", "b.ts", "inside.ts"];
  it.each([
    ["index.ts", ["Index.ts", "index.tsx"]],
    ["readme.md", ["README.md"]],
    ["mian.ts", ["main.ts"]],
    ["main.js", ["main.ts"]],
    ["unrelated.txt", []],
    ["", []],
    [`${"x".repeat(10_000)}.ts`, []],
  ])("for %s", (name, expected) => {
    expect(findSimilarNames(name, names)).toEqual(expected);
  });

  it("takes Unicode forms of one name as equal", () => {
    expect(findSimilarNames("u\u0308ber.md", ["\u00fcber.md"])).toEqual(["\u00fcber.md"]);
  });
});

describe("signs for what cannot be seen", () => {
  it("leave no control character but tab and line feed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
        expect(showControls(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      }),
    );
  });

  it("leave ordinary text alone", () => {
    const text = "\tä “q” 👩‍💻 e\u0301\n";
    expect(showControls(text)).toBe(text);
  });
});

it.each([
  [1, "1 byte"],
  [0, "0 bytes"],
  [1023, "1023 bytes"],
  [1024, "1 KiB"],
  [3.5 * 1024 * 1024, "3.5 MiB"],
  [2 ** 60, "1048576 TiB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
