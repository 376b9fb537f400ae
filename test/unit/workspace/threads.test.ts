// Expressions that would hold up this process are searched in threads: few of them, and none for longer than it is wanted.

import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import type { HardPart } from "../../../src/search/hard-part.js";
import { createRegexScan } from "../../../src/search/regex-matcher.js";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import { createHardPartSearch } from "../../../src/workspace/threads/hard-part-search.js";
import { ThreadPool } from "../../../src/workspace/threads/thread-pool.js";
import { createThreadedSearch } from "../../../src/workspace/threads/threaded-search.js";

/** Looks through all of the text for each line but the first, to find nothing better than its first character: for hours. */
const ENDLESS = "a[^b]*c|a";
const ACROSS = { regex: true, multiline: true };
const LINES = Buffer.from(`acb\n${"a\n".repeat(1 << 20)}`);
const ALL = { maxMatches: Number.POSITIVE_INFINITY, wantsPlaces: false };

function createPart(pattern: string, bytes: Buffer): HardPart {
  const expression = { pattern, multiline: true };
  const scan = createRegexScan(pattern, { ...expression, regex: true });
  return { bytes, expression, scan, place: { from: 0, previousEnd: -1 }, answer: null };
}

function createJob(pattern: string, bytes: Buffer) {
  const { place, expression } = createPart(pattern, bytes);
  return { expression, place, bytes: new Uint8Array(bytes), budgetMs: 60_000, ...ALL };
}

const UNHURRIED = { budgetMs: 60_000, signal: new AbortController().signal };

/** Letters that bring the automaton of an expression into a new state at nearly each of them; the same each time. */
function randomLetters(count: number): Buffer {
  let state = 1;
  const letters = Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state > 0x3fffffff ? "a" : "b";
  });
  return Buffer.from(`${letters.join("")}c`);
}

const running = new Set<Worker>();
let most = 0;

function countThread(worker: Worker): void {
  running.add(worker);
  most = Math.max(most, running.size);
  worker.on("exit", () => running.delete(worker));
}

process.on("worker", countThread);

afterEach(() => {
  most = running.size;
});

describe("a file that takes too long", () => {
  test("is named, with what was found in it until then", async () => {
    const workspace = createInMemoryWorkspace({ files: { "a.txt": LINES, "b.txt": "ac\n" } });
    const answer = await workspace.fs.grep(ENDLESS, { ...ACROSS, limit: 100_000 });
    expect(answer.skipped).toEqual([{ path: "a.txt", reason: "took too long to search" }]);
    expect(answer.hits[0]).toMatchObject({ path: "a.txt", line: 1, text: "acb" });
    expect(answer.hits.at(-1)).toMatchObject({ path: "b.txt", line: 1, text: "ac" });
    await workspace.close();
  });

  test.each(["files", "count"] as const)("is named in mode %s, unless what was found is enough", async (mode) => {
    const workspace = createInMemoryWorkspace({ files: { "a.txt": LINES } });
    const answer = await workspace.fs.grep(ENDLESS, { ...ACROSS, mode });
    expect(answer.files?.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(answer.skipped.map(({ path }) => path)).toEqual(mode === "count" ? ["a.txt"] : []);
    await workspace.close();
  });

  test("lets others have their turn all the while", async () => {
    const workspace = createInMemoryWorkspace({ files: { "a.txt": LINES } });
    let isOver = false;
    let turns = 0;
    const search = workspace.fs.grep(ENDLESS, { ...ACROSS, mode: "count" }).finally(() => {
      isOver = true;
    });
    for (; !isOver; turns += 1) await nextTurn();
    await search;
    expect(turns).toBeGreaterThan(100);
    await workspace.close();
  });

  test("is left when the search is aborted, and the next search finds a thread", async () => {
    const aborter = new AbortController();
    const parts = createHardPartSearch({ deadlineMs: performance.now() + 60_000, signal: aborter.signal });
    const search = parts.find(createPart(ENDLESS, LINES), ALL);
    await pause(50);
    aborter.abort("no longer wanted");
    await expect(search).rejects.toBe("no longer wanted");
    const next = createHardPartSearch({ deadlineMs: performance.now() + 60_000 });
    expect(await next.find(createPart("b", Buffer.from("a\nb\n")), { ...ALL, wantsPlaces: true })).toEqual({
      count: 1,
      places: new Uint32Array([2, 3]),
      unfinished: null,
    });
  });

  test("is left at the end of the search's time", async () => {
    const parts = createHardPartSearch({ deadlineMs: performance.now() + 30 });
    const answer = await parts.find(createPart(ENDLESS, LINES), ALL);
    expect(answer.unfinished).toBe("took too long to search");
    const late = createHardPartSearch({ deadlineMs: performance.now() });
    expect(await late.find(createPart("b", Buffer.from("b")), ALL)).toMatchObject({ count: 0, unfinished: /long/ });
  });
});

describe("a pool of threads", () => {
  test("starts no more than two, however many searches there are", async () => {
    const workspaces = Array.from({ length: 12 }, () => createInMemoryWorkspace({ files: { "a.txt": LINES } }));
    const answers = await Promise.all(workspaces.map(({ fs }) => fs.grep("(a\\s)+b", { ...ACROSS, mode: "count" })));
    expect(answers.map(({ files, skipped }) => [files, skipped])).toEqual(Array(12).fill([[], []]));
    expect(most).toBeLessThanOrEqual(2);
    expect(most).toBeGreaterThan(0);
    await Promise.all(workspaces.map((workspace) => workspace.close()));
  });

  test("stands the death of a thread that needs too much memory, and starts another", async () => {
    const threads = new ThreadPool(12);
    const load = async () => threads;
    const endless = { deadlineMs: performance.now() + 60_000 };
    const died = threads.run(() => createJob("(?:a|b)*a(?:a|b){200}c", randomLetters(400_000)), UNHURRIED);
    await expect(died).rejects.toMatchObject({ code: "ERR_WORKER_OUT_OF_MEMORY" });
    expect(await createThreadedSearch(endless, load).find(createPart("b", Buffer.from("b")), ALL)).toMatchObject({
      count: 1,
      unfinished: null,
    });
    expect(threads.isMissing).toBe(false);
  });
});

describe("where there are no threads", () => {
  const none: readonly (readonly [string, () => Promise<ThreadPool | null>])[] = [
    ["the platform has none", async () => null],
    ["none can be started", async () => new ThreadPool(1)],
  ];

  test.each(none)("a part is searched here for a moment: %s", async (_name, load) => {
    const search = createThreadedSearch({ deadlineMs: performance.now() + 60_000 }, load);
    const part = createPart("b", Buffer.from("a\nb\n"));
    expect(await search.find(part, { ...ALL, wantsPlaces: true })).toEqual({
      count: 1,
      places: new Uint32Array([2, 3]),
      unfinished: null,
    });
    const late = await search.find(createPart(ENDLESS, LINES), ALL);
    expect(late).toMatchObject({ count: expect.any(Number), unfinished: "took too long to search" });
  });
});
