import { describe, expect, it } from "vitest";
import { MAX_UNCUT_SCAN_BYTES } from "../../../src/limits.js";
import { createLineMatcher, type LineMatcherOptions } from "../../../src/search/line-matcher.js";
import { allFound } from "../../support/all-matches.js";

const REGEX = { regex: true };
const ACROSS = { regex: true, multiline: true };

async function find(text: string, pattern: string, options: LineMatcherOptions = {}): Promise<readonly string[]> {
  const matcher = await createLineMatcher(pattern, options);
  const content = Buffer.from(text);
  const toIndex = (byte: number): number => content.toString("utf8", 0, byte).length;
  return allFound(matcher.scan(content)).map(({ start, end }) => `${toIndex(start)}-${toIndex(end)}`);
}

describe("createLineMatcher with literal text", () => {
  it("finds the first match of each line", async () => {
    expect(await find("foo foo\nbar\r\nxfoo", "foo")).toEqual(["0-3", "14-17"]);
    expect(await find("a.c abc", "a.c")).toEqual(["0-3"]);
    expect(await find("Foo", "foo")).toEqual([]);
    expect(await find("", "foo")).toEqual([]);
  });

  it("folds case as Unicode does, character by character", async () => {
    const ignoreCase = { ignoreCase: true };
    expect(await find("ÉTÉ", "été", ignoreCase)).toEqual(["0-3"]);
    expect(await find("K ſ ς Σ", "k s σ", ignoreCase)).toEqual(["0-5"]);
    expect(await find("STRASSE", "straße", ignoreCase)).toEqual([]);
    expect(await find("ẞ", "ß", ignoreCase)).toEqual(["0-1"]);
    expect(await find("x-Y/[a]{b}(c)|$^*+?.\\", "X-y/[A]{B}(C)|$^*+?.\\", ignoreCase)).toEqual(["0-21"]);
  });

  it("finds a text of several lines on request only", async () => {
    expect(await find("a\nb\na\nb", "a\nb", { multiline: true })).toEqual(["0-3", "4-7"]);
    await expect(find("", "a\nb")).rejects.toMatchObject({ kind: "invalid_pattern", hint: /multiline: true/ });
  });

  it.each(["", "a\0b", "x".repeat(8193)])("refuses %.5j", async (pattern) => {
    await expect(createLineMatcher(pattern)).rejects.toMatchObject({ kind: "invalid_pattern" });
    await expect(createLineMatcher(pattern, REGEX)).rejects.toHaveProperty("hint");
  });
});

