// What every store promises about the paths it is given.

import type { FileStore } from "../../stores/file-store.js";
import { assertBytes, assertFails, assertNull } from "../assertions.js";
import { collectChunks, encodeUtf8 } from "../sample-content.js";
import { createCase, type StoreContractCase } from "../store-contract-case.js";

const INVALID_PATHS: readonly { readonly what: string; readonly path: string }[] = [
  { what: "an empty path", path: "" },
  { what: "a NUL", path: "a\u0000b" },
  { what: "a line break", path: "a\nb" },
  { what: "an escape character", path: "a\u001bb" },
];

const OUTSIDE_PATHS: readonly string[] = ["../outside.txt", "a/../../outside.txt", ".."];

const SAME_FILE_PATHS: readonly string[] = ["./dir/file.txt", "dir/./file.txt", "dir//file.txt", "dir/sub/../file.txt"];

const UNUSUAL_NAMES: readonly string[] = [
  "with space.txt",
  "cafe\u0301-decomposed.txt",
  "caf\u00e9-composed.txt",
  "文件.txt",
  "emoji-\u{1f600}.txt",
  "[slug].txt",
  "*.txt",
  "#hash%20.txt",
  "..two-dots.txt",
  "-dash.txt",
  "__proto__",
];

const LONG_NAME_LENGTH = 5000;

async function assertEveryVerbFails(store: FileStore, path: string, kind: "invalid_path" | "path_outside_workspace") {
  await assertFails(() => store.stat(path), [kind], `stat of ${JSON.stringify(path)}`);
  await assertFails(() => store.read(path), [kind], `read of ${JSON.stringify(path)}`);
  await assertFails(() => collectChunks(store, path), [kind], `readChunks of ${JSON.stringify(path)}`);
  await assertFails(() => store.write(path, encodeUtf8("x")), [kind], `write of ${JSON.stringify(path)}`);
}

function isFulfilled(pending: Promise<unknown>): Promise<boolean> {
  return pending.then(
    () => true,
    () => false,
  );
}

async function assertNothingFound(find: () => Promise<unknown>, what: string): Promise<void> {
  const found = find();
  if (!(await isFulfilled(found))) return assertFails(() => found, ["not_a_directory"], what);
  assertNull(await found, what);
}

/** Checks the paths of every verb. */
export const PATH_CASES: readonly StoreContractCase[] = [
  ...INVALID_PATHS.map(({ what, path }) =>
    createCase(`paths: ${what} is invalid_path`, (store) => assertEveryVerbFails(store, path, "invalid_path")),
  ),

  ...OUTSIDE_PATHS.map((path) =>
    createCase(`paths: ${path} is path_outside_workspace`, async (store) => {
      await store.write("a/file.txt", encodeUtf8("x"));
      await assertEveryVerbFails(store, path, "path_outside_workspace");
    }),
  ),

  ...SAME_FILE_PATHS.map((path) =>
    createCase(`paths: ${path} names dir/file.txt`, async (store) => {
      await store.write("dir/sub/other.txt", encodeUtf8("other"));
      await store.write("dir/file.txt", encodeUtf8("one"));
      assertBytes(await store.read(path), encodeUtf8("one"), `read of ${path}`);
      await store.write(path, encodeUtf8("two"));
      assertBytes(await store.read("dir/file.txt"), encodeUtf8("two"), `read of dir/file.txt after a write of ${path}`);
    }),
  ),

  ...UNUSUAL_NAMES.map((name) =>
    createCase(`paths: the name ${JSON.stringify(name)} is kept`, async (store) => {
      await store.write(`dir/${name}`, encodeUtf8(name));
      assertBytes(await store.read(`dir/${name}`), encodeUtf8(name), `read of ${name}`);
    }),
  ),

  createCase("paths: below a file nothing is found: null or not_a_directory", async (store) => {
    await store.write("file.txt", encodeUtf8("x"));
    await assertNothingFound(() => store.stat("file.txt/below.txt"), "stat below a file");
    await assertNothingFound(() => store.read("file.txt/below.txt"), "read below a file");
  }),

  createCase("paths: a very long name is refused or kept, never cut", async (store) => {
    const name = "n".repeat(LONG_NAME_LENGTH);
    const write = store.write(name, encodeUtf8("long"));
    if (!(await isFulfilled(write))) {
      return assertFails(() => write, ["io_error", "invalid_path"], "write of a very long name");
    }
    assertBytes(await store.read(name), encodeUtf8("long"), "read of the long name");
    assertNull(await store.stat(name.slice(1)), "stat of the long name less one character");
  }),
];
