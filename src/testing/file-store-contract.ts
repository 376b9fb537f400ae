// The store contract as a list of cases. Plain data: any test runner can loop over it.

import { assertKnownOptions } from "../text/check-options.js";
import { CONDITIONAL_WRITE_CASES } from "./cases/conditional-write-cases.js";
import { LIST_CASES } from "./cases/list-cases.js";
import { MUTATE_CASES } from "./cases/mutate-cases.js";
import { PATH_CASES } from "./cases/path-cases.js";
import { READ_CASES } from "./cases/read-cases.js";
import { READ_CHUNKS_CASES } from "./cases/read-chunks-cases.js";
import { SEARCH_CASES } from "./cases/search-cases.js";
import { STAT_CASES } from "./cases/stat-cases.js";
import { UPDATE_CASES } from "./cases/update-cases.js";
import { WRITE_CASES } from "./cases/write-cases.js";
import type { StoreContractCase } from "./store-contract-case.js";

/**
 * Answers every case of the store contract; each is run on a fresh, empty, writable store.
 * Not covered: links, permissions of users, what survives a crash, and speed.
 * @throws {TypeError} when it is given an option; it has none
 */
export function fileStoreContract(options: Readonly<Record<string, never>> = {}): readonly StoreContractCase[] {
  assertKnownOptions("fileStoreContract", options, []);
  return [
    ...STAT_CASES,
    ...READ_CASES,
    ...READ_CHUNKS_CASES,
    ...WRITE_CASES,
    ...CONDITIONAL_WRITE_CASES,
    ...UPDATE_CASES,
    ...LIST_CASES,
    ...MUTATE_CASES,
    ...SEARCH_CASES,
    ...PATH_CASES,
  ];
}
