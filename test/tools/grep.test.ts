import { describe, expect, it } from "vitest";
import { FsError } from "../../src/errors.js";
import { InMemoryFileStore } from "../../src/stores/in-memory-file-store.js";
import { createGrepTool, type GrepToolOptions } from "../../src/tools/grep.js";
import type { GrepOutput } from "../../src/tools/searching/grep-output.js";
import { createListableStore } from "../support/listable-store.js";
import { createStore, runTool, shownText } from "./run-tools.js";
import { type Files, openDiskWorkspace, WORKSPACES } from "./workspaces.js";

type Source = Pick<GrepToolOptions, "workspace" | "store">;
type OpenSource = (files: Files) => Promise<Source>;

const SOURCES: readonly (readonly [name: string, open: OpenSource])[] = [
  ...WORKSPACES.map(([name, open]): [string, OpenSource] => [
    `a workspace ${name}`,
    async (files) => ({ workspace: await open(files) }),
  ]),
  ["a store that searches", async (files) => ({ store: new InMemoryFileStore(files) })],
  ["a store that lists", async (files) => ({ store: await createListableStore(files) })],
];

const FILES = {
  "a.ts": "one\ntwo one\nthree\n",
  "src/b.ts": "none\nOne.\n",
  "src/c.md": "one\n",
  ".gitignore": "*.log\n",
  "d.log": "one\n",
};

async function grep(source: Source, input: object, limits: { maxHits?: number; maxBytesPerLine?: number } = {}) {
  const tools = { grep: createGrepTool({ ...source, ...limits } as GrepToolOptions) };
  const { output, sent } = await runTool(tools, { tool: "grep", input });
  return { output: output as GrepOutput, sent };
}

describe.each(SOURCES)("grep over %s", (_name, open) => {
  it("shows hits grouped by file, ignored files left out", async () => {
    const { output, sent } = await grep(await open(FILES), { pattern: "one" });
    expect(shownText(sent)).toBe("a.ts\n1\tone\n2\ttwo one\n\nsrc/b.ts\n1\tnone\n\nsrc/c.md\n1\tone");
    expect(output.hits[0]).toEqual({ path: "a.ts", line: 1, text: "one" });
    expect(output).toMatchObject({ truncated: false });
  });

  it("takes the pattern as literal text unless it is told otherwise", async () => {
    const source = await open({ "a.ts": "a.c\nabc\n" });
    expect((await grep(source, { pattern: "a.c" })).output.hits).toHaveLength(1);
    expect((await grep(source, { pattern: "a.c", regex: "true" })).output.hits).toHaveLength(2);
  });

  it.each<[string, object, readonly string[]]>([
    ["ignoreCase", { pattern: "one.", ignoreCase: true }, ["src/b.ts:2"]],
    ["path", { pattern: "one", path: "src" }, ["src/b.ts:1", "src/c.md:1"]],
    ["path of a file", { pattern: "one", path: "src/c.md" }, ["src/c.md:1"]],
    ["glob", { pattern: "one", glob: "*.md" }, ["src/c.md:1"]],
    ["glob that excludes", { pattern: "one", glob: "!src/**" }, ["a.ts:1", "a.ts:2"]],
    ["multiline", { pattern: "one\ntwo", multiline: true }, ["a.ts:1"]],
    ["offset", { pattern: "one", offset: 2 }, ["src/b.ts:1", "src/c.md:1"]],
  ])("honours %s", async (_option, ...[input, expected]) => {
    const { output } = await grep(await open(FILES), input);
    expect(output.hits.map(({ path, line }) => `${path}:${line}`)).toEqual(expected);
  });

  it("shows lines around a hit", async () => {
    const { output, sent } = await grep(await open(FILES), { pattern: "two", context: 1 });
    expect(output.hits).toEqual([{ path: "a.ts", line: 2, text: "two one", before: ["one"], after: ["three"] }]);
    expect(shownText(sent)).toBe("a.ts\n1-\tone\n2\ttwo one\n3-\tthree");
  });

  it("pages by hits and says how to go on", async () => {
    const source = await open(FILES);
    const first = await grep(source, { pattern: "one" }, { maxHits: 3 });
    expect(first.output).toMatchObject({ truncated: true, nextOffset: 3 });
    expect(shownText(first.sent)).toMatch(/\n\[more exist; continue with offset: 3\]$/);
    const second = await grep(source, { pattern: "one", offset: 3 }, { maxHits: 3 });
    expect(second.output).toEqual({ hits: [{ path: "src/c.md", line: 1, text: "one" }], truncated: false });
  });

  it("says what it searched when there is nothing", async () => {
    const { output, sent } = await grep(await open(FILES), { pattern: "o.e", regex: false, path: "src", glob: "*.ts" });
    expect(output.hits).toEqual([]);
    expect(shownText(sent)).toBe('[no match for the literal text "o.e" in src, files *.ts]');
  });

  it.each(["array[0]", "f(x)", "a - b", "price$5"])("says so of %s only where it is one", async (pattern) => {
    expect(shownText((await grep(await open(FILES), { pattern })).sent)).not.toContain("regex");
  });

  it.each<[string, object, string]>([
    ["an expression that is none", { pattern: "(", regex: true }, "invalid_pattern"],
    ["an empty pattern", { pattern: "" }, "invalid_pattern"],
    ["a path that is missing", { pattern: "a", path: "no" }, "path_not_found"],
  ])("fails on %s", async (_case, ...[input, kind]) => {
    const { output, sent } = await grep(await open(FILES), input);
    expect(output).toMatchObject({ error: { kind } });
    expect(sent.type).toBe("error-text");
  });

  it("cuts long lines around the match", async () => {
    const source = await open({ "a.ts": `${"ä".repeat(5000)}needle${"ö".repeat(5000)}\n` });
    const { output } = await grep(source, { pattern: "needle" }, { maxBytesPerLine: 100 });
    expect(output.hits[0]?.text).toMatch(/^…ä+needleö+…$/);
    expect(Buffer.byteLength(output.hits[0]?.text ?? "")).toBeLessThanOrEqual(100);
  });

  it("bounds what context lines add to a page", async () => {
    const lines = Array.from({ length: 60 }, (_, index) => (index % 6 === 3 ? "needle" : "x".repeat(90)));
    const source = await open({ "a.ts": lines.join("\n") });
    const { output } = await grep(source, { pattern: "needle", context: 2 }, { maxHits: 10, maxBytesPerLine: 100 });
    expect(output).toMatchObject({ truncated: true, nextOffset: output.hits.length });
    expect(output.hits.length).toBeLessThan(5);
    expect(output.hits.length).toBeGreaterThan(0);
  });

  it("shows control characters as signs", async () => {
    const { sent } = await grep(await open({ "a.ts": "\u001b[31mred\n" }), { pattern: "red" });
    expect(shownText(sent)).toBe("a.ts\n1\t␛[31mred");
  });
});

