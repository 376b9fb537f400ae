import { describe, expect, test } from "vitest";
import { FsError } from "../../../src/errors.js";
import { IgnoreLevels } from "../../../src/search/ignore-levels.js";
import type { ListableStore } from "../../../src/stores/file-store.js";
import { type StoreWalk, walkStoreFiles } from "../../../src/stores/walk-store.js";
import { createListableStore } from "../../support/listable-store.js";

interface Walked {
  readonly paths: readonly string[];
  readonly skipped: readonly string[];
}

async function walk(store: ListableStore, options: Partial<StoreWalk> = {}): Promise<Walked> {
  const paths: string[] = [];
  const skipped: string[] = [];
  const onSkipped = (path: string, reason: string) => skipped.push(`${path}: ${reason}`);
  const complete: StoreWalk = {
    directory: "",
    rules: IgnoreLevels.start(),
    mayGoOn: () => true,
    canEnter: () => true,
    onSkipped,
    ...options,
  };
  for await (const path of walkStoreFiles(store, complete)) paths.push(path);
  return { paths, skipped };
}

function emptyFiles(...paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, ""]));
}

describe("order and extent", () => {
  test("files come in the order of names within each directory", async () => {
    const store = createListableStore(emptyFiles("b.txt", "a/z.txt", "a/b/c.txt", "c.txt", "a-b/x.txt"));
    expect((await walk(store)).paths).toEqual(["a/b/c.txt", "a/z.txt", "a-b/x.txt", "b.txt", "c.txt"]);
  });

  test("a walk from below names paths from the root", async () => {
    const store = createListableStore(emptyFiles("a/b/c.txt", "a/d.txt", "e.txt"));
    expect((await walk(store, { directory: "a" })).paths).toEqual(["a/b/c.txt", "a/d.txt"]);
  });

  test("hidden files are walked, .git is not, at any depth", async () => {
    const store = createListableStore(emptyFiles(".hidden/a", ".git/config", "sub/.git/config", "sub/.gitkeep"));
    expect((await walk(store)).paths).toEqual([".hidden/a", "sub/.gitkeep"]);
  });

  test("directories that the caller leaves out are not listed", async () => {
    const store = createListableStore(emptyFiles("in/a", "out/b"));
    expect((await walk(store, { canEnter: (directory) => directory !== "out" })).paths).toEqual(["in/a"]);
  });

  test("a walk ends where it may not go on, and looks no deeper", async () => {
    const store = createListableStore(emptyFiles("a/b", "a/c", "d/e", "f"));
    for (const [asked, paths] of [
      [0, []],
      [1, []],
      [2, ["a/b"]],
      [4, ["a/b", "a/c"]],
    ] as const) {
      let left = asked;
      const mayGoOn = async () => {
        left -= 1;
        return left >= 0;
      };
      expect((await walk(store, { mayGoOn })).paths).toEqual(paths);
    }
  });

  test("64 directories below one another are entered, the next is reported", async () => {
    const deepest = Array.from({ length: 63 }, () => "d").join("/");
    const store = createListableStore(emptyFiles(`${deepest}/seen`, `${deepest}/too-deep/unseen`));
    const walked = await walk(store);
    expect(walked.paths).toEqual([`${deepest}/seen`]);
    expect(walked.skipped).toEqual([`${deepest}/too-deep: lies deeper than 64 directories`]);
  });

  test("a directory that cannot be listed is reported and the walk goes on", async () => {
    const sound = createListableStore(emptyFiles("a/x", "b/y"));
    const list: ListableStore["list"] = async (path, options) => {
      if (path === "a") throw new FsError("permission_denied", "a: not allowed");
      return sound.list(path, options);
    };
    expect(await walk({ ...sound, list })).toEqual({ paths: ["b/y"], skipped: ["a: a: not allowed"] });
  });

  test("an abort ends the walk with its reason", async () => {
    const reason = new Error("gave up");
    const store = createListableStore(emptyFiles("a"));
    await expect(walk(store, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe("ignore files", () => {
  test.each<[string, Record<string, string>, readonly string[]]>([
    ["a rule hides files", { ".gitignore": "*.log", "a.log": "", "b.txt": "" }, [".gitignore", "b.txt"]],
    ["a rule hides a directory with all below", { ".gitignore": "out/", "out/deep/a": "", a: "" }, [".gitignore", "a"]],
    ["a nested file rules below itself only", { "sub/.gitignore": "a", "sub/a": "", a: "" }, ["a", "sub/.gitignore"]],
    [
      "the nearer file wins",
      { ".gitignore": "*.log", "sub/.gitignore": "!keep.log", "sub/keep.log": "" },
      [".gitignore", "sub/.gitignore", "sub/keep.log"],
    ],
    [
      "a later name wins",
      { ".gitignore": "*.log", ".ignore": "!a.log", "a.log": "" },
      [".gitignore", ".ignore", "a.log"],
    ],
    [
      "the last name wins over a nearer file",
      { ".agentignore": "a", "sub/.gitignore": "!a", "sub/a": "" },
      [".agentignore", "sub/.gitignore"],
    ],
    ["an anchored rule holds at its directory", { ".gitignore": "/a", a: "", "sub/a": "" }, [".gitignore", "sub/a"]],
  ])("%s", async (_what, files, paths) => {
    expect((await walk(createListableStore(files))).paths).toEqual(paths);
  });

  test("rules above the start hold below it, the start itself may be hidden", async () => {
    const store = createListableStore({ ".gitignore": "out/\n*.log", "out/a.log": "", "out/b.txt": "" });
    expect((await walk(store, { directory: "out" })).paths).toEqual(["out/b.txt"]);
  });

  test("an ignore file that cannot be read adds no rules", async () => {
    const sound = createListableStore({ ".gitignore": "*", a: "" });
    const readChunks: ListableStore["readChunks"] = () => {
      throw new FsError("permission_denied", "not allowed");
    };
    expect((await walk({ ...sound, readChunks })).paths).toEqual([".gitignore", "a"]);
  });

  test("of an over-long ignore file only the head is read", async () => {
    const sound = createListableStore({ ".gitignore": "", a: "" });
    let handedOut = 0;
    const readChunks: ListableStore["readChunks"] = async function* () {
      for (;;) {
        handedOut += 1;
        yield new TextEncoder().encode("b\n".repeat(512));
      }
    };
    expect((await walk({ ...sound, readChunks })).paths).toEqual([".gitignore", "a"]);
    expect(handedOut).toBe(65);
  });
});
