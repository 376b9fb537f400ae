// Diffs that git and diff make are planned to the trees that git makes of them.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { FsError } from "../../src/errors.js";
import { applyPlan, createTree, type FileTree, planOnTree, showTree, tryOnTree } from "../support/plan-on-tree.js";
import { joinFile, type LinePair, repeatedPairs, uniquePairs } from "../support/random-patches.js";

const ENVIRONMENT = {
  PATH: process.env["PATH"] ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  HOME: "/",
};

const NAMES = ["a.txt", "sub/b c.txt", "sub/ä.txt", 'q"uote.txt', "deep/er/x", "a b/c"];

class Repository {
  readonly #root = mkdtempSync(join(tmpdir(), "patch-git-"));

  constructor() {
    onTestFinished(() => rmSync(this.#root, { recursive: true, force: true }));
    this.git(["init", "--quiet"]);
  }

  git(args: readonly string[], input = ""): string {
    const settings = ["-c", "core.autocrlf=false", "-c", "user.name=t", "-c", "user.email=t@t"];
    return execFileSync("git", [...settings, ...args], { cwd: this.#root, input, env: ENVIRONMENT, encoding: "utf8" });
  }

  succeeds(args: readonly string[], input: string): boolean {
    return spawnSync("git", [...args], { cwd: this.#root, input, env: ENVIRONMENT }).status === 0;
  }

  /** Makes the files below the root those of a tree. */
  write(tree: FileTree): void {
    for (const path of Object.keys(this.read())) rmSync(join(this.#root, path));
    for (const [path, bytes] of Object.entries(tree)) {
      mkdirSync(dirname(join(this.#root, path)), { recursive: true });
      writeFileSync(join(this.#root, path), bytes);
    }
  }

  read(): FileTree {
    const entries = readdirSync(this.#root, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const own = paths.filter((path) => !relative(this.#root, path).startsWith(".git"));
    return Object.fromEntries(own.map((path) => [relative(this.#root, path), readFileSync(path)]));
  }

  /** Answers the diff from one tree to another. */
  diff(before: FileTree, after: FileTree, options: readonly string[]): string {
    this.write(before);
    this.git(["add", "--all"]);
    const tree = this.git(["write-tree"]).trim();
    this.write(after);
    this.git(["add", "--all"]);
    return this.git(["diff", "--cached", ...options, tree]);
  }
}

type FileChange = readonly [pair: LinePair, fate: "stays" | "new" | "gone" | "moves"];

const fates = fc.constantFrom<FileChange[1]>("stays", "stays", "new", "gone", "moves");
const trees = fc.array(fc.tuple(fc.oneof(uniquePairs, repeatedPairs), fates), {
  minLength: 1,
  maxLength: NAMES.length,
});

// Files of one tree end their lines alike, since git takes files for renamed that differ in nothing but that.
function createTrees(files: readonly FileChange[]): { readonly before: FileTree; readonly after: FileTree } {
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  const ending = files[0]?.[0].ending ?? "\n";
  for (const [index, [{ ...lines }, fate]] of files.entries()) {
    const name = NAMES[index] ?? "";
    const pair = { ...lines, ending };
    if (fate !== "new") before[name] = joinFile(pair.before, pair);
    if (fate !== "gone") after[fate === "moves" ? `moved/${name}` : name] = joinFile(pair.after, pair);
  }
  return { before: createTree(before), after: createTree(after) };
}

const FORMS: readonly (readonly string[])[] = [[], ["-M10%"], ["--no-prefix"], ["-U1"], ["--no-renames", "--minimal"]];

describe("diffs that git makes", () => {
  it("lead to the tree that they were made from", async () => {
    const repository = new Repository();
    await fc.assert(
      fc.asyncProperty(trees, fc.constantFrom(...FORMS), async (files, form) => {
        const { before, after } = createTrees(files);
        const diff = repository.diff(before, after, form);
        fc.pre(diff !== "");
        const plan = await planOnTree(diff, before);
        expect(showTree(applyPlan(before, plan))).toEqual(showTree(after));
      }),
      { numRuns: 25 },
    );
  });

  it("lead to what git apply makes of a tree whose lines moved, or are refused", async () => {
    const repository = new Repository();
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(uniquePairs, fc.integer({ min: 1, max: 9 }), async (pair, shift) => {
        fc.pre(pair.before.length > 6);
        const diff = repository.diff(
          createTree({ f: joinFile(pair.before, pair) }),
          createTree({ f: joinFile(pair.after, pair) }),
          [],
        );
        fc.pre(diff !== "");
        const above = Array.from({ length: shift }, (_, line) => `above ${line}`);
        const moved = createTree({ f: joinFile([...above, ...pair.before], pair) });
        repository.write(moved);
        fc.pre(repository.succeeds(["apply", "--whitespace=nowarn"], diff));
        const plan = await tryOnTree(diff, moved);
        if (plan instanceof FsError) return;
        applied += 1;
        expect(showTree(applyPlan(moved, plan))).toEqual(showTree(repository.read()));
      }),
      { numRuns: 25 },
    );
    expect(applied).toBeGreaterThan(5);
  });
});

describe("diffs that diff makes", () => {
  it("lead to the text that they were made from", async () => {
    const root = mkdtempSync(join(tmpdir(), "patch-diff-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(uniquePairs, repeatedPairs), async (pair) => {
        for (const [side, lines] of [
          ["old", pair.before],
          ["new", pair.after],
        ] as const) {
          mkdirSync(join(root, side), { recursive: true });
          writeFileSync(join(root, side, "f"), joinFile(lines, pair));
        }
        const { stdout } = spawnSync("diff", ["-ru", "old", "new"], { cwd: root, encoding: "utf8" });
        fc.pre(stdout !== "");
        const tree = createTree({ f: joinFile(pair.before, pair) });
        const plan = await planOnTree(stdout, tree);
        expect(showTree(applyPlan(tree, plan))).toEqual(showTree(createTree({ f: joinFile(pair.after, pair) })));
      }),
      { numRuns: 60 },
    );
  });
});
