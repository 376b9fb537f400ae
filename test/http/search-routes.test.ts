import { describe, expect, test } from "vitest";
import { createFileRoutes } from "../../src/http/index.js";
import { type Answer, askSandbox } from "./ask.js";

function linesOf({ text }: Answer): readonly Record<string, unknown>[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("GET /glob", () => {
  test("answers files relative to the root, within a number", async () => {
    const { ask, sandbox } = await askSandbox({ "src/a.ts": "", "src/b.ts": "", "c.md": "", ".gitignore": "b.ts\n" });
    const { status, json } = await ask("/glob?pattern=**/*.ts&sort=path");
    expect(status).toBe(200);
    expect(json).toEqual({
      kind: "glob",
      pattern: "**/*.ts",
      cwd: ".",
      matches: ["src/a.ts"],
      count: 1,
      truncated: false,
      nextOffset: null,
      durationMs: expect.any(Number),
    });
    const cut = await ask("/glob?pattern=*.ts&cwd=src&includeIgnored=true&maxResults=1&sort=path");
    expect(cut.json).toMatchObject({ cwd: "src", matches: ["src/a.ts"], truncated: true, nextOffset: 1 });
    const absolute = await ask(`/glob?pattern=${sandbox.root}/src/*.ts`);
    expect([absolute.json["matches"], absolute.text.includes(sandbox.root)]).toEqual([["src/a.ts"], false]);
  });

  test.for([
    ["/glob", 400, "parse_error"],
    ["/glob?pattern=", 400, "invalid_pattern"],
    ["/glob?pattern=../*", 400, "invalid_pattern"],
    ["/glob?pattern=/etc/*", 400, "invalid_pattern"],
    ["/glob?pattern=*&cwd=..", 400, "path_outside_workspace"],
    ["/glob?pattern=*&cwd=a.txt", 400, "not_a_directory"],
    ["/glob?pattern=*&maxResults=50001", 400, "parse_error"],
    ["/glob?pattern=*&maxResults=-1", 400, "parse_error"],
    ["/glob?pattern=*&sort=size", 400, "parse_error"],
  ] as const)("%s is %i %s", async ([address, status, kind]) => {
    const { ask } = await askSandbox({ "a.txt": "one\n" });
    const answer = await ask(address);
    expect([answer.status, answer.json.errorKind]).toEqual([status, kind]);
  });
});

describe("GET /grep", () => {
  test("streams one object a line, and says at the end how it went", async () => {
    const { ask } = await askSandbox({ "a.txt": "one\ntwo\nthree\n", "b/c.txt": "Two\n" });
    const answer = await ask("/grep?pattern=two&ignoreCase=1&context=1");
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    expect(linesOf(answer)).toEqual([
      { kind: "hit", path: "a.txt", line: 2, column: 1, text: "two", before: ["one"], after: ["three"] },
      { kind: "hit", path: "b/c.txt", line: 1, column: 1, text: "Two", before: [], after: [] },
      { kind: "end", count: 2, filesWithHits: 2, truncated: false, nextOffset: null, skipped: [] },
    ]);
  });

  test("finds more hits than one page of the boundary has, each once and in order", async () => {
    const content = Array.from({ length: 3000 }, (_, index) => `hit ${index + 1}\n`).join("");
    const { ask } = await askSandbox({ "a.txt": content });
    const all = linesOf(await ask("/grep?pattern=hit&limit=2500"));
    expect(all.slice(0, -1).map(({ line }) => line)).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
    expect(all.at(-1)).toMatchObject({ kind: "end", count: 2500, truncated: true, nextOffset: 2500, filesWithHits: 1 });
    const page = linesOf(await ask("/grep?pattern=hit&offset=2999"));
    expect(page.map(({ kind, line }) => [kind, line])).toEqual([
      ["hit", 3000],
      ["end", undefined],
    ]);
    expect(linesOf(await ask("/grep?pattern=hit"))).toHaveLength(201);
  });

  test("names files, and counts their hits", async () => {
    const { ask } = await askSandbox({ "a.txt": "x\nx\n", "b.txt": "x\n" });
    const [a, b, end] = linesOf(await ask("/grep?pattern=x&mode=count"));
    expect([a, b]).toEqual([
      { kind: "file", path: "a.txt", hits: 2 },
      { kind: "file", path: "b.txt", hits: 1 },
    ]);
    expect(end).toMatchObject({ kind: "end", count: 2, filesWithHits: 2 });
  });

  test("tells of a failure that comes late in its last line", async () => {
    const { workspace } = await askSandbox({ "a.txt": "hit\n".repeat(1000) });
    const response = await createFileRoutes({ workspace }).request("/grep?pattern=hit&limit=900");
    const reader = response.body?.getReader();
    await reader?.read();
    await workspace.close();
    const { value = [] } = (await reader?.read()) ?? {};
    expect(JSON.parse(Buffer.from(value).toString())).toMatchObject({ kind: "error", errorKind: "internal_error" });
  });

  test("HEAD searches and shows nothing", async () => {
    const { ask } = await askSandbox({ "a.txt": "one\n" });
    const answer = await ask("/grep?pattern=one", { method: "HEAD" });
    expect([answer.status, answer.text]).toEqual([200, ""]);
  });

  test.for([
    ["/grep", 400, "parse_error"],
    ["/grep?pattern=", 400, "invalid_pattern"],
    ["/grep?pattern=(&regex=1", 400, "invalid_pattern"],
    ["/grep?pattern=x&path=gone", 404, "path_not_found"],
    ["/grep?pattern=x&path=../..", 400, "path_outside_workspace"],
    ["/grep?pattern=x&limit=10001", 400, "parse_error"],
    ["/grep?pattern=x&mode=all", 400, "parse_error"],
    ["/grep?pattern=x&context=21", 400, "parse_error"],
  ] as const)("%s is %i %s", async ([address, status, kind]) => {
    const { ask } = await askSandbox({ "a.txt": "one\n" });
    const answer = await ask(address);
    expect([answer.status, answer.json.errorKind]).toEqual([status, kind]);
  });
});
