import { describe, expect, test } from "vitest";
import { FsError } from "../../../src/errors.js";
import { MAX_BINARY_SCAN_BYTES, MAX_IGNORE_RULES, MAX_SCAN_FILE_BYTES } from "../../../src/limits.js";
import type { ListableStore, SearchableStore, StoreEntry, StoreSearchRequest } from "../../../src/stores/file-store.js";
import { InMemoryFileStore } from "../../../src/stores/in-memory-file-store.js";
import { searchStore } from "../../../src/stores/search-store.js";
import { createListableStore } from "../../support/listable-store.js";
import { MinimalStore } from "../../support/minimal-store.js";

const utf16 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(`\ufeff${text}`, "utf16le"));

const TREE: Readonly<Record<string, string | Uint8Array>> = {
  ".gitignore": "*.log\nout/\n",
  "a.ts": "const needle = 1;\n// Needle\n",
  "b.log": "needle\n",
  "binary.bin": "needle\0",
  "crlf.txt": "one\r\nneedle\r\nthree needle",
  "out/built.ts": "needle\n",
  "src/deep/c.ts": "x\n\n  needle needle\n",
  "src/d.md": "é😀 needle (a.c)\n",
  "utf16.txt": utf16("first\nneedle\n"),
  "broken.txt": Uint8Array.from([0xff, 0xfe, 0x41, 0x6e]),
};

async function findPlaces(request: Partial<StoreSearchRequest>): Promise<readonly string[]> {
  const { hits } = await searchStore(createListableStore(TREE), { pattern: "needle", ...request });
  return hits.map((hit) => `${hit.path}:${hit.line}:${hit.column}:${hit.text}`);
}

const PLACES = [
  "a.ts:1:7:const needle = 1;",
  "crlf.txt:2:1:needle",
  "crlf.txt:3:7:three needle",
  "src/d.md:1:4:é😀 needle (a.c)",
  "src/deep/c.ts:3:3:  needle needle",
  "utf16.txt:2:1:needle",
];

