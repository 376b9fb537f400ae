// What takes long over a large text pauses again and again, so that whoever runs it can let others go first.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits, applyInSteps } from "../../../src/edit/apply-edits.js";
import { findOmission } from "../../../src/edit/find-omission.js";
import { createSearchBudget } from "../../../src/edit/search-budget.js";
import { compareInSteps, createUnifiedDiff } from "../../../src/edit/unified-diff.js";
import { parsePatch } from "../../../src/patch/parse-patch.js";
import { planUpdatedContent } from "../../../src/patch/plan-content.js";
import { LINES_PER_STEP, runAtOnce, type Steps, visitEach, visitRange } from "../../../src/text/steps.js";
import { showText } from "../../../src/text/visible-text.js";
import { shortenQuestion } from "../../../src/tools/approval/short-question.js";

const COUNT = 50 * LINES_PER_STEP;
const LINES = Array.from({ length: COUNT }, (_, line) => `${line % 1000}\n`);
const OLD = LINES.join("");
const NEW = LINES.map((line, index) => (index % 3 === 0 ? line : `+${line}`)).join("");
const WHOLE = { path: "a", maxLines: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };

function countSteps(steps: Steps<unknown>): number {
  let count = 0;
  while (steps.next().done !== true) count += 1;
  return count;
}

function patchOf(text: string): Steps<unknown> {
  const patch = parsePatch(`*** Begin Patch\n*** Update File: a\n@@\n-first\n+second\n*** End Patch\n`);
  const [operation] = patch.operations;
  const hunks = operation?.type === "update" ? operation.hunks : [];
  const allow = { budget: createSearchBudget(), allowPlaceholders: false, allowShrink: false };
  return planUpdatedContent(Buffer.from(text), hunks, allow);
}

describe("pauses are many over a large text", () => {
  it.each<[string, number, () => Steps<unknown>]>([
    ["a comparison", 100, () => compareInSteps(OLD, NEW, { path: "a" })],
    ["a comparison that is shown whole", 150, () => compareInSteps(OLD, NEW, WHOLE)],
    ["a deletion", 50, () => compareInSteps(OLD, "", { path: "a" })],
    [
      "an edit of all of it",
      200,
      () => applyInSteps(Buffer.from(OLD), [{ oldText: OLD, newText: NEW }], { path: "a" }),
    ],
    ["a search for what is left out", 100, () => findOmission(OLD, NEW, { path: "a" })],
    ["a question", 90, () => shortenQuestion(showText(""), showText(createUnifiedDiff(OLD, NEW, WHOLE).diff), 4096)],
  ])("%s: %i", (_, least, create) => {
    expect(countSteps(create())).toBeGreaterThanOrEqual(least);
  });

  it("an edit of many places", () => {
    const text = "a line\n".repeat(COUNT / 2);
    const edit = { oldText: "line", newText: "word", replaceAll: true };
    expect(countSteps(applyInSteps(Buffer.from(text), [edit], { path: "a" }))).toBeGreaterThan(200);
  });

  it("a patch pauses before each hunk", () => {
    expect(countSteps(patchOf("first\n"))).toBeGreaterThan(0);
  });
});

describe("a pause changes nothing", () => {
  it("of an edit", () => {
    const texts = fc
      .array(fc.constantFrom("a\n", "b\n", "  c\n", "d"), { maxLength: 30 })
      .map((lines) => lines.join(""));
    fc.assert(
      fc.property(texts, fc.constantFrom("a\n", "a\nb\n", "c", "zz"), fc.boolean(), (text, oldText, replaceAll) => {
        const edits = [{ oldText, newText: "new\n", replaceAll }];
        expect(outcomeOf(() => finish(applyInSteps(Buffer.from(text), edits, { path: "a" })))).toEqual(
          outcomeOf(() => applyEdits(Buffer.from(text), edits, { path: "a" })),
        );
      }),
    );
  });
});

/** Takes the steps one by one, and does something else between two of them. */
function finish<Result>(steps: Steps<Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    createUnifiedDiff("other\n", "text\n", { path: "b" });
  }
}

function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return String(error);
  }
}

it("visits everything in order", () => {
  const seen: number[] = [];
  runAtOnce(visitRange(-3, LINES_PER_STEP * 2, (value) => seen.push(value)));
  runAtOnce(visitEach(["x", "y"], (_, index) => seen.push(index)));
  expect(seen).toEqual([...Array.from({ length: LINES_PER_STEP * 2 + 3 }, (_, index) => index - 3), 0, 1]);
});
