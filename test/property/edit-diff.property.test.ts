// A diff, applied to the old text, gives the new one: for any two texts, budgets aside.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUnifiedDiff } from "../../src/edit/unified-diff.js";
import { applyUnifiedDiff } from "../support/apply-unified-diff.js";
import { propertyRuns } from "../support/property-runs.js";

const lines = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n", "a\r\n", "\r", "-- x\n", "@@ -1 +1 @@\n", "++ y\n"), {
  maxLength: 30,
});
const texts = fc.tuple(lines, fc.constantFrom("", "", "end", "\r")).map(([all, last]) => all.join("") + last);

fc.configureGlobal({ seed: 20_260_101, numRuns: propertyRuns(100) });

describe("createUnifiedDiff", () => {
  it("leads from any text to any other, with any context", () => {
    fc.assert(
      fc.property(texts, texts, fc.nat(4), (oldText, newText, context) => {
        const { diff, truncated } = createUnifiedDiff(oldText, newText, { path: "p", context });
        expect(truncated).toBe(false);
        expect(applyUnifiedDiff(oldText, diff)).toBe(newText);
        expect(diff === "").toBe(oldText === newText);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  it("never exceeds its budget by more than the line that says so, and says how many lines are gone", () => {
    fc.assert(
      fc.property(texts, texts, fc.nat(12), (oldText, newText, maxLines) => {
        const whole = createUnifiedDiff(oldText, newText, { path: "p" }).diff.split("\n").slice(0, -1);
        const { diff, truncated } = createUnifiedDiff(oldText, newText, { path: "p", maxLines });
        const kept = diff.split("\n").slice(0, -1);
        expect(truncated).toBe(whole.length > maxLines);
        if (!truncated) return;
        const gone = whole.length - maxLines;
        expect(kept).toEqual([...whole.slice(0, maxLines), `… ${gone} more diff ${gone === 1 ? "line" : "lines"}`]);
      }),
    );
  });
});
