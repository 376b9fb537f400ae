// The names of the rungs stand in the order in which they are tried.

import { expect, it } from "vitest";
import { STRICT_RUNGS, TOLERANT_RUNGS } from "../../../src/edit/rungs/ladder.js";
import { MATCH_RUNGS } from "../../../src/edit/text-edit.js";

it("lists the rungs from the strictest to the loosest", () => {
  expect([...STRICT_RUNGS, ...TOLERANT_RUNGS].map(({ name }) => name)).toEqual(MATCH_RUNGS);
});
