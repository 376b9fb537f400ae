// What every store promises about `stat`.

import { assertAborted, assertBetween, assertEqual, assertNull, assertPresent } from "../assertions.js";
import { createSampleBytes, encodeUtf8 } from "../sample-content.js";
import { createCase, type StoreContractCase } from "../store-contract-case.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Checks `stat`. */
export const STAT_CASES: readonly StoreContractCase[] = [
  createCase("stat: nothing there answers null", async (store) => {
    assertNull(await store.stat("missing.txt"), "stat of a missing file");
    assertNull(await store.stat("missing/below.txt"), "stat below a missing directory");
  }),

  createCase("stat: a file has its type and its size in bytes", async (store) => {
    await store.write("café.txt", encodeUtf8("naïve ✓"));
    const stat = assertPresent(await store.stat("café.txt"), "stat of a written file");
    assertEqual(stat.type, "file", "type of a written file");
    assertEqual(stat.size, encodeUtf8("naïve ✓").length, "size of a written file");
  }),

  createCase("stat: the size follows every write", async (store) => {
    for (const size of [5, 900, 0]) {
      await store.write("grow.bin", createSampleBytes(size));
      assertEqual((await store.stat("grow.bin"))?.size, size, `size after writing ${size} bytes`);
    }
  }),

  createCase("stat: a directory is a directory of size 0", async (store) => {
    await store.write("outer/inner/file.txt", encodeUtf8("x"));
    for (const path of [".", "outer", "outer/inner"]) {
      const stat = assertPresent(await store.stat(path), `stat of the directory ${path}`);
      assertEqual(stat.type, "dir", `type of the directory ${path}`);
      assertEqual(stat.size, 0, `size of the directory ${path}`);
    }
  }),

  createCase("stat: mtime is in milliseconds since the epoch", async (store) => {
    await store.write("now.txt", encodeUtf8("x"));
    const stat = assertPresent(await store.stat("now.txt"), "stat of a file written just now");
    assertBetween(
      stat.mtime,
      { min: Date.now() - DAY_MS, max: Date.now() + DAY_MS },
      "mtime of a file written just now",
    );
  }),

  createCase("stat: an abort before the call rejects with its reason", async (store) => {
    await assertAborted((signal) => store.stat("file.txt", { signal }), "stat");
  }),
];
