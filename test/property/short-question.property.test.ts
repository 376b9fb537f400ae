// However long a change is and wherever its hunks are: what is shown is bounded, and what is missing is counted.

import fc from "fast-check";
import { expect, it } from "vitest";
import { createUnifiedDiff } from "../../src/edit/unified-diff.js";
import { runAtOnce } from "../../src/text/steps.js";
import { showText } from "../../src/text/visible-text.js";
import { shortenQuestion } from "../../src/tools/approval/short-question.js";

const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom("same", "", "@@ -1,9 +1,9 @@", "-- a/x", "++ b/x", "\\ No"),
  },
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5000 }).map((count) => "ü".repeat(count)) },
);
const text = fc.array(line, { maxLength: 400 }).map((lines) => lines.join("\n"));
const change = fc.tuple(text, text).map(([before, after]) => {
  const options = { path: "a", maxLines: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
  return createUnifiedDiff(before, after, options).diff;
});
const risk = fc.oneof(
  fc.constant(showText("")),
  fc.string({ maxLength: 2000 }).map((reasons) => showText(`high risk: ${reasons.replaceAll("\n", " ")}`)),
);

interface Question {
  readonly whole: string;
  readonly risk: string;
}

/** Answers how many lines are not shown: by the notice, by the gaps, and by what is left of the whole. */
function countHidden(notice: string, shown: string, { whole, risk }: Question): readonly number[] {
  const told = Number(/(\d+) of \d+ lines? (?:is|are) not shown/.exec(notice)?.[1] ?? 0);
  const lines = shown.split("\n").slice(risk === "" ? 0 : 1);
  const gaps = lines.filter((line) => /^… \d+ lines? not shown/.test(line));
  const missing = gaps.reduce((sum, gap) => sum + Number(/\d+/.exec(gap)), 0);
  return [told, missing, whole.split("\n").length - (lines.length - gaps.length)];
}

it("is bounded and truthful", () => {
  const summary = fc.array(fc.oneof(change, text), { maxLength: 4 }).map((parts) => showText(parts.join("")));
  fc.assert(
    fc.property(fc.record({ whole: summary, risk }), fc.integer({ min: 1024, max: 20_000 }), (question, maxBytes) => {
      const { whole, risk } = question;
      const { text, notice } = runAtOnce(shortenQuestion(risk, whole, maxBytes));
      if (notice === null) {
        expect(text).toBe(risk === "" ? whole : `${risk}\n${whole}`);
        return;
      }
      expect(Buffer.byteLength(`${notice}\n${text}`)).toBeLessThanOrEqual(maxBytes);
      expect(new Set(countHidden(notice, text, question)).size).toBe(1);
    }),
  );
});
