// What every store promises about `readChunks`, with and without a range.

import { type ByteRange, takesRanges } from "../../stores/file-store.js";
import { assertAborted, assertBytes, assertEqual, assertFails } from "../assertions.js";
import { collectChunks, createSampleBytes, encodeUtf8, joinChunks, SAMPLE_SIZES } from "../sample-content.js";
import { createCase, createPowerCase, type StoreContractCase } from "../store-contract-case.js";

const LARGE_BYTES = 1024 * 1024;
const DROPPED_READERS = 32;

const RANGES: readonly { readonly what: string; readonly range: ByteRange }[] = [
  { what: "start is inclusive, end is exclusive", range: { start: 2, end: 5 } },
  { what: "one byte", range: { start: 7, end: 8 } },
  { what: "only a start reaches to the end of the file", range: { start: 65_000 } },
  { what: "only an end starts at byte 0", range: { end: 65_537 } },
  { what: "across a chunk edge", range: { start: 65_535, end: 65_538 } },
  { what: "equal ends select nothing", range: { start: 4, end: 4 } },
  { what: "an end of 0 selects nothing", range: { end: 0 } },
  { what: "an end behind the file is clamped", range: { start: 99_990, end: 1_000_000 } },
  { what: "a start at the size selects nothing", range: { start: 100_000 } },
  { what: "a start behind the file selects nothing", range: { start: 200_000, end: 300_000 } },
];
const RANGED_FILE_BYTES = 100_000;

/** Checks `readChunks`. */
export const READ_CHUNKS_CASES: readonly StoreContractCase[] = [
  createCase("readChunks: nothing there is path_not_found", async (store) => {
    await assertFails(() => collectChunks(store, "missing.txt"), ["path_not_found"], "chunks of a missing file");
  }),

  createCase("readChunks: a directory is not_a_file", async (store) => {
    await store.write("directory/file.txt", encodeUtf8("x"));
    await assertFails(() => collectChunks(store, "directory"), ["not_a_file"], "chunks of a directory");
  }),

  ...SAMPLE_SIZES.map((size) =>
    createCase(`readChunks: the chunks of ${size} bytes join to the file`, async (store) => {
      const written = createSampleBytes(size);
      await store.write("sample.bin", written);
      assertBytes(joinChunks(await collectChunks(store, "sample.bin")), written, `chunks of ${size} bytes`);
    }),
  ),

  createCase("readChunks: the chunks are the caller's own", async (store) => {
    const written = createSampleBytes(RANGED_FILE_BYTES);
    await store.write("own.bin", written);
    for (const chunk of await collectChunks(store, "own.bin")) chunk.fill(0);
    assertBytes(await store.read("own.bin"), written, "read after chunks were changed");
  }),

  ...RANGES.map(({ what, range }) =>
    createPowerCase("ranges", `readChunks: range: ${what}`, async (store) => {
      const written = createSampleBytes(RANGED_FILE_BYTES);
      await store.write("ranged.bin", written);
      const expected = written.subarray(range.start ?? 0, range.end);
      const actual = joinChunks(await collectChunks(store, "ranged.bin", range));
      // One that shows no second parameter may take no range at all.
      if (!takesRanges(store) && actual.length === RANGED_FILE_BYTES) return;
      assertBytes(actual, expected, `chunks of the range ${JSON.stringify(range)}`);
    }),
  ),

  createCase("readChunks: a range is kept to, unless the store shows that it takes none", async (store) => {
    await store.write("ranged.bin", createSampleBytes(RANGED_FILE_BYTES));
    if (!takesRanges(store)) return;
    const length = joinChunks(await collectChunks(store, "ranged.bin", { start: 1, end: 3 })).length;
    const what = "bytes of the range 1 to 3, of a readChunks with two parameters and without supportsRanges: false";
    assertEqual(length, 2, what);
  }),

  createCase("readChunks: half-read streams can be dropped", async (store) => {
    const written = createSampleBytes(LARGE_BYTES);
    await store.write("large.bin", written);
    for (let reader = 0; reader < DROPPED_READERS; reader += 1) {
      for await (const _chunk of store.readChunks("large.bin")) break;
    }
    await store.write("large.bin", encodeUtf8("next"));
    assertBytes(await store.read("large.bin"), encodeUtf8("next"), "read after streams were dropped");
  }),

  createCase("readChunks: an abort before the call rejects with its reason", async (store) => {
    await store.write("file.txt", encodeUtf8("x"));
    const firstChunk = (signal: AbortSignal) =>
      store.readChunks("file.txt", undefined, { signal })[Symbol.asyncIterator]().next();
    await assertAborted(firstChunk, "readChunks");
  }),

  createCase("readChunks: an abort in the middle rejects with its reason unless all was read", async (store) => {
    await store.write("large.bin", createSampleBytes(LARGE_BYTES));
    const abort = new AbortController();
    const reason = new Error("the reader gave up");
    let bytesRead = 0;
    try {
      for await (const chunk of store.readChunks("large.bin", undefined, { signal: abort.signal })) {
        bytesRead += chunk.length;
        abort.abort(reason);
      }
    } catch (error) {
      assertEqual(error === reason, true, "the stream was ended by the reason of the abort");
      return;
    }
    assertEqual(bytesRead, LARGE_BYTES, "bytes of a stream that ended without the reason of the abort");
  }),
];
