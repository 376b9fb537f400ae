// What a store promises that removes and renames.

import { assertAborted, assertBytes, assertEqual, assertFails, assertNull } from "../assertions.js";
import { encodeUtf8 } from "../sample-content.js";
import { createPowerCase, type StoreContractCase } from "../store-contract-case.js";

/** Checks `remove` and `move`. */
export const MUTATE_CASES: readonly StoreContractCase[] = [
  createPowerCase("mutate", "remove: a file is gone afterwards", async (store) => {
    await store.write("file.txt", encodeUtf8("x"));
    assertEqual(await store.remove("file.txt"), true, "answer of the first removal");
    assertNull(await store.stat("file.txt"), "stat of a removed file");
    assertEqual(await store.remove("file.txt"), false, "answer of the second removal");
  }),

  createPowerCase("mutate", "remove: nothing there answers false", async (store) => {
    assertEqual(await store.remove("missing.txt"), false, "removal of a missing file");
  }),

  createPowerCase("mutate", "remove: a directory is not_a_file, and stays", async (store) => {
    await store.write("directory/file.txt", encodeUtf8("x"));
    await assertFails(() => store.remove("directory"), ["not_a_file"], "removal of a directory");
    assertBytes(await store.read("directory/file.txt"), encodeUtf8("x"), "read below that directory");
  }),

  createPowerCase(
    "mutate",
    "remove: an abort before the call rejects with its reason and removes nothing",
    async (store) => {
      await store.write("file.txt", encodeUtf8("x"));
      await assertAborted((signal) => store.remove("file.txt", { signal }), "remove");
      assertBytes(await store.read("file.txt"), encodeUtf8("x"), "read after an aborted removal");
    },
  ),

  createPowerCase("mutate", "move: content and mode go along, parents are created", async (store) => {
    await store.write("from.sh", encodeUtf8("x"), { mode: 0o755 });
    await store.move("from.sh", "new/to.sh");
    assertNull(await store.stat("from.sh"), "stat of the source of a move");
    assertBytes(await store.read("new/to.sh"), encodeUtf8("x"), "read of the target of a move");
    assertEqual((await store.stat("new/to.sh"))?.mode, 0o755, "mode of the target of a move");
  }),

  createPowerCase("mutate", "move: an existing target is file_already_exists, and both files stay", async (store) => {
    await store.write("from.txt", encodeUtf8("from"));
    await store.write("to.txt", encodeUtf8("to"));
    await assertFails(() => store.move("from.txt", "to.txt"), ["file_already_exists"], "move onto an existing file");
    assertBytes(await store.read("from.txt"), encodeUtf8("from"), "read of the source");
    assertBytes(await store.read("to.txt"), encodeUtf8("to"), "read of the target");
  }),

  createPowerCase("mutate", "move: a missing source is path_not_found", async (store) => {
    await assertFails(() => store.move("missing.txt", "to.txt"), ["path_not_found"], "move of a missing file");
    assertNull(await store.stat("to.txt"), "stat of the target");
  }),

  createPowerCase(
    "mutate",
    "move: an abort before the call rejects with its reason and moves nothing",
    async (store) => {
      await store.write("from.txt", encodeUtf8("x"));
      await assertAborted((signal) => store.move("from.txt", "to.txt", { signal }), "move");
      assertBytes(await store.read("from.txt"), encodeUtf8("x"), "read of the source");
    },
  ),
];
