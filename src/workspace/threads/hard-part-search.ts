// Stands for what searches the hard parts of one search, which most searches do without.

import type { HardPartSearch } from "../../search/hard-part.js";
import type { SearchEnd } from "./search-end.js";

async function loadSearch(end: SearchEnd): Promise<HardPartSearch> {
  const { createThreadedSearch } = await import("./threaded-search.js");
  return createThreadedSearch(end);
}

/** Creates what searches the hard parts of one search. */
export function createHardPartSearch(end: SearchEnd): HardPartSearch {
  let search: Promise<HardPartSearch> | undefined;
  return {
    async find(part, wanted) {
      search ??= loadSearch(end);
      return (await search).find(part, wanted);
    },
  };
}
