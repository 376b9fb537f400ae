import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_JSON_DEPTH } from "../../../src/limits.js";
import { findTextExcess, findValueExcess, parseLenientJson } from "../../../src/text/bounded-json.js";

/** Counts values and depth the slow way. */
function measure(value: unknown): { readonly depth: number; readonly values: number } {
  if (typeof value !== "object" || value === null) return { depth: 0, values: 1 };
  const parts = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
    values: 1 + parts.reduce((sum, { values }) => sum + values, 0),
  };
}

function nest(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

describe("parseLenientJson", () => {
  it("reads what JSON.parse reads, and the same with raw control characters", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const raw = text.replaceAll("\\n", "\n").replaceAll("\\t", "\t");
        const expected: unknown = JSON.parse(text);
        expect(parseLenientJson(text)).toEqual(expected);
        if (!text.includes("\\\\")) expect(parseLenientJson(raw)).toEqual(expected);
      }),
    );
  });

  it("reads every control character that stands raw in a string, and leaves half of a pair as it is", () => {
    const controls = String.fromCharCode(...Array.from({ length: 32 }, (_, unit) => unit));
    expect(parseLenientJson(`["${controls}\\\\\n\ud800"]`)).toEqual([`${controls}\\\n\ud800`]);
  });

  it.each(["", "plain", "{", '{"a":"b', "[1,]", '["a\\\n"]', '["a\\'])("answers nothing for %j", (text) => {
    expect(parseLenientJson(text)).toBeUndefined();
  });

  it.each<[string, string]>([
    ["opened brackets", "[".repeat(100_000)],
    ["opened objects", '{"a":'.repeat(100_000)],
    ["both", '[{"a":'.repeat(100_000)],
    ["closed brackets", nest(100_000)],
    ["blanks before them", `\n\t ${nest(100_000)}`],
    ["many values", `[${"1,".repeat(100_000)}1]`],
    ["many objects", `[${'{"a":1},'.repeat(100_000)}1]`],
    ["many characters", `["${"a".repeat(7_000_000)}"]`],
  ])("refuses %s before they are parsed", (_name, text) => {
    expect(() => parseLenientJson(text)).toThrow(expect.objectContaining({ kind: "parse_error" }));
  });

  it("counts nothing inside strings", () => {
    const text = `${"[".repeat(100_000)}\\"${",".repeat(100_000)}`;
    expect(parseLenientJson(JSON.stringify([text]))).toEqual([text]);
    expect(parseLenientJson(JSON.stringify(text))).toEqual(text);
  });
});

describe("what is too much", () => {
  it("is the same for a text and for the value in it, to the last one", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const { values } = measure(value);
        const text = JSON.stringify(value);
        expect(findValueExcess(value, values)).toBeNull();
        expect(findTextExcess(text, values * 2)).toBeNull();
        if (values > 1) expect(findValueExcess(value, values - 1)).toBe("values");
        if (values > 2) expect(findTextExcess(text, Math.floor(values / 2) - 1)).toBe("values");
      }),
    );
  });

  it("is one level more than the limit", () => {
    for (const [text, found] of [
      [nest(MAX_JSON_DEPTH), null],
      [nest(MAX_JSON_DEPTH + 1), "depth"],
    ] as const) {
      expect(findTextExcess(text, 1000)).toBe(found);
      expect(findValueExcess(JSON.parse(text), 1000)).toBe(found);
    }
  });

  it("is a value that holds itself", () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(findValueExcess(cycle, 1000)).toBe("depth");
  });
});
