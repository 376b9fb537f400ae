import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InMemoryFileStore } from "../../src/stores/in-memory-file-store.js";
import { createGlobTool } from "../../src/tools/glob.js";
import { createGrepTool, type GrepToolOptions } from "../../src/tools/grep.js";
import type { GrepOutput } from "../../src/tools/searching/grep-output.js";
import { isExpressionLike, rebaseGlob } from "../../src/tools/searching/search-again.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { runTool, shownText } from "./run-tools.js";
import { type Files, WORKSPACES } from "./workspaces.js";

type OpenSource = (files: Files) => Promise<GrepToolOptions>;

const SOURCES: readonly (readonly [name: string, open: OpenSource])[] = [
  ...WORKSPACES.map(([name, open]): [string, OpenSource] => [
    name,
    async (files) => ({ workspace: await open(files) }),
  ]),
  ["a store", async (files) => ({ store: new InMemoryFileStore(files) })],
];

async function grep(source: GrepToolOptions, input: object) {
  const { output, sent } = await runTool({ grep: createGrepTool(source) }, { tool: "grep", input });
  const { hits = [], files = [], ...rest } = output as GrepOutput;
  return {
    found: [...hits.map(({ path, line }) => `${path}:${line}`), ...files.map(({ path }) => path)],
    rest,
    shown: shownText(sent),
  };
}

describe.each(SOURCES)("a literal search without a hit, %s", (_name, open) => {
  const files = { "a.rs": "fn  main() {}\nfoo\nbar\n", "b.txt": "x|y\nprice$\n" };
  const said = "[no hit for the literal text; this is the pattern as a regular expression, as with regex: true]";

  it.each([
    ["foo|bar", ["a.rs:2", "a.rs:3"]],
    ["fn\\s+\\w+", ["a.rs:1"]],
    ["^bar$", ["a.rs:3"]],
    ["[a-c]ar", ["a.rs:3"]],
    ["fo.*", ["a.rs:2"]],
  ])("for %s is one for the expression, and says so", async (pattern, expected) => {
    const { found, rest, shown } = await grep(await open(files), { pattern });
    expect(found).toEqual(expected);
    expect(rest).toMatchObject({ asRegex: true });
    expect(shown.split("\n").at(-1)).toBe(said);
  });

  it("is repeated in every mode and on every page", async () => {
    const source = await open(files);
    expect(await grep(source, { pattern: "foo|bar", mode: "count" })).toMatchObject({
      found: ["a.rs"],
      rest: { asRegex: true },
    });
    const first = await grep(source, { pattern: "foo|bar", limit: 1 });
    expect(first).toMatchObject({ found: ["a.rs:2"], rest: { truncated: true, nextOffset: 1 } });
    expect(await grep(source, { pattern: "foo|bar", limit: 1, offset: 1 })).toMatchObject({ found: ["a.rs:3"] });
  });

  it.each<[string, object]>([
    ["the literal text has hits", { pattern: "x|y" }],
    ["the literal text has hits in front of the offset", { pattern: "x|y", offset: 5 }],
    ["it ends like an expression and is there", { pattern: "price$" }],
    ["it is not plainly one", { pattern: "main" }],
    ["it is one already", { pattern: "q.*", regex: true }],
  ])("is not repeated where %s", async (_case, input) => {
    expect((await grep(await open(files), input)).rest).not.toHaveProperty("asRegex");
  });

  it("says that both were looked for where neither is there", async () => {
    const { shown, rest } = await grep(await open(files), { pattern: "qux|quux" });
    expect(shown).toBe(
      '[no match for the literal text and the regular expression "qux|quux" in all files that are not ignored]',
    );
    expect(rest).not.toHaveProperty("asRegex");
  });

  it("stays one where the expression is not valid, and says why", async () => {
    const { found, shown } = await grep(await open(files), { pattern: "(foo|qux.*" });
    expect(found).toEqual([]);
    expect(shown).toMatch(/^\[no match for the literal text .*\]\n\[as a regular expression the pattern fails: .+\]$/);
  });
});

describe("signs of an expression", () => {
  it.each([
    "foo|bar",
    "foo\\|bar",
    "fn\\s+\\w+",
    "a.*b",
    "x.+",
    "^import",
    "end$",
    "[a-z]+",
    "\\bfoo\\b",
    "foo\\(",
    "\\d{3}",
    "(a|b)",
  ])("are in %s", (pattern) => expect(isExpressionLike(pattern)).toBe(true));

  it.each(["main", "foo()", "a || b", "a | b", "x[0]", "a.b", "$var", "1 + 1", "C:\\x", "{}"])(
    "are not in %s",
    (pattern) => expect(isExpressionLike(pattern)).toBe(false),
  );
});

