// How much one call may search and replace, so that no input keeps it busy for seconds.

import { MAX_EDIT_REPLACEMENTS, MAX_EDIT_SEARCHED_CHARACTERS } from "../limits.js";

/** Counts down what a call may still do. */
export interface SearchBudget {
  /** Takes characters that are about to be searched; `false` when there are not enough left. */
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
