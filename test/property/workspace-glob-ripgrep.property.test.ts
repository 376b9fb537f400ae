// Glob finds the files that `rg --files` lists with the same ignore files.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openWorkspace } from "../../src/workspace/open-workspace.js";
import { propertyRuns } from "../support/property-runs.js";

const NAMES = ["a", "b", "src", "out", "a.ts", "b.log", ".env", "x y", "é"];

const name = fc.constantFrom(...NAMES);
const directory = fc.array(fc.constantFrom("a", "src", "out", "é"), { maxLength: 3 });
const file = fc.tuple(directory, name).map(([above, own]) => [...above, own].join("/"));

const body = fc.oneof(
  name,
  fc.tuple(fc.constantFrom("a", "src", "out"), name).map((parts) => parts.join("/")),
  fc.constantFrom(
    "*",
    "*.ts",
    "*.log",
    "**/a",
    "src/**",
    "**/src/*",
    "a/**/b",
    "?",
    "[ab]",
    "[!a]*",
    "s*c",
    "**",
    "a*",
  ),
);
const line = fc
  .record({
    isNegated: fc.boolean(),
    isAnchored: fc.boolean(),
    body,
    isForDirectories: fc.boolean(),
  })
  .map(
    (rule) =>
      (rule.isNegated ? "!" : "") + (rule.isAnchored ? "/" : "") + rule.body + (rule.isForDirectories ? "/" : ""),
  );
const rules = fc.array(fc.oneof({ weight: 6, arbitrary: line }, fc.constantFrom("", "# note", "a  ")), {
  maxLength: 5,
});

const ignoreFile = fc.record({ directory, name: fc.constantFrom(".gitignore", ".ignore"), rules });

const tree = fc.record({
  files: fc.uniqueArray(file, { minLength: 1, maxLength: 30 }),
  ignoreFiles: fc.array(ignoreFile, { minLength: 1, maxLength: 4 }),
});

type Tree = typeof tree extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes what fits: a path that would be a file and a directory at once is left out. */
function layOut(root: string, { files, ignoreFiles }: Tree): void {
  const texts = ignoreFiles.map((own) => [join(...own.directory, own.name), own.rules.join("\n")] as const);
  for (const [path, text] of [...files.map((path) => [path, "x"] as const), ...texts]) {
    try {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    } catch (error) {
      if (!/EEXIST|ENOTDIR|EISDIR/.test(String(error))) throw error;
    }
  }
}

const ARGUMENTS = [
  "--no-config",
  "--hidden",
  "--no-require-git",
  "--no-ignore-global",
  "--no-ignore-parent",
  "--glob=!.git",
];

function listWithRipgrep(root: string, extra: readonly string[]): readonly string[] {
  try {
    const output = execFileSync(rgPath, ["--files", ...ARGUMENTS, ...extra], { cwd: root, encoding: "utf8" });
    return output.split("\n").filter(Boolean).sort();
  } catch (error) {
    // Exit status 1 says that there is no file.
    if (error instanceof Error && "status" in error && error.status === 1) return [];
    throw error;
  }
}

test("glob finds what rg --files lists", async () => {
  const property = fc.asyncProperty(tree, fc.boolean(), async (shape, includeIgnored) => {
    const root = mkdtempSync(join(tmpdir(), "glob-rg-"));
    try {
      layOut(root, shape);
      const workspace = await openWorkspace({ root, ignoreFiles: [".gitignore", ".ignore"] });
      const { paths } = await workspace.fs.glob("**", { includeIgnored, sort: "path", limit: 1000 });
      await workspace.close();
      expect([...paths].sort()).toEqual(listWithRipgrep(root, includeIgnored ? ["--no-ignore"] : []));
    } finally {
      rmSync(root, { recursive: true });
    }
  });
  await fc.assert(property, { numRuns: propertyRuns(100) });
}, 180_000);