describe("createLineMatcher with an expression", () => {
  it("matches within lines, whose endings are no part of them", async () => {
    expect(await find("foo\r\nbar foo\r\n\r\nfoo x", "foo$", REGEX)).toEqual(["0-3", "9-12"]);
    expect(await find("a\r\n\r\n\nb\n", "^$", REGEX)).toEqual(["3-3", "5-5"]);
    expect(await find("a\n b\n", "a\\s+b", REGEX)).toEqual([]);
    expect(await find("a \r\nb\r\n", "\\s+$", REGEX)).toEqual(["1-2"]);
    expect(await find("a\r\n", "[^x]+", REGEX)).toEqual(["0-1"]);
    expect(await find("", "x*", REGEX)).toEqual([]);
    expect(await find("ab", "x*", REGEX)).toEqual(["0-0"]);
  });

  it("matches across lines, with $ and . stopping before either ending", async () => {
    expect(await find("f(\r\n  x)\nf(\nx)", "f\\(\\s+x", ACROSS)).toEqual(["0-7", "9-13"]);
    expect(await find("a\r\nb\n", ".$", ACROSS)).toEqual(["0-2", "3-4"]);
    expect(await find("a\r\nb", "a.", ACROSS)).toEqual([]);
    expect(await find("a\r\nb", "(?s)a.", ACROSS)).toEqual(["0-2"]);
    expect(await find("a\r\nb", "(?s:a.)(?-s).", ACROSS)).toEqual([]);
    expect(await find("a\nb\n", "^", ACROSS)).toEqual(["0-0", "2-2"]);
    expect(await find("aab\n", "a*", ACROSS)).toEqual(["0-2"]);
    expect(await find("a\nc\nc", "a\n|b*", ACROSS)).toEqual(["0-2", "3-3", "4-4"]);
  });

  it("reads sets and escapes as ripgrep does", async () => {
    expect(await find("é", "\\w", REGEX)).toEqual(["0-1"]);
    expect(await find("\u00a0", "\\s", REGEX)).toEqual(["0-1"]);
    expect(await find("٣", "\\d", REGEX)).toEqual(["0-1"]);
    expect(await find("é_ ", "[^\\W_]+", REGEX)).toEqual(["0-1"]);
    expect(await find("é;", "[\\W]", REGEX)).toEqual(["1-2"]);
    expect(await find("é 1", "[\\s\\S]+", REGEX)).toEqual(["0-3"]);
    expect(await find("xé😀", "\\u00e9\\x{1f600}", REGEX)).toEqual(["1-4"]);
    expect(await find("a-b]", "[]\\-]+", REGEX)).toEqual(["1-2"]);
    expect(await find("_-", "[]-a]+", REGEX)).toEqual(["1-2"]);
    expect(await find("+-", "[--a]+", REGEX)).toEqual(["1-2"]);
    expect(await find("aaa", "a{ 2 }", REGEX)).toEqual(["0-2"]);
    expect(await find("Foo", "(?i)f(?-i)oo", REGEX)).toEqual(["0-3"]);
    expect(await find("K", "k", { regex: true, ignoreCase: true })).toEqual(["0-1"]);
    expect(await find("ab", "(?P<first>a)(?<second>b)", REGEX)).toEqual(["0-2"]);
  });

  it.each([
    ["(?=a)", /look-around/, /hits/],
    ["(?<!a)b", /look-around/, /hits/],
    ["(a)\\1", /backreferences/, /Spell/],
    ["b{", /repetition quantifier/, /\\\{/],
    ["a{,2}", /repetition quantifier/, /\\\{/],
    ["*a", /repetition operator/, /\\\*/],
    ["a++", /nested repetition/, /group/],
    ["a{2000}", /repeat count/, /shorter/],
    ["(a", /unclosed group/, /\\\(/],
    ["a)", /unopened group/, /\\\)/],
    ["[a", /unclosed character class/, /\\\[/],
    ["[a&&b]", /set operation/, /\\&/],
    ["[a[b]]", /nested character class/, /\\\[/],
    ["\\Z", /unrecognized escape sequence \\Z/, /backslash/],
    ["\\Qa\\E", /unrecognized escape sequence/, /backslash/],
    ["\\<a", /unrecognized escape sequence/, /backslash/],
    ["\\é", /unrecognized escape sequence/, /backslash/],
    ["\\b{start}", /\\b/, /backslash/],
    ["a\\", /incomplete escape/, /backslash/],
    ["\\p{Nonsense}", /Unicode property/, /\\p\{Greek\}/],
    ["(?x) a", /flag x/, /ignoreCase/],
    ["(?-u)a", /flag u/, /ignoreCase/],
    ["(?#a)", /flag/, /ignoreCase/],
    ["[\\b]", /\\b has no meaning/, /\\\[/],
    ["[\\d-z]", /character at each end/, /\\-/],
    ["(?<n>a)(?P<n>b)", /group name n is given twice/, /literal/],
    ["\\p{^L}", /Unicode property/, /\\p\{Greek\}/],
    ["(?ii)a", /flag is given twice/, /ignoreCase/],
    ["\\x00", /NUL/, /literal/],
    ["[\\r\\n]", /literal "\\r"/, /multiline/],
    ["a\\nb", /literal "\\n"/, /multiline/],
    ["a\nb", /literal "\\n"/, /multiline/],
    ["a\\r", /literal "\\r"/, /multiline/],
    ["\\x0a", /literal "\\n"/, /multiline/],
    ["\\w{301}", /too often/, /A-Za-z0-9_/],
    ["[\u0100-\uffee]".repeat(20), /too large/, /shorter/],
    ["[\\x{100}-\\x{ffee}]".repeat(20), /too large/, /shorter/],
  ])("refuses %.20s and says what to do", async (pattern, message, hint) => {
    const failure = createLineMatcher(pattern, REGEX);
    await expect(failure).rejects.toMatchObject({
      kind: "invalid_pattern",
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it.each(["(a+)+$", "\\s+$", "(a|a)*b", "(.*a){12}b", "^(\\w+\\s?)*$", "(x+x+)+y", "a.*a.*a.*b"])(
    "finishes %s on a line that makes others hang",
    async (pattern) => {
      for (const line of ["a".repeat(1 << 18), " ".repeat(1 << 18), "x".repeat(1 << 18)]) {
        const matcher = await createLineMatcher(pattern, REGEX);
        expect(allFound(matcher.scan(Buffer.from(`${line}!`))).length).toBeLessThan(2);
      }
    },
  );

  it("finishes across lines although every match is sought to the end of the text", async () => {
    const matcher = await createLineMatcher("a[^b]*c|a", ACROSS);
    expect(allFound(matcher.scan(Buffer.from("a".repeat(1 << 18))))).toEqual([{ start: 0, end: 1 }]);
  });

  it("refuses to search a line that is too long to be handed on, and no other", async () => {
    const long = Buffer.from("x".repeat(MAX_UNCUT_SCAN_BYTES + 1));
    const plain = await createLineMatcher("[xy][yz]", REGEX);
    expect(() => [...plain.scan(long)]).toThrow(/cannot be searched in one piece/);
    expect(allFound(plain.scan(long.subarray(1)))).toEqual([]);
    for (const [pattern, options] of [
      ["y", {}],
      ["Y", { ignoreCase: true }],
      ["xy|yx", REGEX],
    ] as const) {
      expect([...(await createLineMatcher(pattern, options)).scan(long)]).toEqual([]);
    }
  });

  it("lets others have their turn between parts of a text", async () => {
    const text = Buffer.from(`${"x".repeat(99)}\n`.repeat(20_000));
    for (const options of [REGEX, { ignoreCase: true }]) {
      const matcher = await createLineMatcher("é", options);
      expect([...matcher.scan(text)].length).toBeGreaterThan(4);
    }
  });

  it("finishes a literal that almost matches everywhere", async () => {
    const text = "a".repeat(1 << 20);
    expect(await find(text, `${"a".repeat(2000)}b`)).toEqual([]);
    expect(await find(text, `b${"a".repeat(2000)}`, { ignoreCase: true })).toEqual([]);
  });
});
