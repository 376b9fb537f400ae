// Texts and patterns at random, for tests that compare two searches.

import fc from "fast-check";

const WORDS = [
  "foo",
  "Foo_bar",
  "  indented();",
  "tail  ",
  "\ttab",
  "été",
  "ÉTÉ",
  "straße",
  "STRASSE ẞ",
  "K kelvin",
  "σίσυφος ΣΊΣΥΦΟΣ",
  "ſ long s",
  "😀 foo 😀",
  "a\u00a0b",
  "x=1;",
  "12 ١٢",
  "{a: [b]}",
  "",
  "",
  "aaa",
  "ab ab",
  "İstanbul",
  "$.*\\",
];

const fileLines = fc.array(
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
  { minLength: 0, maxLength: 12 },
);
/** A few lines of words that are told apart by case, encoding and spaces. */
export const fileText: fc.Arbitrary<string> = fc
  .tuple(fileLines, fc.constantFrom("\n", "\n", "\r\n"), fc.boolean())
  .map(([lines, ending, final]) => lines.join(ending) + (final && lines.length > 0 ? ending : ""));

/** Literal text that occurs in such lines. */
export const literal: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...WORDS.filter((word) => word !== "")),
  fc.string({ unit: fc.constantFrom(..."aboéÉßẞσςΣ ſkKs😀x;1.*\\$\t"), minLength: 1, maxLength: 3 }),
);

const ATOMS = [
  ..."abofFsSkéÉßσΣ12;=_ ",
  ...[".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "^", "$", "😀", "\\.", "\\$", "\\{", "\\x{e9}", "\\u00e9", "\\t"],
  ...[
    "[a-c]",
    "[^a]",
    "[\\w;]",
    "[\\W_]",
    "[^\\W_]",
    "[\\s\\S]",
    "[^\\s]",
    "[\\d.]",
    "[\\D]",
    "[]a]",
    "[a-]",
    "[\\]{]",
  ],
  ...[
    "\\p{L}",
    "\\p{Lu}",
    "\\P{L}",
    "\\pN",
    "\\p{Greek}",
    "[[:alpha:]]",
    "[[:^space:]]",
    "(?i:é)",
    "(?s:.)",
    "(?-i:F)",
  ],
];
/** An expression of what ripgrep and the engine have in common. */
export const expression: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { weight: 5, arbitrary: fc.constantFrom(...ATOMS) },
    { weight: 4, arbitrary: fc.tuple(tie("node"), tie("node")).map(([first, second]) => first + second) },
    { weight: 1, arbitrary: fc.tuple(tie("node"), tie("node")).map(([first, second]) => `(${first}|${second})`) },
    { weight: 1, arbitrary: tie("node").map((node) => `(?:${node})?`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie("node"), fc.constantFrom("*", "+", "?", "*?", "+?", "{2}", "{1,2}", "{1,}"))
        .map(([node, count]) => `(${node})${count}`),
    },
  ),
})).node;
