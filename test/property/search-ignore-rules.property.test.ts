import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isIgnoredByRules, parseIgnoreRules } from "../../src/search/ignore-rules.js";

const RULE_SETS = 250;
const NAMES = ["a", "b", "foo", "foob", "é", "a b", "a ", ".x", "a.x", "[ab]", "#a", "!a", "a\\b", "z"];
const PIECES = [
  ..."abz/!#?*.x -\\",
  "/",
  "/",
  "*",
  "**",
  "**/",
  "/**",
  "***",
  "foo",
  "é",
  "[ab]",
  "[!a]",
  "[^b]",
  "[z-a]",
  "[a-]",
  "[]a]",
  "[",
  "[a/b]",
  "[[:alpha:]]",
  "[[:nope:]]",
  "[\\]a]",
  "\\ ",
  "  ",
  "\t",
];

const lineOf = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
const plainLine = fc.constantFrom("a", "/a", "a/", "*.x", "!a", "foo/**", "**/a", "!foo/a", "a/b", "/*", "!/foo/", "é");
const ruleFile = fc
  .tuple(
    fc.constantFrom("", "\ufeff"),
    fc.array(fc.oneof(lineOf, plainLine), { minLength: 1, maxLength: 5 }),
    fc.constantFrom("\n", "\r\n"),
    fc.boolean(),
  )
  .map(([bom, lines, ending, final]) => bom + lines.join(ending) + (final ? ending : ""));

interface TreePath {
  readonly path: string;
  readonly isDirectory: boolean;
}

function planTree(): readonly TreePath[] {
  const tree: TreePath[] = [];
  for (const top of NAMES) {
    tree.push({ path: `${top}-f`, isDirectory: false }, { path: top, isDirectory: true });
    for (const inner of ["a", "foo", "é"]) tree.push({ path: `${top}/${inner}`, isDirectory: inner === "foo" });
    tree.push({ path: `${top}/foo/b`, isDirectory: false }, { path: `${top}/foo/a.x`, isDirectory: false });
  }
  return tree;
}

const TREE = planTree();

/** Answers, for each path, whether git ignores it. */
function askGit(repository: string, paths: readonly string[]): readonly boolean[] {
  const output = execFileSync("git", ["check-ignore", "--no-index", "-v", "--non-matching", "--stdin", "-z"], {
    cwd: repository,
    input: paths.join("\0"),
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    maxBuffer: 1 << 28,
  });
  const fields = output.toString("utf8").split("\0");
  return paths.map((path, index) => {
    expect(fields[index * 4 + 3]).toBe(path);
    const pattern = fields[index * 4 + 2] ?? "";
    return pattern !== "" && !pattern.startsWith("!");
  });
}

function plantTree(directory: string, rules: string): void {
  for (const { path, isDirectory } of TREE) {
    const absolute = join(directory, path);
    mkdirSync(isDirectory ? absolute : dirname(absolute), { recursive: true });
    if (!isDirectory) writeFileSync(absolute, "");
  }
  writeFileSync(join(directory, ".gitignore"), rules);
}

describe("parseIgnoreRules against git check-ignore", () => {
  const files = fc.sample(ruleFile, { numRuns: RULE_SETS, seed: 20_261_103 });
  let repository = "";

  beforeAll(() => {
    repository = mkdtempSync(join(tmpdir(), "ignore-rules-"));
    execFileSync("git", ["init", "-q", repository]);
    for (const [index, rules] of files.entries()) plantTree(join(repository, String(index)), rules);
  }, 60_000);

  afterAll(() => {
    rmSync(repository, { recursive: true, force: true });
  });

  it("decides every path of every tree as git does", () => {
    const asked = files.flatMap((_, index) => TREE.map(({ path }) => `${index}/${path}`));
    const expected = askGit(repository, asked);
    const actual = files.flatMap((text) => {
      const rules = parseIgnoreRules(text);
      return TREE.map(({ path, isDirectory }) => isIgnoredByRules(rules, path, isDirectory));
    });
    const differing = asked.filter((_, index) => actual[index] !== expected[index]);
    expect(differing.map((path) => ({ path, rules: files[Number.parseInt(path, 10)] }))).toEqual([]);
    expect(expected.filter((isIgnored) => isIgnored).length).toBeGreaterThan(RULE_SETS);
  });
});
