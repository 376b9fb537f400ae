// How much one call may search and replace, so that no input keeps it busy for seconds.

import { MAX_EDIT_REPLACEMENTS, MAX_EDIT_SEARCHED_CHARACTERS } from "../limits.js";
import type { EditDocument } from "./edit-document.js";
import type { PreparedEdit } from "./prepare-edit.js";

/** Counts down what a call may still do. */
export interface SearchBudget {
  /** Takes characters that were searched; `false` when there are not enough left. */
  takeSearch(characters: number): boolean;
  /** Takes replacements; `false` when there are not enough left. */
  takeReplacements(count: number): boolean;
}

/** Creates the budget of one call. */
export function createSearchBudget(): SearchBudget {
  let characters = MAX_EDIT_SEARCHED_CHARACTERS;
  let replacements = MAX_EDIT_REPLACEMENTS;
  return {
    takeSearch: (count) => {
      characters -= count;
      return characters >= 0;
    },
    takeReplacements: (count) => {
      replacements -= count;
      return replacements >= 0;
    },
  };
}

// A long text may agree with many places for most of its length.
const LENGTH_COST = 64;

// Texts that are not ASCII take twice the memory, and are folded in more ways.
const NON_ASCII_COST = 2;

/** Answers what the searches since the last call of this, and a long text, take of a budget. */
export function searchCost(document: EditDocument, { oldText }: PreparedEdit): number {
  const characters = document.search.takeSpent() + LENGTH_COST * oldText.length;
  return document.hasNonAscii() ? characters * NON_ASCII_COST : characters;
}
