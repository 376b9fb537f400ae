import { describe, expect, it } from "vitest";
import { isHardPart } from "../../../src/search/hard-part.js";
import { createLineMatcher, type LineMatcherOptions } from "../../../src/search/line-matcher.js";
import { type ScanHit, type ScanOptions, scanBytes } from "../../../src/search/scan-bytes.js";
import { allFound } from "../../support/all-matches.js";

const ALL: ScanOptions = { context: 0, maxBytesPerLine: 1024 };

interface Asked extends LineMatcherOptions {
  readonly pattern: string;
  readonly options?: Partial<ScanOptions>;
}

async function scan(text: string, { pattern, options, ...matching }: Asked): Promise<readonly ScanHit[]> {
  const matcher = await createLineMatcher(pattern, matching);
  return allFound(scanBytes(Buffer.from(text), matcher, { ...ALL, ...options }));
}

describe("scanBytes", () => {
  it("answers line, column in code points, and the line without its ending", async () => {
    expect(await scan("one\r\n😀é two two\r\n\r\ntwo", { pattern: "two" })).toEqual([
      { line: 2, column: 4, text: "😀é two two" },
      { line: 4, column: 1, text: "two" },
    ]);
  });

  it("answers one hit for a line, also where matches run across lines", async () => {
    const across = { pattern: "a\\s*b", regex: true, multiline: true };
    expect(await scan("a\nb a b a\n\nb\na b", across)).toEqual([
      { line: 1, column: 1, text: "a" },
      { line: 2, column: 3, text: "b a b a" },
      { line: 5, column: 1, text: "a b" },
    ]);
  });

  it("adds the lines around a hit only when asked", async () => {
    const text = "1\n2\r\nx\n4\n5\n";
    expect(await scan(text, { pattern: "x", options: { context: 1 } })).toEqual([
      { line: 3, column: 1, text: "x", before: ["2"], after: ["4"] },
    ]);
    expect(await scan(text, { pattern: "x", options: { context: 9 } })).toEqual([
      { line: 3, column: 1, text: "x", before: ["1", "2"], after: ["4", "5"] },
    ]);
    expect(await scan("\n\nx", { pattern: "x", options: { context: 3 } })).toEqual([
      { line: 3, column: 1, text: "x", before: ["", ""], after: [] },
    ]);
  });

  it("looks for no further hit than is asked for", () => {
    let asked = 0;
    const matcher = {
      *scan() {
        for (asked = 1; ; asked += 1) yield { start: (asked - 1) * 2, end: asked * 2 - 1 };
      },
    };
    const lines: number[] = [];
    for (const hit of scanBytes(Buffer.from("x\n".repeat(10)), matcher, ALL)) {
      if (hit !== null && !isHardPart(hit)) lines.push(hit.line);
      if (lines.length === 3) break;
    }
    expect(lines).toEqual([1, 2, 3]);
    expect(asked).toBe(3);
  });

  it("cuts long lines around the match, and context at its start", async () => {
    const long = `${"a".repeat(5000)}needle${"é".repeat(5000)}`;
    const [hit] = await scan(`${long}\nneedle\n${long}`, {
      pattern: "needle",
      options: { context: 1, maxBytesPerLine: 60 },
    });
    expect(hit?.column).toBe(5001);
    expect(hit?.text).toMatch(/^…a+needleé+…$/u);
    expect(Buffer.byteLength(hit?.text ?? "")).toBeLessThanOrEqual(60);
    const [, second] = await scan(`${long}\nneedle\n${long}`, {
      pattern: "needle",
      options: { context: 1, maxBytesPerLine: 60 },
    });
    expect(second?.after?.[0]).toMatch(/^a+…$/u);
  });

  it("keeps a match that reaches into the line ending or beyond within its line", async () => {
    expect(await scan("ab\r\ncd", { pattern: "b\\r\\nc", regex: true, multiline: true })).toEqual([
      { line: 1, column: 2, text: "ab" },
    ]);
    expect(await scan("ab\r\n", { pattern: "\r" })).toEqual([{ line: 1, column: 3, text: "ab" }]);
  });
});
