import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
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
