// A search that goes on elsewhere, or in a thread, finds what it would have found here.

import fc from "fast-check";
import { expect, test } from "vitest";
import { isFsError } from "../../src/errors.js";
import { createRegexScan } from "../../src/search/regex-matcher.js";
import { scanAsText } from "../../src/search/scan-as-text.js";
import type { ScanPlace, ScanText } from "../../src/search/scan-text.js";
import { ThreadPool } from "../../src/workspace/threads/thread-pool.js";
import { expression, fileText } from "../support/search-arbitraries.js";

const RUNS = 300 * Number(process.env["AI_FILE_TOOLS_TEST_SCALE"] ?? 1);

const BEGINNING: ScanPlace = { from: 0, previousEnd: -1 };
const UNLIMITED = { turnMs: Number.POSITIVE_INFINITY, allMs: Number.POSITIVE_INFINITY };

const asked = fc.record({
  pattern: expression,
  ignoreCase: fc.boolean(),
  multiline: fc.boolean(),
  text: fileText,
  looks: fc.nat({ max: 12 }),
});

/** Ends a search when it has asked so many times how much time it has. */
function endAfter(looks: number): typeof UNLIMITED {
  let left = looks;
  return {
    turnMs: Number.POSITIVE_INFINITY,
    get allMs() {
      left -= 1;
      return left < 0 ? -1 : Number.POSITIVE_INFINITY;
    },
  };
}

function find(scan: ScanText, bytes: Buffer, from: { place: ScanPlace; limits: typeof UNLIMITED }) {
  const matches = scanAsText(bytes, { scan, offset: 0, ...from });
  const places: number[] = [];
  for (let next = matches.next(); ; next = matches.next()) {
    if (next.done === true) return { places, place: next.value };
    if (next.value !== null) places.push(next.value.start, next.value.end);
  }
}

test("a search that was broken off anywhere goes on elsewhere as if it had not been", async () => {
  const threads = new ThreadPool();
  const { signal } = new AbortController();
  let continued = 0;
  const property = fc.asyncProperty(asked, async ({ pattern, text, looks, ...options }) => {
    const scan = createScan(pattern, options);
    fc.pre(scan !== null);
    const bytes = Buffer.from(text);
    const whole = find(scan, bytes, { place: BEGINNING, limits: UNLIMITED });
    expect(whole.place).toBeNull();
    const first = find(scan, bytes, { place: BEGINNING, limits: endAfter(looks) });
    if (first.place === null) {
      expect(first.places).toEqual(whole.places);
      return;
    }
    continued += 1;
    const job = {
      expression: { pattern, ...options },
      bytes: new Uint8Array(bytes),
      place: first.place,
      maxMatches: Number.POSITIVE_INFINITY,
      wantsPlaces: true,
      budgetMs: 60_000,
    };
    const rest = await threads.run(() => job, { budgetMs: 60_000, signal });
    expect([...first.places, ...(rest?.places ?? [])]).toEqual(whole.places);
    expect(rest).toMatchObject({ isLate: false, count: (rest?.places.length ?? 0) / 2 });
  });
  await fc.assert(property, { numRuns: RUNS });
  expect(continued).toBeGreaterThan(RUNS / 10);
}, 180_000);

function createScan(pattern: string, options: { ignoreCase: boolean; multiline: boolean }): ScanText | null {
  try {
    return createRegexScan(pattern, options);
  } catch (error) {
    if (isFsError(error)) return null;
    throw error;
  }
}
