// A call may do so much and no more, and what it did counts.

import { expect, it } from "vitest";
import { EditDocument } from "../../../src/edit/edit-document.js";
import { prepareEdit } from "../../../src/edit/prepare-edit.js";
import { createSearchBudget, searchCost } from "../../../src/edit/search-budget.js";
import { MAX_EDIT_REPLACEMENTS, MAX_EDIT_SEARCHED_CHARACTERS } from "../../../src/limits.js";
import { AsciiText } from "../../../src/text/source-text.js";

it("gives out exactly the characters that a call may search", () => {
  const budget = createSearchBudget();
  expect(budget.takeSearch(MAX_EDIT_SEARCHED_CHARACTERS - 1)).toBe(true);
  expect(budget.takeSearch(1)).toBe(true);
  expect(budget.takeSearch(1)).toBe(false);
});

it("counts what was searched since it was asked last, long old texts for more, and texts that are not ASCII twice", () => {
  const edit = prepareEdit({ oldText: "0123456789", newText: "" }, 0);
  for (const [document, factor] of [
    [new EditDocument(new AsciiText(Buffer.from("x".repeat(100)))), 1],
    [new EditDocument("x".repeat(100)), 1],
    [new EditDocument("é".repeat(100)), 2],
  ] as const) {
    expect(searchCost(document, edit)).toBe(640 * factor);
    document.search.find("y");
    expect(searchCost(document, edit)).toBe(740 * factor);
    expect(searchCost(document, edit)).toBe(640 * factor);
  }
});

it("gives out exactly the replacements that a call may make", () => {
  const budget = createSearchBudget();
  expect(budget.takeReplacements(MAX_EDIT_REPLACEMENTS - 1)).toBe(true);
  expect(budget.takeReplacements(1)).toBe(true);
  expect(budget.takeReplacements(1)).toBe(false);
});
