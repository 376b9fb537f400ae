import { chmodSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  COLUMN_AT_LINE_END,
  listWithRipgrep,
  type RipgrepEnd,
  type RipgrepHit,
  type RipgrepListing,
  type RipgrepSearch,
  type RipgrepSkip,
  resolveRipgrep,
  searchWithRipgrep,
} from "../../../src/shell/ripgrep/ripgrep.js";
import { askAsNobody, MAY_SWITCH_USER } from "../../support/as-nobody.js";

interface Collected<Answer> {
  readonly answers: readonly Answer[];
  readonly skipped: readonly RipgrepSkip[];
}

async function collect<Answer>(
  generator: AsyncGenerator<readonly Answer[], { readonly skipped: readonly RipgrepSkip[] }, void>,
): Promise<Collected<Answer>> {
  const answers: Answer[] = [];
  for (;;) {
    const next = await generator.next();
    if (next.done) return { answers, skipped: next.value.skipped };
    answers.push(...next.value);
  }
}

/** Answers the ids of this process's children that run ripgrep, zombies included. */
function findSearchProcesses(): readonly string[] {
  return readdirSync("/proc").filter((entry) => {
    try {
      const fields = readFileSync(`/proc/${entry}/stat`, "utf8").split(" ");
      return fields[1] === "(rg)" && fields[3] === String(process.pid);
    } catch {
      return false;
    }
  });
}

/** Waits until every search that was killed is cleared away by the system. */
async function waitUntilCleared(): Promise<void> {
  await vi.waitFor(() => expect(findSearchProcesses()).toEqual([]), { timeout: 5000, interval: 5 });
}

let root = "";
let program = "";
const BINARY_LATE: RipgrepSkip = { path: "binary-late.dat", reason: "binary behind its first part" };
const excludeGlobs = ["/ignored.txt", "/dot-ignored.txt", "*.log", "node_modules"];

function search(pattern: string, options: Partial<RipgrepSearch> = {}): Promise<Collected<RipgrepHit>> {
  return collect(searchWithRipgrep({ program, cwd: root, excludeGlobs, pattern, ...options }));
}

/** Searches everywhere but in files with rules, which are to be named. */
async function searchUnsearched(cwd: string): Promise<{ readonly found: readonly string[]; readonly end: RipgrepEnd }> {
  const unsearchedGlobs = [".[rR][uU][lL][eE][sS]"];
  const generator = searchWithRipgrep({ program, cwd, pattern: "needle", order: "any", unsearchedGlobs });
  const found: string[] = [];
  for (;;) {
    const next = await generator.next();
    if (next.done === true) return { found: found.sort(), end: next.value };
    found.push(...next.value.map(({ path }) => path));
  }
}

function list(options: Partial<RipgrepListing> = {}): Promise<Collected<string>> {
  return collect(listWithRipgrep({ program, cwd: root, excludeGlobs, ...options }));
}

function places({ answers }: Collected<RipgrepHit>): readonly string[] {
  return answers.map(({ path, line, column, byteOffset }) => `${path}:${line}:${column}:${byteOffset}`);
}

