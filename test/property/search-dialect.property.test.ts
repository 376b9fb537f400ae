// Whatever ripgrep refuses as an expression, the search within the process refuses too.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isFsError } from "../../src/errors.js";
import { createLineMatcher } from "../../src/search/line-matcher.js";
import { listWithRipgrep, resolveRipgrep } from "../../src/shell/ripgrep/ripgrep.js";
import { propertyRuns } from "../support/property-runs.js";

const BASIC = `a 1 - _ ^ $ . | ? * + ( ) { } , : ] # < > é 😀 ** +? ??? {2} {3,2} {2,} {,2} { {a} {0}`;
const GROUPS = `(a) (?:a) (?i) (?) (?ii) (?i-i) (?-) (?i- (?s-i:a) (?-s) (?q) (?P<n>a) (?<n>a) (?<m>a) (?<é>a)
  (?<a.b[0]>a) (?<a-b>a) (?<1>a) (?<>a) (?<n (?P=n) (?=a) (?<!a) (?>a) (?'n'a)`;
const ESCAPES = String.raw`\b \B \A \z \a \f \v \t \n \r \d \D \w \W \s \S \h \e \0 \1 \q \Q \x41 \x{41} \x{} \x4 \xg \x00
  \x{d800} \ud800 \u00e9 \x{110000} \U0001F600 \pL \PL \p{L} \p{^L} \p{} \p{Greek} \p{Cs} \p{Lu} \pX \p \- \_ \# \& \/ \é`;
const CLASSES = String.raw`[a] [^a] [] [^] []a] []-a] [-a] [a-] [--a] [a--] [a-c-e] [z-a] [\d-z] [a-\d] [\x00-\s] [\b] [\B] [\A]
  [\pL-z] [[:alpha:]] [[:alpha:]-z] [a-[:alpha:]] [[:foo:]] [A-[] [a&&b] [a&b] [\n] [\r\n] [^\n] [\na] [\x00] [\x{d800}]
  [\q] [é-ü] [a [ [\p{^L}]`;
const MEMBERS = String.raw`a z 0 - ^ ] & [ : \d \W \pL \b \n \x41 \] \- \\ [:alpha:] [:^digit:] -- é 😀 a-z \z \x00`;

const split = (text: string): string[] => text.split(/\s+/);
const FRAGMENTS = [BASIC, GROUPS, ESCAPES, CLASSES].flatMap(split);

const bracketed = fc
  .array(fc.constantFrom(...split(MEMBERS)), { minLength: 1, maxLength: 5 })
  .map((members) => `[${members.join("")}]`);
const fragment = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) }, { weight: 1, arbitrary: bracketed });
const odd = fc.array(fragment, { minLength: 1, maxLength: 4 }).map((fragments) => fragments.join(""));

let root = "";
let program = "";

beforeAll(async () => {
  program = (await resolveRipgrep()) ?? "";
  root = mkdtempSync(join(tmpdir(), "search-dialect-"));
  writeFileSync(join(root, "empty"), "");
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

async function isRefused(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return false;
  } catch (error) {
    if (isFsError(error) && error.kind === "invalid_pattern") return true;
    throw error;
  }
}

async function exhaust(listing: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of listing);
}

async function isAcceptedByUsOnly(pattern: string, multiline: boolean): Promise<boolean> {
  if (await isRefused(() => createLineMatcher(pattern, { regex: true, multiline }))) return false;
  const containing = { pattern, regex: true, multiline };
  return isRefused(() => exhaust(listWithRipgrep({ program, cwd: root, containing })));
}

it("refuses each odd fragment that ripgrep refuses, by itself and behind a character", {
  timeout: 300_000,
}, async () => {
  const loose: string[] = [];
  for (const pattern of FRAGMENTS.flatMap((text) => [text, `a${text}`, `(${text})`])) {
    if (await isAcceptedByUsOnly(pattern, false)) loose.push(pattern);
    if (await isAcceptedByUsOnly(pattern, true)) loose.push(`${pattern} across lines`);
  }
  expect(loose).toEqual([]);
});

it("refuses what ripgrep refuses of every mixture", { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(odd, fc.boolean(), async (pattern, multiline) => {
      expect(await isAcceptedByUsOnly(pattern, multiline)).toBe(false);
    }),
    { numRuns: propertyRuns(200) },
  );
});
