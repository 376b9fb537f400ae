// A search on all threads leaves out names that rules hide. It answers what a scan answers, whatever brings some of them back.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { GrepOptions, Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";
import { propertyRuns } from "../support/property-runs.js";

/** Files without a hit that come first: so many that the search is not answered before all threads are asked. */
const FILLERS = 230;

const FILLED = "t/0";

const NEEDLE = "needle";

const directory = fc.array(fc.constantFrom("a", "out", "src", "x.map"), { maxLength: 3 });
const name = fc.constantFrom("a.map", "b.map", "keep.map", ".map", "c.ts", "out", "x.log", "~", "y~");
const file = fc.tuple(directory, name).map((parts) => ["t", ...parts[0], parts[1]].join("/"));

const rule = fc.constantFrom(
  ...["*.map", "!*.map", "!b.map", "!keep*", "!k?ep.map", "![a-b].map", "*p", "!*p", "/*.map", "!/a/*.map"],
  ...["!**/a.map", "out", "!out", "out/", "!out/", "out/*", "!out/b.map", "a/**", "!a/**", "*.log", "!x.*", "*~", "!~"],
  ...["*", "!*", "!*/", "**", ".*", "*ignore", ".gitignore", ".ignore/", "b.map", "b.map ", "\\b.map", "b.ma[p]"],
  ...["# needle", "# needle\0", "x.map/", "!x.map", "src/", "!src", "**/out/b.map", "!/out"],
);
const hiding = fc.constantFrom("*.map", "out", "out/", "*.log", "b.map", "*~", "x.map/");
const rules = fc.array(fc.oneof({ weight: 3, arbitrary: hiding }, { weight: 2, arbitrary: rule }), { maxLength: 4 });
const ignoreName = fc.constantFrom(".gitignore", ".gitignore", ".ignore", ".agentignore");
const ignoreFile = fc.record({ below: directory, name: ignoreName, rules });

const tree = fc.record({
  files: fc.uniqueArray(file, { minLength: 1, maxLength: 14 }),
  text: fc.constantFrom("first\nneedle\n", "needle", "\0needle\n", "none"),
  top: rules,
  ignoreFiles: fc.array(ignoreFile, { maxLength: 4 }),
});

const options = fc.record({
  path: fc.constantFrom(".", ".", "t"),
  mode: fc.constantFrom("content", "content", "files"),
  glob: fc.constantFrom(undefined, undefined, "*.map", "!*.map"),
  limit: fc.constantFrom(2, 100, 100),
  offset: fc.constantFrom(0, 0, 1),
});

type Tree = typeof tree extends fc.Arbitrary<infer Value> ? Value : never;

/** A rule that hides the file of rules itself, which is then not named by a search that leaves it out. */
const HIDDEN_RULES: Tree = {
  files: ["t/a.map"],
  text: NEEDLE,
  top: [".gitignore", "*.map"],
  ignoreFiles: [{ below: [], name: ".gitignore", rules: ["!a.map"] }],
};

/** Lays out what fits: a path that would be a file and a directory at once is left out. */
function layOut({ files, text: own, top, ignoreFiles }: Tree): Record<string, string> {
  const texts: [path: string, text: string][] = [
    [".gitignore", top.join("\n")],
    ...ignoreFiles.map(({ below, name: last, rules: lines }): [string, string] => [
      ["t", ...below, last].join("/"),
      lines.join("\n"),
    ]),
    ...files.map((path): [string, string] => [path, own]),
  ];
  const contents: Record<string, string> = {};
  for (const [path, text] of texts) {
    const taken = Object.keys(contents);
    const isFree = taken.every((other) => !(other.startsWith(`${path}/`) || path.startsWith(`${other}/`)));
    if (isFree) contents[path] ??= text;
  }
  return contents;
}

async function answer(workspace: Workspace, wanted: GrepOptions): Promise<unknown> {
  const { hits, files, truncated, filesWithHits, skipped } = await workspace.fs.grep(NEEDLE, wanted);
  return { hits, files, truncated, filesWithHits, skipped };
}

const root = mkdtempSync(join(tmpdir(), "grep-hidden-"));
const kept = await openWorkspace({ root });

beforeAll(() => {
  mkdirSync(join(root, FILLED), { recursive: true });
  for (let index = 0; index < FILLERS; index++) writeFileSync(join(root, FILLED, `${index}.txt`), "nothing\n");
});

afterAll(async () => {
  await kept.close();
  rmSync(root, { recursive: true });
});

function write(contents: Record<string, string>): void {
  rmSync(join(root, ".gitignore"), { force: true });
  for (const own of readdirSync(join(root, "t"))) {
    if (join("t", own) !== FILLED) rmSync(join(root, "t", own), { recursive: true });
  }
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

test("a search that leaves hidden names out answers what a scan answers", async () => {
  const searches = fc.array(options, { minLength: 1, maxLength: 3 });
  const property = fc.asyncProperty(tree, searches, fc.boolean(), async (shape, wanted, isFresh) => {
    const contents = layOut(shape);
    write(contents);
    const inMemory = createInMemoryWorkspace({ files: { "t/.keep": "", ...contents } });
    const onDisk = isFresh ? await openWorkspace({ root }) : kept;
    try {
      for (const own of wanted) expect(await answer(onDisk, own)).toEqual(await answer(inMemory, own));
    } finally {
      await inMemory.close();
      if (isFresh) await onDisk.close();
    }
  });
  await fc.assert(property, {
    numRuns: propertyRuns(100),
    examples: [[HIDDEN_RULES, [{ path: ".", mode: "content", limit: 100, offset: 0, glob: undefined }], true]],
  });
}, 180_000);
