// The time of a node's last change: asked for alone, it is the one that a whole look answers.

import { symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createMemoryRoot } from "../../../src/workspace/directories/memory-directory.js";
import { TIERS, useSandbox } from "../../support/temp-workspace.js";

/** What a time of this century in milliseconds is exact to as a floating-point number. */
const EXACT_MS = 0.001;

describe.each(TIERS)("in the $guarantees tier", ({ openRootDirectory }) => {
  test("the time of a file, a directory and a link itself", () => {
    const sandbox = useSandbox();
    sandbox.write({ "a.txt": "a", "dir/b.txt": "b" });
    utimesSync(join(sandbox.root, "a.txt"), 1_700_000_000.123_456, 1_600_000_000.123_456);
    symlinkSync("a.txt", join(sandbox.root, "link"));
    const root = openRootDirectory(sandbox.root);
    for (const name of ["a.txt", "dir", "link"]) {
      const difference = (root.modifiedMs(name) ?? 0) - (root.lookup(name)?.mtimeMs ?? Number.NaN);
      expect(Math.abs(difference)).toBeLessThan(EXACT_MS);
    }
    expect(root.modifiedMs("link")).not.toBe(root.modifiedMs("a.txt"));
    expect(root.modifiedMs("none")).toBeNull();
    root.close();
  });
});

test("in memory", () => {
  const root = createMemoryRoot([{ components: ["a.txt"], bytes: new Uint8Array() }]);
  expect(root.modifiedMs("a.txt")).toBe(root.lookup("a.txt")?.mtimeMs);
  expect(root.modifiedMs("none")).toBeNull();
});
