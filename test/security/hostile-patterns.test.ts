// Patterns of a model and ignore files of a repository that bring common matchers to a halt are answered here.

import { execFileSync, spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileGlob } from "../../src/search/glob-pattern.js";
import { parseIgnoreRules } from "../../src/search/ignore-rules.js";
import { createGrepTool } from "../../src/tools/grep.js";
import { type GrepOutput, presentGrep } from "../../src/tools/searching/grep-output.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { useSandbox } from "../support/temp-workspace.js";

const LONG_PATH = `${"a/".repeat(60)}${"a".repeat(200)}`;
const STARS = `${"*a".repeat(25)}b`;
const GLOBSTARS = `${"**/a/".repeat(12)}b`;

/** Runs in a process that is killed, so that a matcher which hangs hangs alone. */
function hangs(expression: string, text: string): boolean {
  const program = `new RegExp(${JSON.stringify(expression)}).test(${JSON.stringify(text)})`;
  return spawnSync(process.execPath, ["-e", program], { timeout: 3000, killSignal: "SIGKILL" }).signal === "SIGKILL";
}

describe("a pattern", () => {
  test.each([
    ["stars", STARS],
    ["globstars", GLOBSTARS],
    ["stars around classes", `${"*[a-z]?".repeat(40)}!`],
    ["nothing but stars", "*".repeat(1000)],
  ])("of many %s is matched", (_name, pattern) => {
    const glob = compileGlob(pattern);
    expect(glob.matches(LONG_PATH)).toBe(false);
    expect(glob.couldMatchBelow(LONG_PATH)).toBeTypeOf("boolean");
  });

  test("control: the same as regular expressions do not come back", () => {
    expect(hangs(`^${".*a".repeat(25)}b$`, "a".repeat(200))).toBe(true);
  });

  test.each([
    ["{a,b}".repeat(30)],
    [`${"{".repeat(500)}a${"}".repeat(500)}`],
    [`{${Array.from({ length: 500 }, (_, index) => index).join(",")}}`],
    ["a".repeat(5000)],
    ["../*"],
    ["a/../../b"],
    ["/etc/*"],
    [""],
    ["a\0b"],
  ])("that is too much or leads out is refused: %#", (pattern) => {
    expect(() => compileGlob(pattern)).toThrow(expect.objectContaining({ kind: "invalid_pattern" }));
  });
});

test("an absolute pattern is taken inside the workspace and refused outside", async () => {
  const sandbox = useSandbox();
  sandbox.write({ "src/a.ts": "" });
  const workspace = await sandbox.open();
  expect((await workspace.fs.glob(`${sandbox.root}/src/*.ts`)).paths).toEqual(["src/a.ts"]);
  for (const pattern of [`${sandbox.outside}/*`, "/**", `${sandbox.root}/../outside/*`, `${sandbox.root}-2/*`]) {
    await expect(workspace.fs.glob(pattern)).rejects.toMatchObject({ kind: "invalid_pattern" });
  }
});

describe("an ignore file", () => {
  test.each([
    ["stars", `${STARS}\n`.repeat(200)],
    ["globstars", `${GLOBSTARS}\n`.repeat(200)],
  ])("of many %s is applied", (_name, text) => {
    expect(parseIgnoreRules(text).decide(LONG_PATH, false)).toBeUndefined();
  });

  test("of 100 000 rules is applied as far as the budget goes, and the answer says so", async () => {
    const sandbox = useSandbox();
    const rules = Array.from({ length: 100_000 }, (_, index) => `*${index}*x?y`).join("\n");
    sandbox.write({ ".gitignore": `first\n${rules}\nlast\n`, first: "", last: "" });
    const workspace = await sandbox.open();
    expect(await workspace.fs.glob("*", { sort: "path" })).toEqual({
      paths: [".gitignore", "last"],
      truncated: false,
      partlyApplied: [".gitignore"],
    });
    expect(await workspace.fs.list(".")).toMatchObject({ total: 2, partlyApplied: [".gitignore"] });
    for (const regex of [false, true]) {
      expect(await workspace.fs.grep("last", { regex })).toMatchObject({ partlyApplied: [".gitignore"] });
      expect(await workspace.fs.grep("last", { regex, includeIgnored: true })).not.toHaveProperty("partlyApplied");
    }
    const inMemory = createInMemoryWorkspace({ files: { ".gitignore": `${rules}\n`, a: "last" } });
    expect(await inMemory.fs.grep("last")).toMatchObject({ partlyApplied: [".gitignore"] });
    await inMemory.close();
    const tool = createGrepTool({ workspace });
    const output = await tool.execute({ pattern: "last" });
    expect(presentGrep(output as GrepOutput)).toContain("some ignored entries are shown: .gitignore");
  });

  test("whose rules cost too much for the tree lets names through rather than hold up the search", () => {
    const rules = parseIgnoreRules(`plain\n${"*a?a?a?a?b\n".repeat(400)}`);
    const budget = { stepsLeft: 1000 };
    const decide = rules.decideIn("");
    expect(decide("a".repeat(255), false, budget)).toBeUndefined();
    expect(budget.stepsLeft).toBeLessThanOrEqual(0);
    expect(decide("plain", false, budget)).toBe("ignored");
  });

  test.skipIf(process.platform === "win32")(
    "that is a pipe, a link, a directory or no text hides nothing",
    async () => {
      const sandbox = useSandbox();
      sandbox.write({ "pipe/a": "", "link/a": "", "dir/.gitignore/a": "", "dir/a": "", "bytes/a": "", rules: "a\n" });
      execFileSync("mkfifo", [join(sandbox.root, "pipe", ".gitignore")]);
      symlinkSync("../rules", join(sandbox.root, "link", ".gitignore"));
      sandbox.write({ "bytes/.gitignore": new Uint8Array(10_000_000).fill(0xff) });
      const workspace = await sandbox.open();
      const { paths } = await workspace.fs.glob("*/a", { sort: "path" });
      expect(paths).toEqual(["bytes/a", "dir/a", "link/a", "pipe/a"]);
    },
  );

  test("in each of many directories below one another is applied in its own", async () => {
    const sandbox = useSandbox();
    const depth = 40;
    for (let level = 0; level < depth; level++) {
      const prefix = "d/".repeat(level);
      sandbox.write({
        [`${prefix}.gitignore`]: `/x${level}\n!/x${level - 1}\n`,
        [`${prefix}x${level}`]: "",
        [`${prefix}y`]: "",
      });
    }
    const workspace = await sandbox.open();
    expect((await workspace.fs.glob("**/x*")).paths).toEqual([]);
    expect((await workspace.fs.glob("**/y", { limit: 1000 })).paths).toHaveLength(depth);
  });
});
