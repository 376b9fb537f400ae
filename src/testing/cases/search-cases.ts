// What a store promises that searches by itself.

import type { SearchableStore, StoreSearchRequest } from "../../stores/file-store.js";
import { assertAborted, assertEqual, assertSameNames } from "../assertions.js";
import { encodeUtf8 } from "../sample-content.js";
import { createPowerCase, type StoreContractCase } from "../store-contract-case.js";

async function writeTree(store: SearchableStore): Promise<void> {
  await store.write("b.txt", encodeUtf8("first\n  a.c here\n"));
  await store.write("dir/a.txt", encodeUtf8("a.c\r\nabc\r\nA.C\r\n"));
}

async function findPlaces(store: SearchableStore, request: StoreSearchRequest): Promise<readonly string[]> {
  const { hits } = await store.search(request);
  return hits.map((hit) => `${hit.path}:${hit.line}:${hit.column}:${hit.text}`);
}

/** Checks `search`. */
export const SEARCH_CASES: readonly StoreContractCase[] = [
  createPowerCase("search", "search: the pattern is literal text unless regex is set", async (store) => {
    await writeTree(store);
    const literal = ["b.txt:2:3:  a.c here", "dir/a.txt:1:1:a.c"];
    assertSameNames(await findPlaces(store, { pattern: "a.c" }), literal, "places of the literal text");
    const below = { pattern: "a.c", regex: true, path: "dir" };
    assertSameNames(
      await findPlaces(store, below),
      ["dir/a.txt:1:1:a.c", "dir/a.txt:2:1:abc"],
      "places of the expression",
    );
  }),

  createPowerCase("search", "search: a path may name one file", async (store) => {
    await writeTree(store);
    const request = { pattern: "a.c", path: "b.txt" };
    assertSameNames(await findPlaces(store, request), ["b.txt:2:3:  a.c here"], "places in one file");
  }),

  createPowerCase("search", "search: ignoreCase folds letters", async (store) => {
    await writeTree(store);
    const request = { pattern: "A.c", path: "dir/a.txt", ignoreCase: true };
    assertSameNames(
      await findPlaces(store, request),
      ["dir/a.txt:1:1:a.c", "dir/a.txt:3:1:A.C"],
      "places without case",
    );
  }),

  createPowerCase("search", "search: nothing found is an empty answer", async (store) => {
    await writeTree(store);
    const found = await store.search({ pattern: "nowhere" });
    assertEqual(found.hits.length, 0, "hits of a text that is nowhere");
    assertEqual(found.truncated, false, "truncated of a search without hits");
  }),

  createPowerCase(
    "search",
    "search: limit and offset page through the hits, and truncated says that more follow",
    async (store) => {
      await store.write("many.txt", encodeUtf8("hit 1\nhit 2\nhit 3\n"));
      const first = await store.search({ pattern: "hit", limit: 2 });
      assertSameNames(
        first.hits.map((hit) => hit.text),
        ["hit 1", "hit 2"],
        "texts of the first page",
      );
      assertEqual(first.truncated, true, "truncated of the first page");
      const last = await store.search({ pattern: "hit", limit: 2, offset: 2 });
      assertSameNames(
        last.hits.map((hit) => hit.text),
        ["hit 3"],
        "texts of the last page",
      );
      assertEqual(last.truncated, false, "truncated of the last page");
    },
  ),

  createPowerCase("search", "search: an abort before the call rejects with its reason", async (store) => {
    await writeTree(store);
    await assertAborted((signal) => store.search({ pattern: "a.c", signal }), "search");
  }),
];
