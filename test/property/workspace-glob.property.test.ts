// Glob and list answer the same on a disk and in memory, and a path that was answered is a pattern that finds its file.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";

const RUNS = 40 * Number(process.env["AI_FILE_TOOLS_TEST_SCALE"] ?? 1);

const directory = fc.constantFrom(
  "src",
  "app/(auth)",
  "app/[slug]",
  "a{b,c}",
  "src/deep",
  "x*y",
  "out",
  "d\nd",
  ".git",
);
const fileName = fc.constantFrom(
  "a.ts",
  "b.js",
  "[id].tsx",
  "{a,b}.ts",
  "we?rd.ts",
  "a\\b.ts",
  "!no.log",
  "z.log",
  "\u202e.ts",
);
const file = fc
  .tuple(fc.option(directory), fileName)
  .map(([parent, name]) => (parent === null ? name : `${parent}/${name}`));
const rules = fc
  .array(
    fc.constantFrom("*.log", "!z.log", "out/", "/src/*", "!/src/deep", "**/a.ts", "a{b,c}", "\\!no.log", "x\\*y/", "#"),
  )
  .map((lines) => lines.join("\n"));

const tree = fc.record({
  files: fc.uniqueArray(file, { minLength: 1, maxLength: 14 }),
  root: rules,
  below: fc.record({ place: directory, name: fc.constantFrom(".gitignore", ".ignore", ".agentignore"), rules }),
});

const pattern = fc.constantFrom(
  "**",
  "*",
  "**/*.ts",
  "app/**",
  "app/[slug]/*",
  "app/(auth)/**",
  "{src,out}/**/*.{ts,js}",
  "a{b,c}/*",
  "**/{a,b}.ts",
  "x*y/*",
  "**/we?rd.ts",
  "**/[!a]*",
  "**/*\\*y/*",
);

type Tree = typeof tree extends fc.Arbitrary<infer Value> ? Value : never;

function layOut({ files, root, below }: Tree): Record<string, string> {
  const contents = Object.fromEntries(files.map((path) => [path, "x"]));
  return { ...contents, ".gitignore": root, [`${below.place}/${below.name}`]: below.rules };
}

async function withBoth(contents: Record<string, string>, run: (disk: Workspace, memory: Workspace) => Promise<void>) {
  const root = mkdtempSync(join(tmpdir(), "glob-"));
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const disk = await openWorkspace({ root });
  const memory = createInMemoryWorkspace({ files: contents });
  try {
    await run(disk, memory);
  } finally {
    await Promise.all([disk.close(), memory.close()]);
    rmSync(root, { recursive: true });
  }
}

test("a pattern finds the same on disk and in memory", async () => {
  const patterns = fc.array(fc.tuple(pattern, fc.boolean()), { minLength: 3, maxLength: 6 });
  const property = fc.asyncProperty(tree, patterns, (shape, wanted) =>
    withBoth(layOut(shape), async (disk, memory) => {
      for (const [glob, includeIgnored] of wanted) {
        const options = { includeIgnored, sort: "path" } as const;
        expect(await disk.fs.glob(glob, options)).toEqual(await memory.fs.glob(glob, options));
      }
    }),
  );
  await fc.assert(property, { numRuns: RUNS });
}, 180_000);

test("every path that is answered finds its file when it is the pattern", async () => {
  const property = fc.asyncProperty(tree, (shape) =>
    withBoth(layOut(shape), async (disk, memory) => {
      for (const workspace of [disk, memory]) {
        for (const path of (await workspace.fs.glob("**", { includeIgnored: true })).paths) {
          expect((await workspace.fs.glob(path, { includeIgnored: true })).paths).toContain(path);
        }
      }
    }),
  );
  await fc.assert(property, { numRuns: RUNS });
}, 180_000);

test("a list of any depth names the same on disk and in memory, and no file that glob does not", async () => {
  const property = fc.asyncProperty(tree, fc.constantFrom(1, 2, 3, 7), fc.boolean(), (shape, depth, includeIgnored) =>
    withBoth(layOut(shape), async (disk, memory) => {
      const [listed, remembered] = await Promise.all(
        [disk, memory].map((workspace) => workspace.fs.list(".", { depth, includeIgnored })),
      );
      const names = listed?.entries.map(({ name, type, ignored }) => ({ name, type, ignored }));
      expect(remembered?.entries.map(({ name, type, ignored }) => ({ name, type, ignored }))).toEqual(names);
      const found = new Set((await disk.fs.glob("**", { limit: 1000 })).paths);
      const shown = listed?.entries.filter(({ type, ignored }) => type === "file" && ignored !== true) ?? [];
      expect(shown.filter(({ name }) => !found.has(name))).toEqual([]);
    }),
  );
  await fc.assert(property, { numRuns: RUNS });
}, 180_000);