describe("a store that lists", () => {
  test("ignore files that go over a budget are named, as over a workspace", async () => {
    const files = {
      ".gitignore": `${"rule\n".repeat(MAX_IGNORE_RULES)}hidden.txt\n`,
      "hidden.txt": "needle\n",
      "sub/.ignore": "*.log\n",
      "sub/a.txt": "needle\n",
    };
    const expected = { partlyApplied: [".gitignore"], hits: [{ path: "hidden.txt" }, { path: "sub/a.txt" }] };
    for (const store of [createListableStore(files), new InMemoryFileStore(files)]) {
      expect(await searchStore(store, { pattern: "needle" })).toMatchObject(expected);
      expect((await searchStore(store, { pattern: "needle", path: "sub" })).partlyApplied).toEqual([".gitignore"]);
    }
    const few = createListableStore({ ".gitignore": "a\n", "b.txt": "needle\n" });
    expect(await searchStore(few, { pattern: "needle" })).not.toHaveProperty("partlyApplied");
  });

  test("of a directory whose ignore files the store does not have, none is read", async () => {
    const store = createListableStore({ "src/a.txt": "needle\n" });
    const read: string[] = [];
    const strict: ListableStore = {
      ...store,
      readChunks: (path, range, options) => {
        read.push(path);
        if (path.includes("ignore")) throw new Error(`no such object: ${path}`);
        return store.readChunks(path, range, options);
      },
    };
    expect((await searchStore(strict, { pattern: "needle", path: "src" })).hits).toHaveLength(1);
    expect(read).toEqual(["src/a.txt"]);
  });

  test("an ignore file that cannot be read is named, above the start as below it", async () => {
    const store = createListableStore({ ".gitignore": "b.txt\n", "src/.ignore": "c.txt\n", "src/a.txt": "needle\n" });
    const denied: ListableStore = {
      ...store,
      readChunks: (path, range, options) => {
        if (path.includes("ignore")) throw new FsError("permission_denied", `${path} may not be read.`);
        return store.readChunks(path, range, options);
      },
    };
    const found = await searchStore(denied, { pattern: "needle", path: "src" });
    expect(found).toMatchObject({ hits: [{ path: "src/a.txt" }], partlyApplied: [".gitignore", "src/.ignore"] });
    const away: ListableStore = {
      ...denied,
      stat: async (path) => (path.includes("ignore") ? null : store.stat(path)),
    };
    expect(await searchStore(away, { pattern: "needle", path: "src" })).toMatchObject({
      partlyApplied: ["src/.ignore"],
    });
  });

  test("rules that cost too much are given up, and said to be", async () => {
    const rules = Array.from({ length: 1300 }, (_, index) => `*a*b*c${index}`).join("\n");
    const names = Array.from({ length: 400 }, (_, index) => `${"ab".repeat(60)}${index}.txt`);
    const files = { ".gitignore": rules, ...Object.fromEntries(names.map((name) => [name, "needle\n"])) };
    for (const store of [createListableStore(files), new InMemoryFileStore(files)]) {
      const { partlyApplied, truncated } = await searchStore(store, { pattern: "needle", limit: 1000 });
      expect({ partlyApplied, truncated }).toEqual({ partlyApplied: [".gitignore"], truncated: false });
    }
  });

  test("visible text files are searched in the order of paths", async () => {
    expect(await findPlaces({})).toEqual(PLACES);
  });

  test("binary and ignored files are left out without a word", async () => {
    const { skipped } = await searchStore(createListableStore(TREE), { pattern: "needle" });
    expect(skipped).toEqual([]);
  });

  test.each<[string, Partial<StoreSearchRequest>, readonly string[]]>([
    ["a directory", { path: "src" }, PLACES.slice(3, 5)],
    ["another spelling of a directory", { path: "./src/deep/../" }, PLACES.slice(3, 5)],
    ["the root by name", { path: "." }, PLACES],
    ["one file", { path: "src/d.md" }, PLACES.slice(3, 4)],
    ["an ignored file that is named", { path: "b.log" }, ["b.log:1:1:needle"]],
    ["an ignored directory that is named", { path: "out" }, ["out/built.ts:1:1:needle"]],
    ["a glob for names", { glob: "*.ts" }, [PLACES[0] ?? "", PLACES[4] ?? ""]],
    ["a glob for paths below the searched directory", { path: "src", glob: "deep/*" }, PLACES.slice(4, 5)],
    ["a glob that excludes", { glob: "!*.{ts,txt}" }, PLACES.slice(3, 4)],
    [
      "a glob that excludes all below a directory",
      { glob: "!src/**", path: "." },
      [...PLACES.slice(0, 3), ...PLACES.slice(5)],
    ],
    ["a glob that excludes a directory by name", { glob: "!src" }, [...PLACES.slice(0, 3), ...PLACES.slice(5)]],
    ["letters folded", { pattern: "NEEDLE", path: "a.ts", ignoreCase: true }, [PLACES[0] ?? "", "a.ts:2:4:// Needle"]],
    ["literal text", { pattern: "a.c" }, ["src/d.md:1:12:é😀 needle (a.c)"]],
    ["an expression", { pattern: "^needle$", regex: true }, [PLACES[1] ?? "", PLACES[5] ?? ""]],
    ["a match across lines", { pattern: "x\n\n  n", multiline: true }, ["src/deep/c.ts:1:1:x"]],
  ])("%s", async (_what, request, places) => {
    expect(await findPlaces(request)).toEqual(places);
  });

  test("context shows the lines around a hit", async () => {
    const { hits } = await searchStore(createListableStore(TREE), { pattern: "needle", path: "crlf.txt", context: 1 });
    expect(hits.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: ["one"], after: ["three needle"] },
      { before: ["needle"], after: [] },
    ]);
  });

  test("long lines are cut around the hit", async () => {
    const store = createListableStore({ "long.txt": `${"x".repeat(5000)}needle${"y".repeat(5000)}` });
    const { hits } = await searchStore(store, { pattern: "needle", maxBytesPerLine: 100 });
    expect(hits[0]?.text).toContain("needle");
    expect(Buffer.byteLength(hits[0]?.text ?? "")).toBeLessThanOrEqual(100);
  });

  test("pages join to all hits, and only the last one is not truncated", async () => {
    const store = createListableStore(TREE);
    const pages = await Promise.all(
      [0, 2, 4].map((offset) => searchStore(store, { pattern: "needle", limit: 2, offset })),
    );
    expect(
      pages.flatMap((page) => page.hits.map((hit) => `${hit.path}:${hit.line}:${hit.column}:${hit.text}`)),
    ).toEqual(PLACES);
    expect(pages.map((page) => page.truncated)).toEqual([true, true, false]);
    expect(pages.map((page) => page.filesWithHits)).toEqual([2, 2, 2]);
  });

  test("files behind a full page are not read", async () => {
    const sound = createListableStore(TREE);
    const read: string[] = [];
    const readChunks: ListableStore["readChunks"] = (path, range, options) => {
      if (range === undefined) read.push(path);
      return sound.readChunks(path, range, options);
    };
    await searchStore({ ...sound, readChunks }, { pattern: "needle", limit: 1 });
    expect(read).toEqual([".gitignore", "a.ts", "binary.bin", "broken.txt", "crlf.txt"]);
  });

  test("a file that cannot be read is skipped with the reason, and the search goes on", async () => {
    const sound = createListableStore({ "a.txt": "needle", "b.txt": "needle" });
    const readChunks: ListableStore["readChunks"] = (path, range, options) => {
      if (path === "a.txt") throw new FsError("permission_denied", "a.txt: permission denied");
      return sound.readChunks(path, range, options);
    };
    const found = await searchStore({ ...sound, readChunks }, { pattern: "needle" });
    expect(found.hits.map((hit) => hit.path)).toEqual(["b.txt"]);
    expect(found.skipped).toEqual([{ path: "a.txt", reason: "a.txt: permission denied" }]);
  });

  test("an over-large file is skipped after the limit, not read whole", async () => {
    const sound = createListableStore({ "endless.txt": "" });
    const chunk = new Uint8Array(8 * 1024 * 1024).fill(120);
    let handedOut = 0;
    const readChunks: ListableStore["readChunks"] = async function* () {
      for (;;) {
        handedOut += chunk.length;
        yield chunk;
      }
    };
    const { skipped } = await searchStore({ ...sound, readChunks }, { pattern: "needle" });
    expect(skipped).toEqual([{ path: "endless.txt", reason: expect.stringContaining(`${MAX_SCAN_FILE_BYTES} bytes`) }]);
    expect(handedOut).toBe(MAX_SCAN_FILE_BYTES + chunk.length);
  });

  test("a large binary file is given up soon", async () => {
    const sound = createListableStore({ "endless.bin": "" });
    let handedOut = 0;
    const readChunks: ListableStore["readChunks"] = async function* () {
      for (;;) {
        handedOut += 1;
        yield new Uint8Array(1024);
      }
    };
    expect(await searchStore({ ...sound, readChunks }, { pattern: "needle" })).toMatchObject({ hits: [], skipped: [] });
    expect(handedOut).toBe(MAX_BINARY_SCAN_BYTES / 1024 + 1);
  });

  test("a binary file that is named is skipped with the reason", async () => {
    const { hits, skipped } = await searchStore(createListableStore(TREE), { pattern: "needle", path: "binary.bin" });
    expect({ hits, skipped }).toEqual({
      hits: [],
      skipped: [{ path: "binary.bin", reason: "binary, but contains the pattern" }],
    });
  });

  test.each([
    [{ pattern: "" }, "invalid_pattern"],
    [{ pattern: "(", regex: true }, "invalid_pattern"],
    [{ glob: "../*" }, "invalid_pattern"],
    [{ path: "missing" }, "path_not_found"],
    [{ path: "../up" }, "path_outside_workspace"],
  ] as const)("%j is %s", async (request, kind) => {
    await expect(findPlaces(request)).rejects.toMatchObject({ kind });
  });

  test("an abort during the search rejects with its reason", async () => {
    const abort = new AbortController();
    const reason = new Error("gave up");
    const sound = createListableStore(TREE);
    const list: ListableStore["list"] = (path, options) => {
      if (path === "src") abort.abort(reason);
      return sound.list(path, options);
    };
    const store: ListableStore = { ...sound, list };
    await expect(searchStore(store, { pattern: "needle", signal: abort.signal })).rejects.toBe(reason);
  });
});

