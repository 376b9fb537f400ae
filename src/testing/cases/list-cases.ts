// What a listable store promises.

import type { ListableStore } from "../../stores/file-store.js";
import { assertAborted, assertEqual, assertNull, assertPresent, assertSameNames } from "../assertions.js";
import { encodeUtf8 } from "../sample-content.js";
import { createPowerCase, type StoreContractCase } from "../store-contract-case.js";

async function writeAll(store: ListableStore, paths: readonly string[]): Promise<void> {
  for (const path of paths) await store.write(path, encodeUtf8(path));
}

async function listNames(store: ListableStore, path: string): Promise<readonly string[]> {
  const entries = assertPresent(await store.list(path), `list of ${path}`);
  return entries.map((entry) => entry.name);
}

/** Checks `list`. */
export const LIST_CASES: readonly StoreContractCase[] = [
  createPowerCase("list", "list: the root of an empty store is empty", async (store) => {
    assertSameNames(await listNames(store, "."), [], "names in an empty root");
  }),

  createPowerCase("list", "list: no directory there answers null", async (store) => {
    await store.write("file.txt", encodeUtf8("x"));
    assertNull(await store.list("missing"), "list of a missing directory");
    assertNull(await store.list("file.txt"), "list of a file");
  }),

  createPowerCase("list", "list: direct entries only, sorted by name", async (store) => {
    await writeAll(store, ["d/c.txt", "d/a.txt", "d/b/deep/file.txt", "d/b/second.txt", "other.txt"]);
    assertSameNames(await listNames(store, "d"), ["a.txt", "b", "c.txt"], "names in d");
    assertSameNames(await listNames(store, "."), ["d", "other.txt"], "names in the root");
  }),

  createPowerCase("list", "list: entries say type and size", async (store) => {
    await writeAll(store, ["file.txt", "directory/file.txt"]);
    const entries = assertPresent(await store.list("."), "list of the root");
    const file = entries.find((entry) => entry.name === "file.txt");
    assertEqual(file?.type, "file", "type of the entry of a file");
    assertEqual(file?.size, encodeUtf8("file.txt").length, "size of the entry of a file");
    assertEqual(entries.find((entry) => entry.name === "directory")?.type, "dir", "type of the entry of a directory");
  }),

  createPowerCase("list", "list: hidden and ignored files are listed", async (store) => {
    await writeAll(store, [".gitignore", "build.log", ".hidden/file.txt"]);
    await store.write(".gitignore", encodeUtf8("*.log\n.hidden\n"));
    assertSameNames(await listNames(store, "."), [".gitignore", ".hidden", "build.log"], "names in the root");
  }),

  createPowerCase("list", "list: an abort before the call rejects with its reason", async (store) => {
    await assertAborted((signal) => store.list(".", { signal }), "list");
  }),
];
