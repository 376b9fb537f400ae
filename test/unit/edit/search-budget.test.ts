// A call may do so much and no more, and what it did counts.

import { expect, it } from "vitest";
import { createSearchBudget } from "../../../src/edit/search-budget.js";
import { MAX_EDIT_REPLACEMENTS, MAX_EDIT_SEARCHED_CHARACTERS } from "../../../src/limits.js";

it("gives out exactly the characters that a call may search", () => {
  const budget = createSearchBudget();
  expect(budget.takeSearch(MAX_EDIT_SEARCHED_CHARACTERS - 1)).toBe(true);
  expect(budget.takeSearch(1)).toBe(true);
  expect(budget.takeSearch(1)).toBe(false);
});

it("gives out exactly the replacements that a call may make", () => {
  const budget = createSearchBudget();
  expect(budget.takeReplacements(MAX_EDIT_REPLACEMENTS - 1)).toBe(true);
  expect(budget.takeReplacements(1)).toBe(true);
  expect(budget.takeReplacements(1)).toBe(false);
});
