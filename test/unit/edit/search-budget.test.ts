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

it("counts files that are not ASCII, and long old texts, for more than they have characters", () => {
  const edit = prepareEdit({ oldText: "0123456789", newText: "" }, 0);
  const ascii = new EditDocument(new AsciiText(Buffer.from("x".repeat(100))));
  expect(searchCost(ascii, edit)).toBe(740);
  expect(searchCost(new EditDocument("x".repeat(100)), edit)).toBe(740);
  expect(searchCost(new EditDocument("é".repeat(100)), edit)).toBe(1480);
});

it("gives out exactly the replacements that a call may make", () => {
  const budget = createSearchBudget();
  expect(budget.takeReplacements(MAX_EDIT_REPLACEMENTS - 1)).toBe(true);
  expect(budget.takeReplacements(1)).toBe(true);
  expect(budget.takeReplacements(1)).toBe(false);
});