describe.each(SOURCES)("a glob that begins with the searched path, %s", (_name, open) => {
  const files = { "src/a.ts": "x\n", "src/gen/b.ts": "x\n", "src/c.md": "x\n", "other/d.ts": "x\n" };

  it.each<[object, readonly string[]]>([
    [{ path: "src", glob: "src/*.ts" }, ["src/a.ts:1"]],
    [{ path: "src", glob: "./src/**/*.ts" }, ["src/a.ts:1", "src/gen/b.ts:1"]],
    [{ path: "./src/", glob: "src/*.{ts,md}" }, ["src/a.ts:1", "src/c.md:1"]],
    [{ path: "src/gen", glob: "src/gen/*.ts" }, ["src/gen/b.ts:1"]],
    [{ path: "src", glob: "!src/gen/**" }, ["src/a.ts:1", "src/c.md:1"]],
    [{ path: "src", glob: "src/" }, ["src/a.ts:1", "src/c.md:1", "src/gen/b.ts:1"]],
  ])("is taken from the root: grep %j", async (input, expected) => {
    const { found, rest, shown } = await grep(await open(files), { pattern: "x", ...input });
    expect(found).toEqual(expected);
    expect(rest.notes).toEqual([expect.stringMatching(/ begins with .*, so it was taken from the root/)]);
    expect(shown).toMatch(/\[\S+ begins with \S+, so it was taken from the root and not from there\]$/);
  });

  it("means what it says where such a directory is there", async () => {
    const source = await open({ ...files, "src/src/e.ts": "x\n" });
    const { found, rest } = await grep(source, { pattern: "x", path: "src", glob: "src/*.ts" });
    expect(found).toEqual(["src/src/e.ts:1"]);
    expect(rest).not.toHaveProperty("notes");
  });

  it("is taken as one where the pattern is an expression besides", async () => {
    const { found, rest } = await grep(await open(files), { pattern: "x|y", path: "src", glob: "src/*.ts" });
    expect(found).toEqual(["src/a.ts:1"]);
    expect(rest).toMatchObject({ asRegex: true, notes: [expect.stringContaining("taken from the root")] });
  });
});

describe.each(WORKSPACES)("glob %s", (_name, open) => {
  const files = { "docs/a.md": "", "docs/deep/b.md": "", "docs/c.txt": "", "d.md": "", "e.ts": "" };

  async function glob(input: object, given: Files = files) {
    const workspace = await open(given);
    const { output, sent } = await runTool({ glob: createGlobTool({ workspace }) }, { tool: "glob", input });
    const { paths = [], ...rest } = output as { paths?: string[] };
    return { paths: paths.toSorted(), rest, shown: shownText(sent) };
  }

  it.each<[object, readonly string[]]>([
    [{ path: "docs", pattern: "docs/*.md" }, ["docs/a.md"]],
    [{ path: "docs/", pattern: "./docs/**/*.md" }, ["docs/a.md", "docs/deep/b.md"]],
    [{ path: "docs/deep", pattern: "docs/deep/*" }, ["docs/deep/b.md"]],
    [{ path: "docs", pattern: "!docs/deep/**" }, ["docs/a.md", "docs/c.txt"]],
  ])("takes a pattern that begins with the path from the root: %j", async (input, expected) => {
    const { paths, rest, shown } = await glob(input);
    expect(paths).toEqual(expected);
    expect(rest).toMatchObject({ notes: [expect.stringContaining("so it was taken from the root")] });
    expect(shown).toMatch(/taken from the root and not from there\]$/);
  });

  it("takes one as it stands where that finds something, or where neither does", async () => {
    const there = await glob({ path: "docs", pattern: "docs/*.md" }, { ...files, "docs/docs/x.md": "" });
    expect(there).toMatchObject({ paths: ["docs/docs/x.md"], rest: { truncated: false } });
    expect(there.rest).not.toHaveProperty("notes");
    expect((await glob({ path: "docs", pattern: "docs/*.ts" })).rest).toEqual({ truncated: false });
  });

  it.each<[object, readonly string[]]>([
    [{ pattern: "!*.md" }, ["docs/c.txt", "e.ts"]],
    [{ pattern: "!docs/**" }, ["d.md", "e.ts"]],
    [{ pattern: "!deep", path: "docs" }, ["docs/a.md", "docs/c.txt"]],
  ])("leaves out what stands behind a !: %j", async (input, expected) => {
    expect((await glob(input)).paths).toEqual(expected);
  });

  it.each(["*.{md,ts", "app/[id/*.ts"])("says that a brace or a bracket is never closed: %s", async (pattern) => {
    const { output } = await runTool(
      { glob: createGlobTool({ workspace: await open(files) }) },
      { tool: "glob", input: { pattern } },
    );
    expect(output).toMatchObject({ error: { kind: "invalid_pattern", hint: expect.stringContaining("Close it") } });
  });

  it("says that a pattern is the path of a directory", async () => {
    expect((await glob({ pattern: "docs" })).shown).toContain("\n[docs is a directory; docs/** finds what is in it]");
    expect((await glob({ pattern: "deep", path: "docs" })).shown).toContain("[deep is a directory; deep/** finds");
    expect((await glob({ pattern: "nothing" })).shown).not.toContain("directory;");
  });
});

describe("a glob read from the directory that it names", () => {
  it("is that of an absolute path in the root, too", async () => {
    const workspace = createInMemoryWorkspace({ files: { "src/a.ts": "x" } });
    const { output } = await runTool(
      { glob: createGlobTool({ workspace }) },
      { tool: "glob", input: { path: "/src", pattern: "src/*.ts" } },
    );
    expect(output).toMatchObject({ paths: ["src/a.ts"] });
    expect(rebaseGlob("src/*.ts", "/repo/src", "/repo")).toBe("./*.ts");
    expect(rebaseGlob("src/*.ts", "/other/src", "/repo")).toBeNull();
  });

  it("is none for any path that the glob does not begin with", () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/);
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
    fc.assert(
      fc.property(path, path, (base, glob) => {
        const rebased = rebaseGlob(glob, base, undefined);
        return glob === base || glob.startsWith(`${base}/`) ? rebased !== null : rebased === null;
      }),
    );
  });
});
