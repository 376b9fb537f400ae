import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../src/edit/apply-edits.js";
import type { JsonValue } from "../../src/errors.js";
import { presentFailure, resolveToolFailure } from "../../src/tools/definition/tool-failure.js";
import {
  MAX_EVIDENCE_BYTES,
  MAX_EVIDENCE_LINES,
  presentEvidence,
} from "../../src/tools/presenting/present-evidence.js";

function failEdits(text: string, ...oldTexts: readonly string[]): string {
  const edits = oldTexts.map((oldText) => ({ oldText, newText: "new" }));
  try {
    applyEdits(new TextEncoder().encode(text), edits, { path: "a.txt" });
  } catch (error) {
    return presentFailure(resolveToolFailure(error, undefined));
  }
  throw new Error("The edits did not fail.");
}

describe("what a model is shown of an edit that failed", () => {
  it("is kind and message, the hint, and then the candidates with their numbers", () => {
    const [first, second, ...evidence] = failEdits("one\nsame\ntwo\nsame\n", "same").split("\n");
    expect(first).toMatch(/^ambiguous_text_match: .*lines 2, 4\.$/);
    expect(second).toMatch(/^Extend oldText by 1 line/);
    expect(evidence).toEqual(["Candidates:", "1\tone", "2\tsame", "3\ttwo", "4\tsame"]);
  });

  it("is the nearest lines of a text that was not found", () => {
    const [first, , ...evidence] = failEdits(
      "a\nconst size = 1;\n\treturn size;\n",
      "const size = 2;\n\treturn size;",
    ).split("\n");
    expect(first).toMatch(/^text_not_found: /);
    expect(evidence).toEqual(["Nearest lines:", "2\tconst size = 1;", "3\t\treturn size;"]);
  });

  it("names the edit where several failed", () => {
    const shown = failEdits("one\ntwo\nsame\nsame\n", "same", "one\ntwo two");
    expect(shown).toContain(
      "\nCandidates of edits[0]:\n2\ttwo\n3\tsame\n4\tsame\nNearest lines of edits[1]:\n1\tone\n2\ttwo",
    );
  });

  it("is two lines where nothing resembles the text", () => {
    expect(failEdits("abc\n", "xyzxyz").split("\n")).toHaveLength(2);
  });

  it("makes control characters visible", () => {
    expect(failEdits("say \u001b[31m hello\u001b[0m\n", "say hello hello")).toContain("1\tsay ␛[31m hello␛[0m");
  });
});

const detail = fc.oneof(
  fc.jsonValue(),
  fc.record({ startLine: fc.nat(), line: fc.nat(), text: fc.string({ unit: "binary", maxLength: 900 }) }),
);

describe("the evidence of any details", () => {
  it("stays within its budget and ends with a numbered line", () => {
    fc.assert(
      fc.property(fc.array(detail, { maxLength: 9 }), fc.array(detail, { maxLength: 9 }), (nearest, candidates) => {
        const details = { failures: [{ edit: 0, nearest, candidates }, { nearest }, ...candidates] };
        const lines = presentEvidence(details as Record<string, JsonValue>);
        expect(lines.length).toBeLessThanOrEqual(MAX_EVIDENCE_LINES);
        expect(Buffer.byteLength(lines.join("\n"))).toBeLessThanOrEqual(MAX_EVIDENCE_BYTES);
        if (lines.length > 0) expect(lines.at(-1)).toMatch(/^\d+\t/);
      }),
    );
  });

  it("cuts an over-long line and says so", () => {
    const lines = presentEvidence({ nearest: [{ startLine: 7, text: "x".repeat(5000) }] });
    expect(lines).toEqual(["Nearest lines:", expect.stringMatching(/^7\tx+…$/)]);
    expect(Buffer.byteLength(lines.join("\n"))).toBe(MAX_EVIDENCE_BYTES);
  });

  it("shows three regions at most", () => {
    const nearest = [1, 10, 20, 30].map((startLine) => ({ startLine, text: "a" }));
    expect(presentEvidence({ nearest })).toEqual(["Nearest lines:", "1\ta", "…", "10\ta", "…", "20\ta"]);
  });
});
