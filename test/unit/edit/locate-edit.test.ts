// What a caller may bring to the search for an edit: a budget, and a say in which places count.

import { describe, expect, it } from "vitest";
import { EditDocument } from "../../../src/edit/edit-document.js";
import {
  type LocateResult,
  type LocateTask,
  locateEdit as locateInSteps,
  locateTolerantly as locateTolerantlyInSteps,
} from "../../../src/edit/locate-edit.js";
import { prepareEdit } from "../../../src/edit/prepare-edit.js";
import type { SearchBudget } from "../../../src/edit/search-budget.js";
import { runAtOnce } from "../../../src/text/steps.js";

const ENOUGH: SearchBudget = { takeSearch: () => true, takeReplacements: () => true };

function taskOf(
  text: string,
  oldText: string,
  options: Partial<LocateTask> & { replaceAll?: boolean } = {},
): LocateTask {
  const { replaceAll = false, ...others } = options;
  const edit = prepareEdit({ oldText, newText: "NEW", replaceAll }, 3);
  return { document: new EditDocument(text), edit, budget: ENOUGH, ...others };
}

const SPENT = {
  failure: {
    edit: 3,
    kind: "parse_error",
    status: 422,
    message: "the call has more edits or replacements than one call may have on a file of this size",
    hint: "Split the edits into several calls.",
  },
};

function locateEdit(task: LocateTask): LocateResult {
  return runAtOnce(locateInSteps(task));
}

function locateTolerantly(task: LocateTask): LocateResult {
  return runAtOnce(locateTolerantlyInSteps(task));
}

describe("locateEdit", () => {
  it("gives up when no more may be searched", () => {
    expect(locateEdit(taskOf("some text\n", "text", { budget: { ...ENOUGH, takeSearch: () => false } }))).toEqual(
      SPENT,
    );
  });

  it("asks for no less than the characters of the document at each rung", () => {
    const asked: number[] = [];
    const budget = { ...ENOUGH, takeSearch: (count: number) => asked.push(count) > 0 };
    locateEdit(taskOf("some text\n", "other", { budget }));
    expect(asked.length).toBeGreaterThan(2);
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(10);
  });

  it("gives up when no more may be replaced, by an edit that replaces all", () => {
    const asked: number[] = [];
    const budget = { ...ENOUGH, takeReplacements: (count: number) => asked.push(count) === 0 };
    expect(locateEdit(taskOf("a b a\n", "a", { budget, replaceAll: true }))).toEqual(SPENT);
    expect(asked).toEqual([2]);
  });
});

describe("locateTolerantly", () => {
  const text = "first_call();\n\tsame(one,  two);\nlast_call();\n\tsame(one,  two);\n";

  it("leaves out places that the caller does not accept, and pays for each it looked at", () => {
    const asked: number[] = [];
    const budget = { ...ENOUGH, takeSearch: (count: number) => asked.push(count) > 0 };
    const accept = ({ start }: { readonly start: number }): boolean => start > 30;
    const result = locateTolerantly(taskOf(text, "same(one, two);\n", { accept, budget }));
    expect(result).toMatchObject({ matches: [{ start: text.lastIndexOf("\tsame"), matchedBy: "blank_runs" }] });
    expect(Math.max(...asked)).toBeGreaterThan(10 * text.length);
  });

  it("finds both ambiguous otherwise, and nothing when none is accepted", () => {
    expect(locateTolerantly(taskOf(text, "same(one, two);\n"))).toMatchObject({
      failure: { kind: "ambiguous_text_match" },
    });
    expect(locateTolerantly(taskOf(text, "same(one, two);\n", { accept: () => false }))).toBeNull();
  });
});
