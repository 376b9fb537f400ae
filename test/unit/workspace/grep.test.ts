import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import type { GrepOptions, GrepResult, Workspace } from "../../../src/workspace/interfaces/workspace.js";
import { askAsNobody, MAY_SWITCH_USER } from "../../support/as-nobody.js";
import { Sandbox } from "../../support/temp-workspace.js";

type Files = Readonly<Record<string, string | Uint8Array>>;

const sandbox = new Sandbox();

afterEach(async () => {
  await sandbox.remove();
});

function plant(files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(sandbox.root, path)), { recursive: true });
    writeFileSync(join(sandbox.root, path), content);
  }
}

async function openDisk(files: Files): Promise<Workspace> {
  plant(files);
  return sandbox.open();
}

const PLACES: readonly (readonly [name: string, open: (files: Files) => Promise<Workspace>])[] = [
  ["on the disk", openDisk],
  ["in memory", async (files) => createInMemoryWorkspace({ files: { ...files } })],
];

function placesOf({ hits }: GrepResult): readonly string[] {
  return hits.map(({ path, line }) => `${path}:${line}`);
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

/** Answers how many processes some work starts. */
async function countStarts(work: () => Promise<unknown>): Promise<number> {
  let starts = 0;
  const count = (): void => {
    starts += 1;
  };
  subscribe("child_process", count);
  try {
    await work();
    return starts;
  } finally {
    unsubscribe("child_process", count);
  }
}

const TREE: Files = {
  ".gitignore": "out/\n*.log\n",
  ".hidden/a.ts": "one\n",
  "b.ts": "one two one\nnone\n",
  "b.test.ts": "one\n",
  "c.log": "one\n",
  "out/d.ts": "one\n",
  "src/e.ts": "x\none\n",
};

describe.each(PLACES)("grep %s", (_name, open) => {
  test("answers files, or how many lines each has, instead of lines", async () => {
    const { fs } = await open(TREE);
    const files = [".hidden/a.ts", "b.test.ts", "b.ts", "src/e.ts"];
    expect(await fs.grep("one", { mode: "files" })).toEqual({
      hits: [],
      files: files.map((path) => ({ path })),
      truncated: false,
      filesWithHits: 4,
      skipped: [],
    });
    const { files: counted } = await fs.grep("one", { mode: "count" });
    expect(counted).toEqual(files.map((path) => ({ path, hits: path === "b.ts" ? 2 : 1 })));
    await expect(fs.grep("one", { mode: "lines" as "files" })).rejects.toMatchObject({ kind: "parse_error" });
  });

  test("pages through files as through hits", async () => {
    const { fs } = await open(TREE);
    for (const mode of ["files", "count"] as const) {
      const first = await fs.grep("one", { mode, limit: 3 });
      expect(first).toMatchObject({ truncated: true, filesWithHits: 3 });
      const rest = await fs.grep("one", { mode, limit: 3, offset: 3 });
      expect(rest).toMatchObject({ truncated: false, files: [{ path: "src/e.ts" }] });
    }
  });

  test("counts across lines and in UTF-16", async () => {
    const { fs } = await open({ "a.txt": "a\nb\na\nb\n", "u.txt": Buffer.from("\ufeffa\nb\n", "utf16le") });
    const { files } = await fs.grep("a\nb", { mode: "count", multiline: true });
    expect(files).toEqual([
      { path: "a.txt", hits: 2 },
      { path: "u.txt", hits: 1 },
    ]);
  });

  test.each<[string, GrepOptions, readonly string[]]>([
    ["a negated glob", { glob: "!*.test.ts" }, [".hidden/a.ts:1", "b.ts:1", "b.ts:2", "src/e.ts:2"]],
    ["ignored files on request", { includeIgnored: true, glob: "{*.log,out/**}" }, ["c.log:1", "out/d.ts:1"]],
    ["a directory that is hidden but named", { path: "out" }, ["out/d.ts:1"]],
  ])("honours %s", async (_option, options, expected) => {
    const { fs } = await open(TREE);
    expect(placesOf(await fs.grep("one", options))).toEqual(expected);
  });

  test("names a binary file only when nothing else has the pattern", async () => {
    const binary = Buffer.from("PNG\0one\0two");
    const { fs } = await open({ "a.png": binary, "b.txt": "two\n", "c.bin": "\0" });
    expect((await fs.grep("two")).skipped).toEqual([]);
    const found = await fs.grep("one");
    expect(found).toMatchObject({ hits: [], skipped: [{ path: "a.png", reason: "binary, but contains the pattern" }] });
    expect((await fs.grep("three")).skipped).toEqual([]);
    const named = await fs.grep("three", { path: "c.bin" });
    expect(named.skipped).toEqual([{ path: "c.bin", reason: "binary" }]);
  });

  test("shows the start of a match in the middle of a line that is cut", async () => {
    const { fs } = await open({ "a.txt": `${"é".repeat(90_000)}needle${"x".repeat(90_000)}\n` });
    const [hit] = (await fs.grep("needle", { maxBytesPerLine: 64 })).hits;
    expect(hit).toMatchObject({ line: 1, column: 90_001 });
    expect(hit?.text).toMatch(/^…é+needlex+…$/);
    expect(Buffer.byteLength(hit?.text ?? "")).toBeLessThanOrEqual(64);
  });

  test("stops when it is aborted, with the caller's reason", async () => {
    const { fs } = await open({ "a.txt": "one\n".repeat(200_000) });
    const reason = new Error("enough");
    const controller = new AbortController();
    const search = fs.grep("(o|n|e)+$", { regex: true, mode: "count", signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(search).rejects.toBe(reason);
    expect(findSearchProcesses()).toEqual([]);
  });
});

describe("grep on the disk", () => {
  test("answers the same from run to run, in the order of paths, although all threads search", async () => {
    const files = Array.from({ length: 4000 }, (_, index) => [`d${index % 40}/f${index}.txt`, `line\nrare${index}\n`]);
    const { fs } = await openDisk(Object.fromEntries(files) as Files);
    const expected = await fs.grep("rare\\d*7$", { regex: true, limit: 1000 });
    expect(expected.hits).toHaveLength(400);
    expect(placesOf(expected)).toEqual(placesOf(expected).toSorted());
    for (let run = 0; run < 3; run++)
      expect(await fs.grep("rare\\d*7$", { regex: true, limit: 1000 })).toEqual(expected);
    const page = await fs.grep("rare\\d*7$", { regex: true, limit: 50, offset: 100 });
    expect(page.hits).toEqual(expected.hits.slice(100, 150));
    expect(page.truncated).toBe(true);
  });

  test("finds frequent text and looks through small trees without starting a program", async () => {
    const { fs } = await openDisk({ ...TREE, "many.txt": "frequent\n".repeat(100_000) });
    expect(await countStarts(() => fs.grep("frequent"))).toBe(0);
    expect(await countStarts(() => fs.grep("nowhere", { path: "src" }))).toBe(0);
    expect(await countStarts(() => fs.grep("fre", { path: "src", regex: true }))).toBeGreaterThan(0);
  });

  test("answers the same whether a program was started or not", async () => {
    const files = Array.from({ length: 3000 }, (_, index) => [`d${index % 40}/f${index}.txt`, `line\nrare${index}\n`]);
    const { fs } = await openDisk(Object.fromEntries(files) as Files);
    const all = await fs.grep("rare", { limit: 5000 });
    expect(all.hits).toHaveLength(3000);
    let page: GrepResult | undefined;
    expect(
      await countStarts(async () => {
        page = await fs.grep("rare", { limit: 40 });
      }),
    ).toBe(0);
    expect(page?.hits).toEqual(all.hits.slice(0, 40));
    expect(
      await countStarts(async () => {
        page = await fs.grep("rare", { limit: 40, offset: 2900 });
      }),
    ).toBeGreaterThan(0);
    expect(page?.hits).toEqual(all.hits.slice(2900, 2940));
    expect((await fs.grep("rare2999")).hits).toEqual(all.hits.filter(({ text }) => text === "rare2999"));
  });

  test("leaves hidden names out, and looks once more where an ignore file further down brings one back", async () => {
    const fillers = Array.from({ length: 300 }, (_, index) => [`0/${index}`, "nothing\n"]);
    const { fs } = await openDisk({
      ...Object.fromEntries(fillers),
      ".gitignore": "*.map\nbuilt/\n# needle\n",
      "a/x.map": "needle",
      "a/built/x": "needle",
      "a/built/.gitignore": "!x.map",
      "b/.gitignore": "!other\n",
      "b/x.map": "needle",
    });
    const search = async (): Promise<{ readonly starts: number; readonly places: readonly string[] }> => {
      let places: readonly string[] = [];
      const starts = await countStarts(async () => {
        places = placesOf(await fs.grep("needle"));
      });
      return { starts, places };
    };
    expect(await search()).toEqual({ starts: 1, places: [".gitignore:3"] });
    plant({ "b/.gitignore": "!x.*\n" });
    expect(await search()).toEqual({ starts: 2, places: [".gitignore:3", "b/x.map:1"] });
    expect(await search()).toEqual({ starts: 1, places: [".gitignore:3", "b/x.map:1"] });
  });

  test.each([
    ["(?x) n e e d l e", ["a.txt:1", "a.txt:3"]],
    ["[\\w&&[^x]]eedle$", ["a.txt:1", "a.txt:3"]],
    ["\\bneedle\\b{end}", ["a.txt:1", "a.txt:3"]],
    ["\\bété\\b", ["a.txt:2"]],
    ["\\w+é\\b", ["a.txt:2"]],
    ["^bar", ["a.txt:4"]],
    [" needle", ["a.txt:3"]],
  ])("finds %s, about which only ripgrep is sure", async (pattern, places) => {
    const { fs } = await openDisk({ "a.txt": Buffer.from("needle\nun été ici\n\u{fe} needle\nfoo\rbar\n") });
    const result = await fs.grep(pattern, { regex: true });
    expect(placesOf(result)).toEqual(places);
    expect(result.skipped).toEqual([]);
    expect((await fs.grep(pattern, { regex: true, mode: "files" })).files).toEqual([{ path: "a.txt" }]);
  });

  test.each([
    ["(?x) n e e d l e", [1, 2, 4]],
    ["[\\w&&[^x]]eedle$", [2, 4]],
    ["\\bété\\b", [3]],
    ["\\w+é\\b", [3]],
  ])("counts %s, and finds it across lines, as ripgrep does", async (pattern, lines) => {
    const { fs } = await openDisk({ "a.txt": "\u{feff}needle x\r\nneedle\nun été ici\nx needle", "b.txt": "nothing" });
    const across = { regex: true, multiline: true };
    for (const options of [{ regex: true }, across]) {
      const { files, skipped } = await fs.grep(pattern, { ...options, mode: "count" });
      expect({ files, skipped }).toEqual({ files: [{ path: "a.txt", hits: lines.length }], skipped: [] });
    }
    const { hits, skipped } = await fs.grep(pattern, across);
    expect(hits.map(({ line }) => line)).toEqual(lines);
    expect(hits.at(-1)).toMatchObject(lines.includes(3) ? { text: "un été ici" } : { text: "x needle", column: 3 });
    expect(skipped).toEqual([]);
    expect((await fs.grep(pattern, { ...across, mode: "files" })).files).toEqual([{ path: "a.txt" }]);
  });

  test("finds an expression across lines in a file of any size, page by page", async () => {
    const filler = "a line of some words\n".repeat(300_000);
    const { fs } = await openDisk({ "a.txt": `end\nstart\n${filler}end\r\nstart ü\n${filler}é end\nstart` });
    const asked = { regex: true, multiline: true, context: 1 };
    const all = await fs.grep("end\\s+start", asked);
    expect(all).toMatchObject({ truncated: false, skipped: [] });
    expect(all.hits.map(({ line, column, text }) => [line, column, text])).toEqual([
      [1, 1, "end"],
      [300_003, 1, "end"],
      [600_005, 3, "é end"],
    ]);
    expect(all.hits[1]).toMatchObject({ before: ["a line of some words"], after: ["start ü"] });
    const page = await fs.grep("end\\s+start", { ...asked, offset: 1, limit: 1 });
    expect(page).toMatchObject({ hits: [{ line: 300_003 }], truncated: true });
    const count = await fs.grep("end\\s+start", { ...asked, mode: "count" });
    expect(count.files).toEqual([{ path: "a.txt", hits: 3 }]);
    const none = await fs.grep("end\\s+begin", asked);
    expect(none).toMatchObject({ hits: [], skipped: [] });
  });

  test("counts the lines of a file of any size, and says where it ends at a NUL", async () => {
    const { fs } = await openDisk({
      "large.txt": "a line with a needle\nand one without\n".repeat(2_000_000),
      "late.txt": `needle\n${"x\n".repeat(50_000)}\0\nneedle\n`,
    });
    const { files, skipped } = await fs.grep("needle", { mode: "count" });
    expect(files).toEqual([
      { path: "large.txt", hits: 2_000_000 },
      { path: "late.txt", hits: 1 },
    ]);
    expect(skipped).toEqual([{ path: "late.txt", reason: "binary behind its first part" }]);
  });

  test.each(["config", "**/config", "*", "**/*", "{a,b}/config", "*.{git,cfg}"])(
    "finds with the glob %s nothing that is hidden",
    async (glob) => {
      const files = [
        ".git/config",
        "a/config",
        "b/config",
        "hidden/config",
        "a/x.git",
        "a/x.cfg",
        "*.{git,cfg}",
        "x.map",
      ];
      const contents = {
        ...Object.fromEntries(files.map((path) => [path, "needle\n"])),
        ".gitignore": "hidden/\n*.map\n",
      };
      const disk = (await openDisk(contents)).fs;
      const memory = createInMemoryWorkspace({ files: contents }).fs;
      for (const options of [{ glob }, { glob, regex: true }, { glob, ignoreCase: true, mode: "files" as const }]) {
        const found = await disk.grep("needle", options);
        expect(found).toEqual(await memory.grep("needle", options));
        expect(found.filesWithHits).toBeGreaterThan(0);
      }
    },
  );

  test.each(PLACES)("names a file that has what is sought only behind a late NUL %s", async (_name, open) => {
    const late = `${"some words\n".repeat(9000)}\0\nneedle\n`;
    const { fs } = await open({ "late.dat": late, "other.dat": `${"some words\n".repeat(9000)}\0\n` });
    const { hits, skipped } = await fs.grep("needle");
    expect({ hits, skipped }).toEqual({
      hits: [],
      skipped: [{ path: "late.dat", reason: "binary, but contains the pattern" }],
    });
    expect((await fs.grep("absent")).skipped).toEqual([]);
  });

  test("says in memory what the ends of words are there, where it matters", async () => {
    const { fs } = createInMemoryWorkspace({ files: { "a.txt": "un été ici\n", "b.txt": "plain text\n" } });
    const notes = async (pattern: string, path?: string) => (await fs.grep(pattern, { regex: true, path })).notes;
    expect(await notes("\\bété\\b")).toEqual([expect.stringContaining("only ASCII letters")]);
    expect(await notes("\\b[pt]\\w+", "b.txt")).toBeUndefined();
    expect(await notes("[é]t[é]")).toBeUndefined();
    expect(await notes("\\\\b|é")).toBeUndefined();
    expect((await fs.grep("\\b")).notes).toBeUndefined();
  });

  test.each(PLACES)("searches a file of 70 MiB %s", async (_name, open) => {
    const large = Buffer.concat([Buffer.alloc(70 * 1024 * 1024, "some words\n"), Buffer.from("\nneedle é\n")]);
    const { fs } = await open({ "a.txt": large });
    for (const asked of [{}, { regex: true }, { ignoreCase: true }]) {
      const { hits, skipped } = await fs.grep("needle", asked);
      expect(hits.map(({ text, column }) => [text, column])).toEqual([["needle é", 1]]);
      expect(skipped).toEqual([]);
    }
  });

  test("names a file with a hit that lies too deep, and no other", async () => {
    const deep = "d/".repeat(6);
    plant({
      [`${deep}a.txt`]: "needle\n",
      [`${deep}b.txt`]: "nothing\n",
      "d/c.txt": "needle\n",
      ".gitignore": "hidden\n",
    });
    plant({ [`${deep}hidden`]: "needle\n" });
    const { fs } = await sandbox.open({ limits: { maxWalkDepth: 5 } });
    for (const asked of [{ regex: true }, { regex: true, mode: "count" as const }, { ignoreCase: true }]) {
      const { hits, files, skipped } = await fs.grep(asked.regex ? "nee.?dle" : "NEEDLE", asked);
      expect([...hits, ...(files ?? [])].map(({ path }) => path)).toEqual(["d/c.txt"]);
      expect(skipped).toEqual([{ path: `${deep}a.txt`, reason: "too deep" }]);
    }
  });

  test("answers a hostile expression across the lines of a large file without holding anything up", async () => {
    const { fs } = await openDisk({ "a.txt": "word ".repeat(400_000), "b.txt": "word word\n\nend\n" });
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    const result = await fs.grep("^(\\w+\\s?)*$", { regex: true, multiline: true, mode: "files" });
    clearInterval(timer);
    expect(result).toMatchObject({ files: [{ path: "a.txt" }, { path: "b.txt" }], skipped: [] });
    expect(turns).toBeGreaterThan(1);
  });

  test.each(["\\b[é-ü]t[é-ü]\\b", "(?x) [é-ü] t [é-ü]"])(
    "finds %s in an ignore file of a large tree",
    async (pattern) => {
      const large = "a line without what is sought, aé bü\n".repeat(1_000_000);
      const { fs } = await openDisk({
        ".gitignore": "*.map\n# un été\n",
        "b/.gitignore": "# été\n",
        "large.txt": large,
      });
      const result = await fs.grep(pattern, { regex: true });
      expect(placesOf(result)).toEqual([".gitignore:2", "b/.gitignore:1"]);
      expect(result.skipped).toEqual([]);
    },
  );

  test.each<[string, Files]>([
    ["a line that is too long", { "a.txt": `${"x".repeat(70_000)}needle\n`, "b.txt": "needle\n" }],
    ["a NUL behind a match", { "a.txt": `needle\n${"x\n".repeat(50_000)}\0\n`, "b.txt": "needle\n" }],
    ["UTF-16", { "a.txt": Buffer.from("\ufeffneedle\n", "utf16le"), "b.txt": "needle\n" }],
    ["a byte order mark", { "a.txt": "\ufeffneedle\nneedle\n", "b.txt": "\ufeff\nneedle\n" }],
    ["bytes of another encoding", { "a.txt": Buffer.from("\xe9 needle \xe9\n", "latin1"), "b.txt": "needle" }],
    [
      "names that sort by bytes",
      { "\uffee.txt": "needle\n", "\u{1f600}.txt": "needle\n", "a/b.txt": "needle", "a.txt": "needle" },
    ],
    [
      "lines across pieces",
      { "a.txt": `${"x".repeat(99)}\n`.repeat(2000) + "needle needle\r\n".repeat(3), "b.txt": "" },
    ],
  ])("takes %s for what ripgrep takes it for", async (_what, files) => {
    const { fs } = await openDisk(files);
    for (const options of [{}, { context: 1 }, { mode: "files" as const }, { limit: 1 }, { path: "a.txt" }]) {
      expect(await fs.grep("needle", options)).toEqual(await fs.grep("needle", { ...options, regex: true }));
    }
  });

  test("ends in time, says so, and leaves no process behind", async () => {
    plant({ "a.txt": `${"x".repeat(1 << 16)}\n`.repeat(400) });
    const { fs } = await sandbox.open({ limits: { grepTimeoutMs: 1 } });
    expect(await fs.grep("(x|y)+z", { regex: true })).toMatchObject({ hits: [], timedOut: true });
    expect(findSearchProcesses()).toEqual([]);
  });

  test.skipIf(!MAY_SWITCH_USER)(
    "names what it may not read, so that nothing found is not taken for nothing there",
    () => {
      plant({ "locked/a.txt": "one\n", "b.txt": "two\n" });
      for (const path of [sandbox.base, sandbox.root]) chmodSync(path, 0o755);
      chmodSync(join(sandbox.root, "locked"), 0);
      const found = askAsNobody(`
      const workspace = await sources.openWorkspace({ root: ${JSON.stringify(sandbox.root)}, trusted: false });
      const { hits, skipped } = await workspace.fs.grep("one");
      found.push(hits, skipped);
      await workspace.close();`);
      expect(found).toEqual([[], [{ path: "locked", reason: "Permission denied" }]]);
    },
  );

  test.skipIf(!MAY_SWITCH_USER)("an ignore file that it may not read is named by grep, glob and list", () => {
    plant({ ".gitignore": "a.txt\n", "a.txt": "one\n" });
    for (const path of [sandbox.base, sandbox.root]) chmodSync(path, 0o755);
    chmodSync(join(sandbox.root, "a.txt"), 0o644);
    chmodSync(join(sandbox.root, ".gitignore"), 0);
    const found = askAsNobody(`
      const workspace = await sources.openWorkspace({ root: ${JSON.stringify(sandbox.root)}, trusted: false });
      const { fs } = workspace;
      const results = [await fs.grep("one"), await fs.glob("*.txt"), await fs.list(".")];
      found.push(...results.map((result) => result.partlyApplied));
      await workspace.close();`);
    expect(found).toEqual(Array(3).fill([".gitignore"]));
  });
});
