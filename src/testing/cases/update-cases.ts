// What a store promises that serialises read-modify-write itself.

import { FsError } from "../../errors.js";
import { contentSha256 } from "../../stores/content-sha256.js";
import type { UpdateContent } from "../../stores/file-store.js";
import { assertAborted, assertBytes, assertEqual, assertFails, assertRejectsWith } from "../assertions.js";
import { encodeUtf8, joinChunks } from "../sample-content.js";
import { createPowerCase, type StoreContractCase } from "../store-contract-case.js";

const PARALLEL_UPDATES = 20;

function appendText(text: string): UpdateContent {
  return (current) => joinChunks([current ?? new Uint8Array(), encodeUtf8(text)]);
}

const LETTERS = Array.from({ length: PARALLEL_UPDATES }, (_unused, index) => String.fromCharCode(97 + index));

function assertAllLetters(content: Uint8Array | null, what: string): void {
  const letters = new TextDecoder().decode(content ?? new Uint8Array());
  assertEqual([...letters].sort().join(""), LETTERS.join(""), what);
}

/** Checks `update`. */
export const UPDATE_CASES: readonly StoreContractCase[] = [
  createPowerCase("update", "update: parallel updates lose nothing", async (store) => {
    await store.write("log.txt", new Uint8Array());
    await Promise.all(LETTERS.map((letter) => store.update("log.txt", appendText(letter))));
    assertAllLetters(await store.read("log.txt"), `letters after ${PARALLEL_UPDATES} parallel updates`);
  }),

  createPowerCase("update", "update: a missing file is shown as null, then created", async (store) => {
    let wasNull = false;
    await store.update("new/file.txt", (current) => {
      wasNull = current === null;
      return encodeUtf8("created");
    });
    assertEqual(wasNull, true, "the change of a missing file was given null");
    assertBytes(await store.read("new/file.txt"), encodeUtf8("created"), "read of a file created by an update");
  }),

  createPowerCase("update", "update: a change that throws writes nothing and blocks nobody", async (store) => {
    await store.write("file.txt", encodeUtf8("one"));
    const refusal = new FsError("no_change", "the change refused");
    const update = () => store.update("file.txt", () => Promise.reject(refusal));
    await assertRejectsWith(update, refusal, "update whose change throws");
    assertBytes(await store.read("file.txt"), encodeUtf8("one"), "read after a change that threw");
    await store.update("file.txt", appendText(" two"));
    assertBytes(await store.read("file.txt"), encodeUtf8("one two"), "read after the next update");
  }),

  createPowerCase("update", "update: onWritten, if called, is told the hash of the new content", async (store) => {
    const hashes: string[] = [];
    const onWritten = (sha256: string): void => {
      hashes.push(sha256);
    };
    await store.update("file.txt", appendText("one"), { onWritten });
    const expected = await contentSha256(encodeUtf8("one"));
    assertEqual(hashes.join(), hashes.length === 0 ? "" : expected, "hashes told by an update");
  }),

  createPowerCase("update", "update: the mode of an existing file is kept", async (store) => {
    await store.write("run.sh", encodeUtf8("1"), { mode: 0o755 });
    await store.update("run.sh", appendText("2"));
    assertEqual((await store.stat("run.sh"))?.mode, 0o755, "mode after an update");
  }),

  createPowerCase("update", "update: null as the expected hash refuses an existing file", async (store) => {
    await store.write("file.txt", encodeUtf8("one"));
    const update = () => store.update("file.txt", appendText("two"), { expectedSha256: null });
    await assertFails(update, ["file_already_exists"], "update under null of an existing file");
    assertBytes(await store.read("file.txt"), encodeUtf8("one"), "read after a refused update");
  }),

  createPowerCase(
    "update",
    "update: an abort before the call rejects with its reason and changes nothing",
    async (store) => {
      await store.write("file.txt", encodeUtf8("one"));
      await assertAborted((signal) => store.update("file.txt", appendText("two"), { signal }), "update");
      assertBytes(await store.read("file.txt"), encodeUtf8("one"), "read after an aborted update");
    },
  ),
];
