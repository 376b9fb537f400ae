import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLineMatcher, type LineMatcherOptions } from "../../src/search/line-matcher.js";
import { type ScanHit, scanBytes } from "../../src/search/scan-bytes.js";
import {
  COLUMN_AT_LINE_END,
  listWithRipgrep,
  type RipgrepHit,
  resolveRipgrep,
  searchWithRipgrep,
} from "../../src/shell/ripgrep/ripgrep.js";
import { decodeText, detectTextFormat } from "../../src/text/encoding.js";
import { allFound } from "../support/all-matches.js";
import { expression, fileText, literal } from "../support/search-arbitraries.js";

interface Query extends LineMatcherOptions {
  readonly pattern: string;
}

const query: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ pattern: literal, regex: fc.constant(false), ignoreCase: fc.boolean() }),
  fc.record({ pattern: expression, regex: fc.constant(true), ignoreCase: fc.boolean() }),
  fc.record({ pattern: expression, regex: fc.constant(true), ignoreCase: fc.boolean() }),
);

const FILES = fc.sample(fileText, { numRuns: 60, seed: 7 });
const QUERIES = fc.sample(query, { numRuns: 1000, seed: 20_261_122 });
const ACROSS = fc.sample(query, { numRuns: 120, seed: 5 });
const everything = { context: 0, maxBytesPerLine: 1024 };

let root = "";
let program = "";

function nameOf(index: number): string {
  return `f${String(index).padStart(2, "0")}`;
}

function encode(text: string, index: number): Buffer {
  if (index % 10 === 8) return Buffer.from(`\ufeff${text}`);
  if (index % 10 === 9) return Buffer.from(`\ufeff${text}`, "utf16le");
  return Buffer.from(text);
}

function readFileText(index: number): string {
  const bytes = readFileSync(join(root, nameOf(index)));
  return decodeText(bytes, detectTextFormat(bytes));
}

function toBytes(text: string, hit: ScanHit): number {
  const line = text.split("\n")[hit.line - 1] ?? "";
  return Buffer.byteLength([...line].slice(0, hit.column - 1).join("")) + 1;
}

async function scanAll({ pattern, ...options }: Query): Promise<readonly string[]> {
  const matcher = await createLineMatcher(pattern, options);
  return FILES.flatMap((_, index) => {
    const text = readFileText(index);
    return allFound(scanBytes(Buffer.from(text), matcher, everything)).map(
      (hit) => `${nameOf(index)}:${hit.line}:${toBytes(text, hit)}`,
    );
  });
}

function lineEndColumn({ path, line }: RipgrepHit): number {
  const text = readFileText(Number(path.slice(1)));
  return Buffer.byteLength(text.split("\n")[line - 1] ?? "") + 1;
}

async function askRipgrep(asked: Query): Promise<readonly string[]> {
  const places: string[] = [];
  const { pattern, regex, ignoreCase } = asked;
  for await (const hits of searchWithRipgrep({ program, cwd: root, pattern, regex, ignoreCase })) {
    for (const hit of hits) {
      const column = hit.column === COLUMN_AT_LINE_END ? lineEndColumn(hit) : hit.column;
      places.push(`${hit.path}:${hit.line}:${column}`);
    }
  }
  return places;
}

/** Asks a few at a time, since most of the time of each goes into starting a process. */
async function askAtOnce(queries: readonly Query[]): Promise<readonly (readonly string[])[]> {
  const answers: (readonly string[])[] = [];
  for (let start = 0; start < queries.length; start += 8) {
    answers.push(...(await Promise.all(queries.slice(start, start + 8).map(askRipgrep))));
  }
  return answers;
}

beforeAll(async () => {
  program = (await resolveRipgrep()) ?? "";
  root = mkdtempSync(join(tmpdir(), "search-ripgrep-"));
  for (const [index, text] of FILES.entries()) writeFileSync(join(root, nameOf(index)), encode(text, index));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("scanText against ripgrep", { timeout: 300_000 }, () => {
  it("finds the same lines and columns", async () => {
    let hits = 0;
    const differing: unknown[] = [];
    const answers = await askAtOnce(QUERIES);
    for (const [index, asked] of QUERIES.entries()) {
      const [expected, actual] = await Promise.all([answers[index] ?? [], scanAll(asked)]);
      hits += expected.length;
      const missing = expected.filter((place) => !actual.includes(place));
      const extra = actual.filter((place) => !expected.includes(place));
      if (missing.length + extra.length > 0) differing.push({ asked, missing, extra });
      else expect(actual).toEqual(expected);
    }
    expect(differing).toEqual([]);
    expect(hits).toBeGreaterThan(QUERIES.length);
  });

  it("finds something across lines in the same files", async () => {
    const differing: unknown[] = [];
    for (const asked of ACROSS) {
      const containing = { ...asked, multiline: true };
      const expected: string[] = [];
      for await (const paths of listWithRipgrep({ program, cwd: root, containing })) expected.push(...paths);
      const actual = [...new Set((await scanAll(containing)).map((place) => place.slice(0, 3)))];
      if (actual.join() !== expected.join()) differing.push({ asked, expected, actual });
    }
    expect(differing).toEqual([]);
  });
});