describe("the same answers as a store that searches by itself", () => {
  const requests: readonly StoreSearchRequest[] = [
    { pattern: "needle" },
    { pattern: "needle", path: "src", context: 2 },
    { pattern: "needle", glob: "*.{ts,md}", limit: 2 },
    { pattern: "needle", glob: "!*.ts", offset: 1 },
    { pattern: "^\\s*needle", regex: true },
    { pattern: "NEEDLE", ignoreCase: true, limit: 3, offset: 2 },
    { pattern: "e\r\nneedle", multiline: true },
    { pattern: "e", path: "crlf.txt", maxBytesPerLine: 8 },
    { pattern: "nowhere" },
  ];
  test.each(requests)("%j", async (request) => {
    expect(await searchStore(createListableStore(TREE), request)).toEqual(
      await new InMemoryFileStore(TREE).search(request),
    );
  });
});

describe("other stores", () => {
  test("a store that searches by itself is asked, with the whole request", async () => {
    const request = { pattern: "needle", path: "src", limit: 3 };
    const answer = { hits: [], truncated: false, filesWithHits: 0, skipped: [] };
    const asked: unknown[] = [];
    const store: SearchableStore = Object.assign(new MinimalStore(), {
      search: async (given: StoreSearchRequest) => {
        asked.push(given);
        return answer;
      },
    });
    expect(await searchStore(store, request)).toBe(answer);
    expect(asked).toEqual([request]);
  });

  test("others have their turns while nothing of a large directory is wanted", async () => {
    const entries = Array.from({ length: 200_000 }, (_, index) => ({
      name: `f${index}`,
      type: "file",
      size: 0,
      mtime: 0,
    }));
    const store = { ...createListableStore({}), list: async () => entries as readonly StoreEntry[] };
    let turns = 0;
    const interval = setInterval(() => {
      turns += 1;
    });
    const found = await searchStore(store, { pattern: "x", glob: "*.md" });
    clearInterval(interval);
    expect(found.hits).toEqual([]);
    expect(turns).toBeGreaterThan(2);
  });

  test("a store that does not list is searched one named file at a time", async () => {
    const store = new MinimalStore();
    await store.write("dir/a.txt", new TextEncoder().encode("needle\n"));
    expect((await searchStore(store, { pattern: "needle", path: "dir/a.txt" })).hits).toHaveLength(1);
    await expect(searchStore(store, { pattern: "needle", path: "dir" })).rejects.toMatchObject({ kind: "not_a_file" });
    await expect(searchStore(store, { pattern: "needle" })).rejects.toMatchObject({ kind: "not_a_file" });
  });
});
