// What a store promises that says `supportsConditionalWrite`.

import { contentSha256 } from "../../stores/content-sha256.js";
import { assertBytes, assertEqual, assertFails, assertNull } from "../assertions.js";
import { encodeUtf8 } from "../sample-content.js";
import { createPowerCase, type StoreContractCase } from "../store-contract-case.js";

const PARALLEL_WRITERS = 8;

async function countFulfilled(calls: readonly Promise<void>[]): Promise<number> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.filter((outcome) => outcome.status === "fulfilled").length;
}

/** Checks `write` under a condition. */
export const CONDITIONAL_WRITE_CASES: readonly StoreContractCase[] = [
  createPowerCase("conditionalWrite", "conditional write: the right hash lets the write through", async (store) => {
    await store.write("file.txt", encodeUtf8("one"));
    await store.write("file.txt", encodeUtf8("two"), { expectedSha256: await contentSha256(encodeUtf8("one")) });
    assertBytes(await store.read("file.txt"), encodeUtf8("two"), "read after a write with the right hash");
  }),

  createPowerCase(
    "conditionalWrite",
    "conditional write: a wrong hash is hash_mismatch and writes nothing",
    async (store) => {
      await store.write("file.txt", encodeUtf8("one"));
      const expectedSha256 = await contentSha256(encodeUtf8("something else"));
      const write = () => store.write("file.txt", encodeUtf8("two"), { expectedSha256 });
      await assertFails(write, ["hash_mismatch"], "write with a wrong hash");
      assertBytes(await store.read("file.txt"), encodeUtf8("one"), "read after a write with a wrong hash");
    },
  ),

  createPowerCase(
    "conditionalWrite",
    "conditional write: a hash of a missing file fails and creates nothing",
    async (store) => {
      const expectedSha256 = await contentSha256(new Uint8Array());
      const write = () => store.write("missing.txt", encodeUtf8("x"), { expectedSha256 });
      await assertFails(write, ["hash_mismatch", "path_not_found"], "write with a hash of a missing file");
      assertNull(await store.stat("missing.txt"), "stat of the file that was not to be created");
    },
  ),

  createPowerCase("conditionalWrite", "conditional write: null creates a missing file", async (store) => {
    await store.write("new.txt", encodeUtf8("x"), { expectedSha256: null });
    assertBytes(await store.read("new.txt"), encodeUtf8("x"), "read of a file created under null");
  }),

  createPowerCase(
    "conditionalWrite",
    "conditional write: null refuses an existing file and keeps it",
    async (store) => {
      await store.write("file.txt", encodeUtf8("one"));
      const write = () => store.write("file.txt", encodeUtf8("two"), { expectedSha256: null });
      await assertFails(write, ["file_already_exists"], "write under null over an existing file");
      assertBytes(await store.read("file.txt"), encodeUtf8("one"), "read after a write under null");
    },
  ),

  createPowerCase("conditionalWrite", "conditional write: of parallel creations one succeeds", async (store) => {
    const writes = Array.from({ length: PARALLEL_WRITERS }, (_unused, writer) =>
      store.write("raced.txt", encodeUtf8(`writer ${writer}`), { expectedSha256: null }),
    );
    assertEqual(await countFulfilled(writes), 1, "creations of one file that succeeded");
  }),

  createPowerCase(
    "conditionalWrite",
    "conditional write: of parallel writes from one hash one succeeds",
    async (store) => {
      await store.write("raced.txt", encodeUtf8("start"));
      const expectedSha256 = await contentSha256(encodeUtf8("start"));
      const writes = Array.from({ length: PARALLEL_WRITERS }, (_unused, writer) =>
        store.write("raced.txt", encodeUtf8(`writer ${writer}`), { expectedSha256 }),
      );
      assertEqual(await countFulfilled(writes), 1, "writes from one hash that succeeded");
    },
  ),
];
