// Any path over any tree with links: the walk never leaves the root, and where it arrives bare realpath arrives too.

import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFsError } from "../../src/errors.js";
import { Sandbox, TEST_SCALE, TIERS } from "../support/temp-workspace.js";

fc.configureGlobal({ seed: 20_260_101 });

const NAMES = ["a", "b", "c"];
const name = fc.constantFrom(...NAMES);
const step = fc.constantFrom(...NAMES, ...NAMES, "..", "..", ".", "");
const relative = fc.array(step, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("/"));
const target = fc.oneof(
  relative,
  relative.map((path) => `ROOT/${path}`),
  relative.map((path) => `OUTSIDE/${path}`),
  relative.map((path) => `../outside/${path}`),
);
const place = fc.array(name, { minLength: 1, maxLength: 3 });

const entry = fc.oneof(
  fc.record({ kind: fc.constant("file" as const), place }),
  fc.record({ kind: fc.constant("dir" as const), place }),
  fc.record({ kind: fc.constant("link" as const), place, target }),
);

type Entry = typeof entry extends fc.Arbitrary<infer Value> ? Value : never;

function fillIn(sandbox: Sandbox, text: string): string {
  return text.replace(/^ROOT/, sandbox.root).replace(/^OUTSIDE/, sandbox.outside);
}

/** Makes an entry where the tree still lets it be made. */
function make(sandbox: Sandbox, made: Entry): void {
  const path = join(sandbox.root, ...made.place);
  try {
    if (!realpathSync(dirname(path)).startsWith(sandbox.root)) return;
    if (made.kind === "dir") mkdirSync(path);
    else if (made.kind === "file") writeFileSync(path, "inside");
    else symlinkSync(fillIn(sandbox, made.target) || ".", path);
  } catch {
    // Something is there already, or its parent is not.
  }
}

function realpathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function isInside(sandbox: Sandbox, path: string): boolean {
  return path === sandbox.root || path.startsWith(`${sandbox.root}/`);
}

async function check(sandbox: Sandbox, given: string, tier: (typeof TIERS)[number]): Promise<void> {
  const workspace = await sandbox.open({}, tier);
  const bare = realpathOf(given.startsWith("/") ? given : `${sandbox.root}/${given}`);
  const resolved = await workspace.fs.resolve(given, "read").catch((error: unknown) => error);
  await workspace.close();
  if (typeof resolved === "string") {
    expect(isInside(sandbox, resolved)).toBe(true);
    expect(resolved).toBe(bare);
    return;
  }
  expect(isFsError(resolved)).toBe(true);
  // The walk may refuse what bare resolution reaches, but only for what leaves the root on the way or has many links.
  const kinds = bare === undefined ? undefined : ["path_outside_workspace", "symlink_escape"];
  if (isFsError(resolved) && kinds !== undefined) expect(kinds).toContain(resolved.kind);
}

/** Resolves all paths in one tree and answers how many of them lead somewhere. */
async function checkAll(
  tree: { readonly entries: readonly Entry[]; readonly paths: readonly string[] },
  tier: (typeof TIERS)[number],
): Promise<number> {
  const sandbox = new Sandbox();
  try {
    for (const path of ["a/b", "b", "c"]) mkdirSync(join(sandbox.outside, path), { recursive: true });
    for (const each of tree.entries) make(sandbox, each);
    const given = tree.paths.map((path) => fillIn(sandbox, path)).filter((path) => path !== "");
    for (const path of given) await check(sandbox, path, tier);
    return given.filter((path) => realpathOf(`${sandbox.root}/${path}`) !== undefined).length;
  } finally {
    await sandbox.remove();
  }
}

describe.each(TIERS)("resolving on the $guarantees tier", (tier) => {
  test("never leaves the root and agrees with the operating system", async () => {
    let arrivals = 0;
    const trees = fc.record({
      entries: fc.array(entry, { maxLength: 12 }),
      paths: fc.array(target, { minLength: 4, maxLength: 8 }),
    });
    const property = fc.asyncProperty(trees, async (tree) => {
      arrivals += await checkAll(tree, tier);
    });
    await fc.assert(property, { numRuns: 150 * TEST_SCALE });
    expect(arrivals).toBeGreaterThan(50);
  });
});