describe("grep", () => {
  it("names files that it could not search", async () => {
    const store = createListableStore({ "a.ts": "one", "b.ts": "one" });
    const failing = {
      ...store,
      read: refuseFor("b.ts", store.read),
      readChunks: refuseFor("b.ts", store.readChunks),
    };
    const { output, sent } = await grep({ store: failing }, { pattern: "one" });
    expect(output).toMatchObject({ hits: [{ path: "a.ts" }], skipped: [{ path: "b.ts" }], skippedCount: 1 });
    expect(shownText(sent)).toMatch(/^a\.ts\n1\tone\n\[not searched: b\.ts \(.+\)\]$/);
  });

  it("says first that it is not complete when it found nothing", async () => {
    const store = createListableStore({ "a.ts": "one", "b.ts": "one" });
    const failing = { ...store, readChunks: refuseFor("b.ts", store.readChunks) };
    const { sent } = await grep({ store: failing }, { pattern: "two" });
    expect(shownText(sent)).toBe(
      "[the search is not complete]\n[not searched: b.ts (b.ts may not be read.)]\n" +
        '[no match in what was searched for the literal text "two" in all files that are not ignored]',
    );
  });

  it("shows plainly why a file of an odd name could not be searched", () => {
    const tool = createGrepTool({ store: createListableStore({}) });
    const skipped = [{ path: "b\u202e.ts", reason: "b\u202e.ts may not be read\u200b" }];
    const output = { hits: [{ path: "a.ts", line: 1, text: "one" }], truncated: false, skipped };
    expect(tool.toModelOutput({ toolCallId: "call-1", input: {}, output })).toEqual({
      type: "text",
      value: 'a.ts\n1\tone\n[not searched: "b\\u202E.ts" ("b\\u202E.ts" may not be read\\u200B)]',
    });
  });

  it("says first that the time was over when it found nothing", () => {
    const tool = createGrepTool({ store: createListableStore({}) });
    const output = { hits: [], truncated: false, timedOut: true, searched: '"a"' };
    const sent = tool.toModelOutput({ toolCallId: "call-1", input: {}, output });
    expect(sent).toEqual({
      type: "text",
      value:
        "[the search is not complete]\n[the time was over: not everything was searched; narrow it by path or glob]\n" +
        '[no match in what was searched for "a"]',
    });
  });

  it("searches a named file of a store that can neither search nor list, and refuses a directory", async () => {
    const store = await createStore({ "src/a.ts": "one\n" });
    const { output } = await grep({ store }, { pattern: "one", path: "src/a.ts" });
    expect(output).toEqual({ hits: [{ path: "src/a.ts", line: 1, text: "one" }], truncated: false });
    for (const input of [{ pattern: "one", path: "src" }, { pattern: "one" }])
      expect((await grep({ store }, input)).output).toMatchObject({
        error: { kind: "not_a_file", hint: "Search one file: give its path." },
      });
  });

  it("is refused without a workspace or a store", () => {
    expect(() => createGrepTool({} as never)).toThrow(TypeError);
  });

  it("names the call in the audit log", async () => {
    const workspace = await openDiskWorkspace(FILES);
    await grep({ workspace }, { pattern: "one" });
    expect(workspace.audit.recent().map((event) => event.context.toolCallId)).toContain("call-1");
  });
});

function refuseFor<Args extends [path: string, ...rest: never[]], Result>(
  refused: string,
  method: (...args: Args) => Result,
) {
  return (...args: Args): Result => {
    if (args[0] === refused) throw new FsError("permission_denied", `${refused} may not be read.`);
    return method(...args);
  };
}
