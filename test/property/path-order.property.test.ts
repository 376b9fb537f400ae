// Every way to come by paths has them in one order, on every store: that of their bytes, component by component.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { InMemoryFileStore } from "../../src/stores/in-memory-file-store.js";
import { searchStore } from "../../src/stores/search-store.js";
import { WorkspaceFileStore } from "../../src/stores/workspace-file-store.js";
import { compareNames } from "../../src/text/compare-names.js";
import { decodeName, encodeName } from "../../src/text/name-bytes.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { createListableStore } from "../support/listable-store.js";
import { propertyRuns } from "../support/property-runs.js";
import { Sandbox } from "../support/temp-workspace.js";

const UNITS = [..."ab.-Z~é豈￮\ufffd😀𐀀"];
const name = fc
  .string({ unit: fc.constantFrom(...UNITS), minLength: 1, maxLength: 4 })
  .filter((text) => !/^\.+$/.test(text));
const path = fc
  .tuple(fc.option(name), name)
  .map(([directory, file]) => (directory === null ? file : `d${directory}/f${file}`));
const paths = fc.uniqueArray(path, { minLength: 2, maxLength: 20 });

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.remove());

function componentKey(text: string): Buffer {
  return encodeName(text.replaceAll("/", "\0"));
}

function inOrder(all: readonly string[]): readonly string[] {
  return all.toSorted((a, b) => Buffer.compare(componentKey(a), componentKey(b)));
}

async function globbed({ fs }: Workspace): Promise<readonly string[]> {
  return (await fs.glob("**", { sort: "path", limit: 1000 })).paths;
}

async function grepped({ fs }: Workspace): Promise<readonly (readonly string[])[]> {
  const [files, hits] = await Promise.all([fs.grep("x", { mode: "files" }), fs.grep("x")]);
  return [files.files?.map((file) => file.path) ?? [], hits.hits.map((hit) => hit.path)];
}

test("glob, grep and stores name paths in one order, on a disk and in memory", async () => {
  let round = 0;
  const check = async (names: readonly string[]): Promise<void> => {
    const files = Object.fromEntries(names.map((text) => [text, "x\n"]));
    round += 1;
    sandbox.write(Object.fromEntries(names.map((text) => [`${round}/${text}`, "x\n"])));
    const disk = await sandbox.open({ root: join(sandbox.root, String(round)) });
    const memory = createInMemoryWorkspace({ files });
    const expected = inOrder(names);
    for (const workspace of [disk, memory]) {
      expect(await globbed(workspace)).toEqual(expected);
      for (const found of await grepped(workspace)) expect(found).toEqual(expected);
    }
    const store = createListableStore(files);
    const reversed = { ...store, list: async (at: string) => (await store.list(at))?.toReversed() ?? null };
    const walked = await searchStore(reversed, { pattern: "x" });
    expect(walked.hits.map((hit) => hit.path)).toEqual(expected);
  };
  await fc.assert(fc.asyncProperty(paths, check), { numRuns: propertyRuns(40) });
});

test("list and stores name entries in one order, on a disk and in memory", async () => {
  const names = ["😀", "￮", "b", "a", "é", "豈", "𐀀x", "\ufffd"];
  const expected = ["a", "b", "é", "豈", "￮", "\ufffd", "𐀀x", "😀"];
  const files = Object.fromEntries(names.map((text) => [text, ""]));
  sandbox.write(files);
  const [disk, memory] = [await sandbox.open(), createInMemoryWorkspace({ files })];
  for (const { fs } of [disk, memory]) {
    expect((await fs.list(".")).entries.map((entry) => entry.name)).toEqual(expected);
  }
  for (const store of [new WorkspaceFileStore(disk), new InMemoryFileStore(files)]) {
    expect((await store.list("."))?.map((entry) => entry.name)).toEqual(expected);
  }
});

test("names that are no UTF-8 lie where their bytes do", async () => {
  mkdirSync(join(sandbox.root, "d"));
  const raw = ["ff", "80", "c3", "f09f9880", "efbfae", "61", "61ff", "61c3a9"].map((hex) => Buffer.from(hex, "hex"));
  for (const bytes of raw) writeFileSync(Buffer.concat([Buffer.from(join(sandbox.root, "d/")), bytes]), "x\n");
  const workspace = await sandbox.open();
  const expected = (await globbed(workspace)).toString();
  for (const found of await grepped(workspace)) expect(found.toString()).toBe(expected);
  const sorted = raw.map(decodeName).toSorted(compareNames);
  expect(sorted.map((text) => encodeName(text).toString("hex"))).toEqual(
    raw.map((bytes) => bytes.toString("hex")).toSorted(),
  );
});
