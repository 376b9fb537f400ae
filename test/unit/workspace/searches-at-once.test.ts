import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { SharedLooks } from "../../../src/workspace/gate/shared-looks.js";
import { createIgnoreReader, type IgnoreChain } from "../../../src/workspace/ignoring/ignore-chain.js";
import type { FoundIgnored } from "../../../src/workspace/ignoring/ignored-directories.js";
import { type Sandbox, STRONG, useSandbox } from "../../support/temp-workspace.js";

const SEARCHES = 40;

/** Searches that run ripgrep at once at most; none here runs it for a single file. */
const MOST_AT_ONCE = Math.max(4, availableParallelism());

function fill(sandbox: Sandbox): void {
  for (let index = 0; index < 50; index += 1) sandbox.write({ [`d${index}/f.txt`]: `needle ${index}\nhay\n` });
}

describe("searches at once", () => {
  it("all answer, and few processes run at a time", async () => {
    const sandbox = useSandbox();
    fill(sandbox);
    const { fs } = await sandbox.open();
    let most = 0;
    let isOver = false;
    const watch = async (): Promise<void> => {
      while (!isOver) {
        const processes = process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap");
        most = Math.max(most, processes.length);
        await nextTurn();
      }
    };
    const watching = watch();
    const found = await Promise.all(Array.from({ length: SEARCHES }, () => fs.grep("needle \\d+", { regex: true })));
    isOver = true;
    await watching;
    expect(found.map(({ hits, timedOut }) => [hits.length, timedOut])).toEqual(found.map(() => [50, undefined]));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(MOST_AT_ONCE);
  });

  it("are given up while they wait, and the others answer", async () => {
    const sandbox = useSandbox();
    fill(sandbox);
    const { fs } = await sandbox.open();
    const controller = new AbortController();
    const reason = new Error("enough");
    const searches = Array.from({ length: SEARCHES }, (_, index) =>
      fs.grep("needle \\d+", { regex: true, signal: index % 2 === 0 ? controller.signal : undefined }),
    );
    const outcomes = Promise.allSettled(searches);
    controller.abort(reason);
    for (const [index, outcome] of (await outcomes).entries()) {
      if (index % 2 === 0) expect(outcome).toEqual({ status: "rejected", reason });
      else expect(outcome).toMatchObject({ status: "fulfilled" });
    }
  });
});