function plant(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

beforeAll(async () => {
  program = (await resolveRipgrep()) ?? "";
  root = mkdtempSync(join(tmpdir(), "ripgrep-"));
  plant({
    ".gitignore": "/ignored.txt\nnode_modules/\n[broken\n",
    ".ignore": "dot-ignored.txt\n",
    ".git/config": "needle\n",
    ".hidden": "needle\n",
    "a/needle.txt": "one\r\ntwo needle\r\nNEEDLE needle\r\n",
    "a/.gitignore": "!kept.log\n*.log\n",
    "a/b.log": "needle\n",
    "a/b:1:2:3:x": "needle\n",
    "a/line\nfeed:9:9:9:": "é needle\n",
    "a.txt": "needle",
    "binary-early.dat": "\0\nneedle\n",
    "binary-late.dat": `needle\n${"x".repeat(70_000)}\n\0\nneedle\n`,
    "dot-ignored.txt": "needle\n",
    "ignored.txt": "needle\n",
    "marked.txt": "\ufefffoo\nneedle\n",
    "node_modules/m/index.js": "needle\n",
    "utf-16.txt": Buffer.from("\ufefffoo\nxé needle\n", "utf16le"),
    "zz.txt": "needle\n",
  });
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("searchWithRipgrep", () => {
  it("answers places in the order of path components, and nothing that is ignored or binary", async () => {
    const found = await search("needle");
    expect(places(found)).toEqual([
      ".hidden:1:1:0",
      "a/b:1:2:3:x:1:1:0",
      "a/line\nfeed:9:9:9::1:4:0",
      "a/needle.txt:2:5:5",
      "a/needle.txt:3:8:17",
      "a.txt:1:1:0",
      "binary-late.dat:1:1:0",
      "marked.txt:2:1:4",
      "utf-16.txt:2:5:4",
      "zz.txt:1:1:0",
    ]);
    expect(found.skipped).toEqual([BINARY_LATE]);
  });

  it("reads no ignore file, and leaves .git out", async () => {
    const paths = places(await search("needle", { excludeGlobs: [] })).map((place) => place.split(":")[0]);
    expect(paths).toEqual(
      expect.arrayContaining(["ignored.txt", "dot-ignored.txt", "a/b.log", "node_modules/m/index.js"]),
    );
    expect(paths.filter((path) => path?.startsWith(".git/"))).toEqual([]);
  });

  it("searches below a path or in one file, without what it is told to leave out", async () => {
    expect(places(await search("needle", { paths: ["a/needle.txt"] }))).toHaveLength(2);
    plant({ "p/node_modules/x.js": "needle\n", "p/y.js": "needle\n" });
    const anchored = await search("needle", { paths: ["p"], excludeGlobs: ["/p/node_modules"] });
    expect(places(anchored)).toEqual(["p/y.js:1:1:0"]);
    rmSync(join(root, "p"), { recursive: true });
  });

  it("names a binary file that was asked for and contains the pattern", async () => {
    const path = "binary-early.dat";
    expect(await search("needle", { paths: [path] })).toEqual({
      answers: [],
      skipped: [{ path, reason: "binary behind its first part" }],
    });
    expect(await search("nowhere", { paths: [path] })).toEqual({ answers: [], skipped: [] });
  });

  it("works in a directory that is only known by its descriptor", async () => {
    const descriptor = openSync(join(root, "a"), "r");
    const found = await search("needle", { cwd: `/proc/${process.pid}/fd/${descriptor}`, paths: ["needle.txt"] });
    expect(places(found)).toEqual(["needle.txt:2:5:5", "needle.txt:3:8:17"]);
  });

  it("leaves out what the exclude globs name", async () => {
    const found = await search("needle", { excludeGlobs: [...excludeGlobs, "a/**", "*.dat", "/.hidden", "utf-*"] });
    expect(places(found)).toEqual(["a.txt:1:1:0", "marked.txt:2:1:4", "zz.txt:1:1:0"]);
  });

  it("folds case, and takes CRLF for a line ending", async () => {
    const path = "a/needle.txt";
    expect(places(await search("NEEDLE", { paths: [path] }))).toEqual([`${path}:3:1:17`]);
    expect(places(await search("NEEDLE", { paths: [path], ignoreCase: true }))).toEqual([
      `${path}:2:5:5`,
      `${path}:3:1:17`,
    ]);
    expect(places(await search("e$", { paths: [path], regex: true }))).toEqual([
      `${path}:1:3:0`,
      `${path}:2:10:5`,
      `${path}:3:13:17`,
    ]);
    expect(places(await search("two.needle$", { paths: [path], regex: true }))).toEqual([`${path}:2:1:5`]);
    expect(places(await search("e$", { paths: [path] }))).toEqual([]);
  });

  it("says when a match is empty and stands at the end of the file", async () => {
    expect((await search("$", { paths: ["a.txt"], regex: true })).answers).toEqual([
      { path: "a.txt", line: 1, column: COLUMN_AT_LINE_END, byteOffset: 0 },
    ]);
  });

  it("takes patterns that look like options literally", async () => {
    plant({ "-dash": "--files -e x\n" });
    expect(places(await search("--files"))).toEqual(["-dash:1:1:0"]);
    expect(places(await search("-e x", { paths: ["-dash"] }))).toEqual(["-dash:1:9:0"]);
    rmSync(join(root, "-dash"));
  });

  it.each([
    ["b{", /repetition quantifier/],
    ["(?=x)", /look-around/],
    ["(a)\\1", /backreferences/],
    ["(", /unclosed group/],
    ["a\\nb", /literal "\\n"/],
    ["x{1000}{1000}{9}", /size limit|too big/i],
  ])("refuses %s in the words of ripgrep", async (pattern, message) => {
    const failure = search(pattern, { regex: true });
    await expect(failure).rejects.toMatchObject({ kind: "invalid_pattern", message: expect.stringMatching(message) });
    await expect(failure).rejects.toHaveProperty("hint");
    await expect(failure).rejects.not.toMatchObject({ message: expect.stringMatching(/\(\?:|rg:/) });
  });

  it("counts what cannot be read, and takes names that are no UTF-8", async () => {
    const raw = Buffer.concat([Buffer.from(join(root, "bad-")), Buffer.from([0xff])]);
    writeFileSync(raw, "needle\nneedle\n");
    const missing = await search("needle", { paths: ["missing"] });
    expect(missing).toEqual({ answers: [], skipped: [{ path: "missing", reason: "No such file or directory" }] });
    const found = await search("needle");
    expect(found.answers).toContainEqual(expect.objectContaining({ path: "bad-\udcff" }));
    rmSync(raw);
  });

  it.skipIf(!MAY_SWITCH_USER)("goes on behind a directory that it may not enter", () => {
    mkdirSync(join(root, "locked"), { mode: 0o000 });
    chmodSync(root, 0o755);
    const found = askAsNobody(`
      const request = ${JSON.stringify({ cwd: root, excludeGlobs, pattern: "needle", paths: [""] })};
      const generator = sources.searchWithRipgrep({ ...request, program: await sources.resolveRipgrep() });
      let next; let hits = 0;
      for (;;) { next = await generator.next(); if (next.done) break; hits += next.value.length; }
      found.push(hits, next.value.skipped);`);
    expect(found).toEqual([10, [BINARY_LATE, { path: "locked", reason: "Permission denied" }]]);
    rmSync(join(root, "locked"), { recursive: true });
  });
});

describe("listWithRipgrep", () => {
  it("lists files", async () => {
    const { answers, skipped } = await list({ excludeGlobs: [...excludeGlobs, "*.dat"] });
    expect(answers).toEqual([
      ".gitignore",
      ".hidden",
      ".ignore",
      "a/.gitignore",
      "a/b:1:2:3:x",
      "a/line\nfeed:9:9:9:",
      "a/needle.txt",
      "a.txt",
      "marked.txt",
      "utf-16.txt",
      "zz.txt",
    ]);
    expect(skipped).toEqual([]);
  });

  it("lists the files that contain a pattern, across lines too", async () => {
    const regex = { regex: true, pattern: "needle\\r\\nneedle", ignoreCase: true };
    expect((await list({ containing: { ...regex, multiline: true } })).answers).toEqual(["a/needle.txt"]);
    const literal = { pattern: "foo\nneedle", multiline: true };
    expect((await list({ containing: literal })).answers).toEqual(["marked.txt"]);
    await expect(list({ containing: { pattern: "foo\nneedle" } })).rejects.toMatchObject({ kind: "invalid_pattern" });
  });
});

describe("the process", () => {
  const lines = 2_000_000;
  const wanted = 300_000;

  beforeAll(() => {
    mkdirSync(join(root, "many"));
    writeFileSync(join(root, "many", "hits"), "e\n".repeat(lines));
  });

  afterAll(() => {
    rmSync(join(root, "many"), { recursive: true });
  });

  it("is killed when the consumer has enough", async () => {
    const generator = searchWithRipgrep({ program, cwd: join(root, "many"), excludeGlobs, pattern: "e" });
    for await (const hits of generator) {
      expect(hits[0]?.line).toBe(1);
      expect(findSearchProcesses()).toHaveLength(1);
      break;
    }
    await waitUntilCleared();
  });

  it("is gone when the signal aborts, and the reason is what the consumer sees", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const cwd = join(root, "many");
    const generator = searchWithRipgrep({ program, cwd, excludeGlobs, pattern: "e", signal: controller.signal });
    await generator.next();
    controller.abort(reason);
    await expect(generator.next()).rejects.toBe(reason);
    expect(findSearchProcesses()).toEqual([]);
  });

  it("is not started for a signal that has aborted already", async () => {
    const reason = new Error("before");
    await expect(search("needle", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(findSearchProcesses()).toEqual([]);
  });

  it("is reported when it cannot be started", async () => {
    const failure = search("needle", { program: join(root, "no-such-program") });
    await expect(failure).rejects.toMatchObject({ kind: "io_error" });
  });

  it("ends with what it has found when its time is over", async () => {
    const cwd = join(root, "many");
    const generator = searchWithRipgrep({ program, cwd, pattern: "(e|f)$", regex: true, timeoutMs: 1 });
    let next = await generator.next();
    while (!next.done) next = await generator.next();
    expect(next.value).toMatchObject({ isTimedOut: true });
    expect(findSearchProcesses()).toEqual([]);
    expect(await search("nowhere", { timeoutMs: 60_000 })).toMatchObject({ answers: [] });
  });

  it("ends early as a trial that is not worth going on, and goes on as one that is", async () => {
    const cwd = join(root, "many");
    for (const isGoingWell of [false, true]) {
      const generator = searchWithRipgrep({
        program,
        cwd,
        pattern: "(e|f)$",
        regex: true,
        trial: { isGoingWell: () => isGoingWell },
      });
      let next = await generator.next();
      let count = 0;
      while (!next.done) {
        count += next.value.length;
        next = await generator.next();
      }
      expect(next.value.isTimedOut).toBe(!isGoingWell);
      expect(count === lines).toBe(isGoingWell);
    }
  });

  it("stops in each file behind a number of hits", async () => {
    const { answers } = await search("needle", { paths: ["a"], maxHitsPerFile: 1, order: "any" });
    const paths = answers.map(({ path }) => path);
    expect(paths).toContain("a/needle.txt");
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("names files that are not to be searched, and no others", async () => {
    const own = join(root, "unsearched");
    mkdirSync(join(own, "deep"), { recursive: true });
    for (const name of [".rules", "deep/.RULES", "deep/.rules.txt", "text"]) writeFileSync(join(own, name), "needle\n");
    const { found, end } = await searchUnsearched(own);
    expect(found).toEqual(["deep/.rules.txt", "text"]);
    expect(end.unsearched?.toSorted()).toEqual([".rules", "deep/.RULES"]);
    expect(end.skipped).toEqual([]);
  });

  it.each(["two\nlines", 'quo"te', "bell\u0007", "a: preprocessor command could not start: 'b"])(
    "says that it cannot tell the name of a file that is not to be searched in %j",
    async (name) => {
      const own = mkdtempSync(join(root, "untold-"));
      mkdirSync(join(own, name));
      writeFileSync(join(own, name, ".rules"), "needle\n");
      writeFileSync(join(own, "text"), "needle\n");
      const { found, end } = await searchUnsearched(own);
      expect(found).toEqual(["text"]);
      expect(end.unsearched).toBeNull();
    },
  );

  it("is ended, and says so, where there are too many of them", async () => {
    const own = mkdtempSync(join(root, "too-many-"));
    const long = "long".repeat(50);
    for (let index = 0; index < 70; index++) {
      mkdirSync(join(own, `${long}${index}`));
      writeFileSync(join(own, `${long}${index}`, ".rules"), "needle\n");
    }
    expect((await searchUnsearched(own)).end.unsearched).toBeNull();
  });

  it("answers as many hits as the consumer wants", async () => {
    const generator = searchWithRipgrep({ program, cwd: join(root, "many"), excludeGlobs, pattern: "e" });
    let last: RipgrepHit | undefined;
    for await (const hits of generator) {
      last = hits.find((hit) => hit.line === wanted);
      if (last !== undefined) break;
    }
    expect(last).toEqual({ path: "hits", line: wanted, column: 1, byteOffset: 2 * (wanted - 1) });
  });
});
