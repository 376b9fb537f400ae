// What every store promises about `read`.

import { assertAborted, assertBytes, assertFails, assertNull, assertPresent } from "../assertions.js";
import { createSampleBytes, encodeUtf8, SAMPLE_SIZES } from "../sample-content.js";
import { createCase, type StoreContractCase } from "../store-contract-case.js";

/** Checks `read`. */
export const READ_CASES: readonly StoreContractCase[] = [
  createCase("read: nothing there answers null", async (store) => {
    assertNull(await store.read("missing.txt"), "read of a missing file");
    assertNull(await store.read("missing/below.txt"), "read below a missing directory");
  }),

  createCase("read: a directory is not_a_file", async (store) => {
    await store.write("directory/file.txt", encodeUtf8("x"));
    await assertFails(() => store.read("directory"), ["not_a_file"], "read of a directory");
    await assertFails(() => store.read("."), ["not_a_file"], "read of the root");
  }),

  createCase("read: an empty file is empty bytes, not null", async (store) => {
    await store.write("empty.txt", new Uint8Array());
    assertBytes(await store.read("empty.txt"), new Uint8Array(), "read of an empty file");
  }),

  ...SAMPLE_SIZES.map((size) =>
    createCase(`read: ${size} bytes come back as written`, async (store) => {
      const written = createSampleBytes(size);
      await store.write("sample.bin", written);
      assertBytes(await store.read("sample.bin"), written, `read of ${size} bytes`);
    }),
  ),

  createCase("read: the bytes are the caller's own", async (store) => {
    await store.write("own.txt", encodeUtf8("stored"));
    assertPresent(await store.read("own.txt"), "first read").fill(0);
    assertBytes(
      await store.read("own.txt"),
      encodeUtf8("stored"),
      "read after the bytes of an earlier read were changed",
    );
  }),

  createCase("read: an abort before the call rejects with its reason", async (store) => {
    await store.write("file.txt", encodeUtf8("x"));
    await assertAborted((signal) => store.read("file.txt", { signal }), "read");
  }),
];
