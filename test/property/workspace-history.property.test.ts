// Whatever is done through a workspace, taking it back leaves the tree that was there before, and doing it again the one after.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { kindOf } from "../support/outcome.js";
import { propertyRuns } from "../support/property-runs.js";

const path = fc.constantFrom("a", "b", "dir/a", "dir/sub/b", "new/c");
const directory = fc.constantFrom("dir", "dir/sub", "new", "other");
const content = fc.stringMatching(/^[ab\n]{0,8}$/);

type Step = (workspace: Workspace) => Promise<unknown>;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(path, content).map(
    ([to, text]): Step =>
      ({ fs }) =>
        fs.writeTextOverwrite(to, text, { createParents: true }),
  ),
  fc.tuple(path, path).map(
    ([from, to]): Step =>
      ({ fs }) =>
        fs.copy(from, to, { overwrite: true, createParents: true }),
  ),
  fc.tuple(path, path).map(
    ([from, to]): Step =>
      ({ fs }) =>
        fs.move(from, to, { overwrite: true, createParents: true }),
  ),
  path.map(
    (at): Step =>
      ({ fs }) =>
        fs.remove(at),
  ),
  directory.map(
    (at): Step =>
      ({ fs }) =>
        fs.remove(at, { recursive: true }),
  ),
  directory.map(
    (at): Step =>
      ({ fs }) =>
        fs.mkdir(at, { recursive: true }),
  ),
  fc.uniqueArray(fc.tuple(path, fc.option(content)), { maxLength: 4, selector: ([at]) => at }).map(
    (changes): Step =>
      ({ fs }) =>
        fs.applyChanges(
          changes.map(([at, text]) => ({ path: at, content: text === null ? null : Buffer.from(text) })),
          { createParents: true },
        ),
  ),
);

/** Every file with its mode and content, and every directory. */
async function treeOf(workspace: Workspace, at = "."): Promise<readonly string[]> {
  const { entries } = await workspace.fs.list(at, { includeIgnored: true });
  const parts = entries.map(async ({ name, type }) => {
    const below = at === "." ? name : `${at}/${name}`;
    if (type === "dir") return [`${below}/`, ...(await treeOf(workspace, below))];
    const { content: text } = await workspace.fs.readText(below);
    return [`${below} ${(await workspace.fs.stat(below))?.mode} ${JSON.stringify(text)}`];
  });
  return (await Promise.all(parts)).flat();
}

async function countChanges(workspace: Workspace): Promise<number> {
  return (await workspace.history.list()).filter(({ state }) => state === "committed").length;
}

test("undoing any number of changes and doing them again gives the trees of before and after", async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(), async (steps, choice) => {
    const files = { a: "a\nb\n", "dir/a": "x", "dir/sub/b": "" };
    const workspace = createInMemoryWorkspace({ files, trusted: true });
    const trees = [await treeOf(workspace)];
    for (const run of steps) {
      await kindOf(() => run(workspace));
      if ((await countChanges(workspace)) === trees.length) trees.push(await treeOf(workspace));
    }
    const count = trees.length - 1;
    if (count === 0) return;
    const undone = 1 + (choice % count);
    await workspace.history.undo(undone);
    expect(await treeOf(workspace)).toEqual(trees.at(-1 - undone));
    await workspace.history.redo();
    expect(await treeOf(workspace)).toEqual(trees.at(-1));
    for (let left = count; left > 0; left -= 1) {
      await workspace.history.undo();
      expect(await treeOf(workspace)).toEqual(trees[left - 1]);
    }
  });
  await fc.assert(property, { numRuns: propertyRuns(50) });
});
