// A directory with very many entries: every page is right, and everything else goes on meanwhile.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeName } from "../../../src/text/name-bytes.js";
import { createMemoryRoot } from "../../../src/workspace/directories/memory-directory.js";
import {
  LARGE_DIRECTORY_BYTES,
  readEntries,
  readEntryBatches,
} from "../../../src/workspace/directories/read-entries.js";
import { createIgnoreReader } from "../../../src/workspace/ignoring/ignore-chain.js";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import { NewestPaths } from "../../../src/workspace/listing/newest-paths.js";
import { walkTree } from "../../../src/workspace/listing/walk-tree.js";
import { useSandbox } from "../../support/temp-workspace.js";

const COUNT = 12_000;
const nameOf = (index: number): string => `a-rather-long-name-of-a-file-${String(index).padStart(6, "0")}`;

describe("a directory of many files", () => {
  test("is read in pieces that join to all of it", () => {
    const sandbox = useSandbox();
    mkdirSync(join(sandbox.root, "many"));
    for (let index = 0; index < COUNT; index++) writeFileSync(join(sandbox.root, "many", nameOf(index)), "");
    const batches = [...readEntryBatches(join(sandbox.root, "many"))];
    expect(batches.length).toBeGreaterThan(2);
    const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
    expect(batches.flat().sort(byName)).toEqual([...readEntries(join(sandbox.root, "many"))].sort(byName));
    expect(LARGE_DIRECTORY_BYTES).toBeLessThan(COUNT * nameOf(0).length);
  });

  test.runIf(process.platform === "linux")("is read in pieces with names that are no UTF-8, each once", () => {
    const sandbox = useSandbox();
    const odd = [Buffer.from("caf\xe9", "latin1"), Buffer.from("\ufffd"), Buffer.from("\ufffd\xe9", "latin1")];
    const plain = ["caf\u00e9", "plain", "\u{1f600}"].map((name) => Buffer.from(name));
    const names = [...odd, ...plain];
    for (const name of names) writeFileSync(Buffer.concat([Buffer.from(`${sandbox.root}/`), name]), "");
    const listed = [...readEntryBatches(sandbox.root)].flat().map(({ name }) => name);
    expect(listed.toSorted()).toEqual(names.map(decodeName).toSorted());
    expect(new Set(listed)).toEqual(new Set(readEntries(sandbox.root).map(({ name }) => name)));
  });

  test("in memory is read in pieces, and without what vanishes between two of them", () => {
    const bytes = new Uint8Array();
    const root = createMemoryRoot(
      Array.from({ length: COUNT }, (_, index) => ({ components: [nameOf(index)], bytes })),
    );
    let seen = 0;
    let pieces = 0;
    for (const batch of root.entryBatches()) {
      seen += batch.length;
      pieces += 1;
      if (pieces === 1) root.unlink(nameOf(COUNT - 1));
    }
    expect({ seen, isInPieces: pieces > 2 }).toEqual({ seen: COUNT - 1, isInPieces: true });
  });

  test("is listed page by page, on disk and in memory", async () => {
    const sandbox = useSandbox();
    const files = Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [`many/${nameOf(index)}`, ""]));
    sandbox.write(files);
    for (const workspace of [await sandbox.open(), createInMemoryWorkspace({ files })]) {
      for (const [offset, limit, truncated] of [
        [0, 1000, true],
        [5000, 10, true],
        [COUNT - 3, 1000, false],
        [COUNT + 3, 1000, false],
        [7, 0, true],
      ] as const) {
        const page = await workspace.fs.list("many", { offset, limit });
        const expected = Array.from({ length: COUNT }, (_, index) => nameOf(index)).slice(offset, offset + limit);
        expect(page.entries.map(({ name }) => name)).toEqual(expected);
        expect(page).toMatchObject({ total: COUNT, truncated });
      }
      expect(await workspace.fs.glob("many/*", { sort: "path", limit: 2 })).toEqual({
        paths: [0, 1].map((index) => `many/${nameOf(index)}`),
        truncated: true,
      });
    }
  });

  test("is judged by ignore rules a few entries at a time", () => {
    const bytes = new Uint8Array();
    const root = createMemoryRoot(Array.from({ length: 800 }, (_, index) => ({ components: [nameOf(index)], bytes })));
    let judged = 0;
    const isUnwanted = (): boolean => {
      judged += 1;
      return true;
    };
    const chain = createIgnoreReader([]).start(root);
    const steps: number[] = [];
    for (const run of walkTree(root, [], { chain, includeIgnored: false, isUnwanted, maxDepth: 9 })) {
      expect(run).toEqual([]);
      steps.push(judged - steps.reduce((sum, step) => sum + step, 0));
    }
    expect(judged).toBe(800);
    expect(Math.max(...steps)).toBeLessThanOrEqual(8);
  });

  test("stops when it is told to", async () => {
    const files = Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [nameOf(index), ""]));
    const workspace = createInMemoryWorkspace({ files });
    const controller = new AbortController();
    controller.abort(new Error("enough"));
    await expect(workspace.fs.list(".", { signal: controller.signal })).rejects.toThrow("enough");
  });
});

test("the newest of many paths are kept, of the same time the first", () => {
  const newest = new NewestPaths(3);
  for (let index = 0; index < 10_000; index++) newest.add(`p${index}`, index % 100);
  expect(newest.finish()).toEqual(["p99", "p199", "p299"]);
  expect(newest.isWanted(98)).toBe(false);
});