describe("searches at once that find nothing", () => {
  const HOLDS = "binary, but contains the pattern";
  const BINARY = Buffer.from("\0worker 17\n");
  /** "Größe 17" in windows-1252. */
  const FOREIGN = Buffer.from("Gr\xf6\xdfe 17\n", "latin1");

  it("name the binary files that hold the pattern, each its own", async () => {
    const sandbox = useSandbox();
    fill(sandbox);
    sandbox.write({ ".gitignore": "*.tmp\n", "b.dat": BINARY, "c/b.dat": BINARY, "b.tmp": BINARY });
    const { fs } = await sandbox.open();
    const [worker, any, none, typed] = await Promise.all([
      fs.grep("worker \\d+", { regex: true }),
      fs.grep("work(er|man) \\d+", { regex: true, includeIgnored: true }),
      fs.grep("worker \\d+x", { regex: true }),
      fs.grep("worker \\d+", { regex: true, glob: "c/**" }),
    ]);
    const skipped = (...paths: readonly string[]) => paths.map((path) => ({ path, reason: HOLDS }));
    expect(worker?.skipped?.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual(skipped("b.dat", "c/b.dat"));
    expect(any?.skipped).toHaveLength(3);
    expect(none?.skipped ?? []).toEqual([]);
    expect(typed?.skipped).toEqual(skipped("c/b.dat"));
  });

  it("look into files in other encodings, and see what changed before they were asked for", async () => {
    const sandbox = useSandbox();
    fill(sandbox);
    const { fs } = await sandbox.open();
    const look = (): Promise<readonly number[]> =>
      Promise.all(Array.from({ length: 8 }, async () => (await fs.grep("Gr.+e \\d+", { regex: true })).hits.length));
    expect(await look()).toEqual(Array.from({ length: 8 }, () => 0));
    sandbox.write({ "a/foreign.txt": FOREIGN });
    const found = look();
    expect(await found).toEqual(Array.from({ length: 8 }, () => 1));
  });

  it("name a binary file whose name is no UTF-8", async ({ skip }) => {
    const sandbox = useSandbox();
    try {
      writeFileSync(Buffer.from(`${sandbox.root}/bad-\xff.dat`, "latin1"), BINARY);
    } catch {
      skip();
    }
    const { fs } = await sandbox.open();
    expect((await fs.grep("worker \\d+", { regex: true })).skipped).toEqual([
      { path: expect.stringContaining("bad-"), reason: HOLDS },
    ]);
  });
});

describe("a shared look", () => {
  const KEY = "list";

  it("serves those who asked before it began, and nobody else", async () => {
    const looks = new SharedLooks<number>();
    let made = 0;
    const look = async (): Promise<number> => {
      made += 1;
      return made;
    };
    const early = looks.mark();
    expect(await Promise.all([1, 2, 3].map(() => looks.find({ key: KEY, mark: early }, look)))).toEqual([1, 1, 1]);
    expect(await looks.find({ key: "other", mark: early }, look)).toBe(2);
    expect(await looks.find({ key: KEY, mark: looks.mark() }, look)).toBe(3);
    expect(await looks.find({ key: KEY, mark: early }, look)).toBe(3);
  });

  it("that fails or finds nothing fails for one alone", async () => {
    const looks = new SharedLooks<number | undefined>();
    const mark = looks.mark();
    const outcomes: (() => Promise<number | undefined>)[] = [
      () => Promise.reject(new Error("gone")),
      () => Promise.resolve(undefined),
      () => Promise.resolve(7),
    ];
    const look = (): Promise<number | undefined> => (outcomes.shift() ?? (() => Promise.resolve(0)))();
    const found = await Promise.allSettled([1, 2, 3, 4].map(() => looks.find({ key: KEY, mark }, look)));
    expect(found.map((one) => (one.status === "fulfilled" ? one.value : one.status))).toEqual([
      "rejected",
      undefined,
      7,
      7,
    ]);
  });

  it("is not waited for by who is aborted, or has no time left", async () => {
    const looks = new SharedLooks<number>();
    const mark = looks.mark();
    const controller = new AbortController();
    const stuck = looks.find({ key: KEY, mark }, () => new Promise(() => {}));
    const aborted = looks.find({ key: KEY, mark, signal: controller.signal }, () => Promise.resolve(1));
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    expect(await looks.find({ key: KEY, mark, patienceMs: 1 }, () => Promise.resolve(2))).toBe(2);
    expect(stuck).toBeInstanceOf(Promise);
  });
});

describe("the walk for hidden directories", () => {
  function openWalks(sandbox: Sandbox) {
    const directory = STRONG.openRootDirectory(sandbox.root);
    const reader = createIgnoreReader([".gitignore"]);
    const walks = { count: 0 };
    const readChain = (): IgnoreChain => {
      walks.count += 1;
      return reader.start(directory);
    };
    const { ignoredDirectories } = reader;
    const find = (mark: number): Promise<FoundIgnored> =>
      ignoredDirectories.find({ directory, components: [], readChain }, mark);
    return { walks, find, mark: () => ignoredDirectories.mark(), close: () => directory.close() };
  }

  const names = ({ directories }: FoundIgnored): readonly string[] =>
    directories.map((one) => one.join("/")).toSorted();

  it("is shared by searches that were asked for before it began", async () => {
    const sandbox = useSandbox();
    sandbox.write({ ".gitignore": "build/\n", "build/x": "", "src/build/x": "", "src/a.txt": "" });
    const { walks, find, mark, close } = openWalks(sandbox);
    const marks = [mark(), mark(), mark()];
    const found = await Promise.all(marks.map((one) => find(one)));
    expect(found.map(names)).toEqual(marks.map(() => ["build", "src/build"]));
    expect(walks.count).toBe(1);
    expect(names(await find(marks[0] ?? 0))).toEqual(["build", "src/build"]);
    expect(walks.count).toBe(1);
    close();
  });

  it("is made anew for a search that was asked for later, whatever changed in between", async () => {
    const sandbox = useSandbox();
    sandbox.write({ ".gitignore": "build/\n", "build/x": "", "out/x": "", "src/gen/x": "" });
    const { find, mark, close } = openWalks(sandbox);
    const early = mark();
    const first = find(early);
    sandbox.write({ ".gitignore": "out/\n", "src/.gitignore": "gen/\n" });
    expect(names(await find(mark()))).toEqual(["out", "src/gen"]);
    sandbox.write({ "src/.gitignore": "" });
    expect(names(await find(mark()))).toEqual(["out"]);
    await first;
    close();
  });

  it("reads the rules when it begins, not when the search was asked for", async () => {
    const sandbox = useSandbox();
    sandbox.write({ ".gitignore": "build/\n", "build/x": "", "out/x": "" });
    const { find, mark, close } = openWalks(sandbox);
    const early = mark();
    sandbox.write({ ".gitignore": "out/\n" });
    const late = mark();
    expect(names(await find(early))).toEqual(["out"]);
    expect(names(await find(late))).toEqual(["out"]);
    close();
  });
});
