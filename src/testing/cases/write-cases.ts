// What every store promises about `write` without conditions.

import { assertAborted, assertBytes, assertEqual, assertFails, assertNull } from "../assertions.js";
import { createSampleBytes, encodeUtf8 } from "../sample-content.js";
import { createCase, type StoreContractCase } from "../store-contract-case.js";

const PARALLEL_WRITERS = 8;
const PARALLEL_BYTES = 100_000;

// Writers in lockstep can hide a torn write: whoever writes the first half last writes the second half last, too.
async function waitTicks(ticks: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
}

/** Checks `write` without conditions. */
export const WRITE_CASES: readonly StoreContractCase[] = [
  createCase("write: missing parent directories are created", async (store) => {
    await store.write("a/b/c/file.txt", encodeUtf8("deep"));
    assertBytes(await store.read("a/b/c/file.txt"), encodeUtf8("deep"), "read below created directories");
  }),

  createCase("write: shorter content replaces all of the longer one", async (store) => {
    await store.write("file.txt", encodeUtf8("a long first content"));
    await store.write("file.txt", encodeUtf8("short"));
    assertBytes(await store.read("file.txt"), encodeUtf8("short"), "read after a shorter overwrite");
  }),

  createCase("write: an empty content empties the file", async (store) => {
    await store.write("file.txt", encodeUtf8("content"));
    await store.write("file.txt", new Uint8Array());
    assertBytes(await store.read("file.txt"), new Uint8Array(), "read after an empty overwrite");
  }),

  createCase("write: the store keeps a copy of the bytes", async (store) => {
    const written = encodeUtf8("stored");
    await store.write("file.txt", written);
    written.fill(0);
    assertBytes(await store.read("file.txt"), encodeUtf8("stored"), "read after the written bytes were changed");
  }),

  createCase("write: only the view is written, not the buffer below it", async (store) => {
    const buffer = encodeUtf8("before|inside|after");
    await store.write("file.txt", buffer.subarray(7, 13));
    assertBytes(await store.read("file.txt"), encodeUtf8("inside"), "read of a written view");
  }),

  createCase("write: a given mode is set, on new and on existing files", async (store) => {
    await store.write("new.sh", encodeUtf8("1"), { mode: 0o750 });
    assertEqual((await store.stat("new.sh"))?.mode, 0o750, "mode given for a new file");
    await store.write("new.sh", encodeUtf8("2"), { mode: 0o640 });
    assertEqual((await store.stat("new.sh"))?.mode, 0o640, "mode given for an existing file");
  }),

  createCase("write: the mode of an existing file is kept", async (store) => {
    await store.write("run.sh", encodeUtf8("1"), { mode: 0o755 });
    await store.write("run.sh", encodeUtf8("2"));
    assertEqual((await store.stat("run.sh"))?.mode, 0o755, "mode after an overwrite without a mode");
  }),

  createCase("write: a directory is not_a_file, and stays", async (store) => {
    await store.write("directory/file.txt", encodeUtf8("x"));
    await assertFails(() => store.write("directory", encodeUtf8("y")), ["not_a_file"], "write over a directory");
    assertBytes(await store.read("directory/file.txt"), encodeUtf8("x"), "read below that directory");
  }),

  createCase("write: a file as a parent is not_a_directory, and stays", async (store) => {
    await store.write("file.txt", encodeUtf8("x"));
    const write = () => store.write("file.txt/below.txt", encodeUtf8("y"));
    await assertFails(write, ["not_a_directory"], "write below a file");
    assertBytes(await store.read("file.txt"), encodeUtf8("x"), "read of that file");
  }),

  createCase("write: parallel writes leave one whole content", async (store) => {
    const contents = Array.from({ length: PARALLEL_WRITERS }, (_unused, writer) =>
      new Uint8Array(PARALLEL_BYTES + writer).fill(writer + 1),
    );
    for (const ticksApart of [0, 1, 2, 3]) {
      await Promise.all(
        contents.map(async (content, writer) => {
          await waitTicks(writer * ticksApart);
          await store.write("contended.bin", content);
        }),
      );
      const left = await store.read("contended.bin");
      const winner = contents[(left?.[0] ?? 0) - 1];
      assertBytes(left, winner ?? new Uint8Array(), "read after parallel writes");
    }
  }),

  createCase("write: files do not disturb one another", async (store) => {
    const paths = ["a", "ab", "a.b", "dir/a", "dir/ab"];
    await Promise.all(paths.map((path, index) => store.write(path, createSampleBytes(index + 1))));
    for (const [index, path] of paths.entries()) {
      assertBytes(await store.read(path), createSampleBytes(index + 1), `read of ${path}`);
    }
  }),

  createCase("write: an abort before the call rejects with its reason and writes nothing", async (store) => {
    await assertAborted((signal) => store.write("file.txt", encodeUtf8("x"), { signal }), "write");
    assertNull(await store.stat("file.txt"), "stat of the file that was not to be written");
  }),
];
