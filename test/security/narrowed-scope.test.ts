// What a request with narrower roots tries to reach of the wider ones: every way, by every operation, in both tiers.

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { failureOf } from "../support/outcome.js";
import { type Sandbox, TIERS, useSandbox } from "../support/temp-workspace.js";
import { snapshotTree } from "../support/tree-snapshot.js";
import { ATTACK_OPERATIONS } from "./attack-operations.js";

/** Paths from the narrowed directory `dir/inner`, all of which bare node:fs would follow from there. */
const ATTACKS: Readonly<Record<string, string>> = {
  "absolute path": "ROOT/secret",
  "absolute path of what lies between": "ROOT/dir/secret",
  "absolute path of the wider root": "ROOT",
  "absolute path of the parent": "ROOT/dir",
  "absolute path through the narrowed root": "ROOT/dir/inner/../secret",
  "steps up": "../../secret",
  "one step up": "../secret",
  "only up": "..",
  "down and up": "sub/../../secret",
  "up and back in": "../inner/file",
  "absolute path up and back in": "ROOT/dir/../dir/inner/file",
  "sibling with the name as prefix": "ROOT/dir/inner-evil/secret",
  "link up": "link-up",
  "absolute link": "link-absolute",
  "link to a directory above": "link-directory/secret",
  "link to the narrowed root's sibling": "link-sibling/secret",
  "another case": "ROOT/DIR/inner/../secret",
};

function layOut(sandbox: Sandbox): void {
  const inner = join(sandbox.root, "dir/inner");
  sandbox.write({ secret: "secret\n", "dir/secret": "secret\n", "dir/inner/file": "inside\n", "dir/inner/sub/x": "" });
  sandbox.write({ "dir/inner-evil/secret": "secret\n", "dir/inner/seed": "seed\n" });
  symlinkSync("../../secret", join(inner, "link-up"));
  symlinkSync(join(sandbox.root, "secret"), join(inner, "link-absolute"));
  symlinkSync("..", join(inner, "link-directory"));
  symlinkSync("../inner-evil", join(inner, "link-sibling"));
}

async function tryAll(sandbox: Sandbox, request: Workspace, path: string): Promise<readonly string[]> {
  const reached: string[] = [];
  for (const operation of ATTACK_OPERATIONS) {
    const { kind, text } = await failureOf(() => operation.run(request, path));
    const isRefused = ["path_outside_workspace", "symlink_escape"].includes(kind);
    if (!isRefused || text.includes("secret\\n")) reached.push(`${operation.name}: ${kind}`);
    if (operation.at !== "resolve" && operation.at !== "exec" && text.includes(sandbox.base)) reached.push(text);
  }
  return reached;
}

describe.each(TIERS)("a request with narrower roots on the $guarantees tier", (tier) => {
  test.each(Object.entries(ATTACKS))("does not reach the wider ones by %s", async (_name, path) => {
    const sandbox = useSandbox();
    layOut(sandbox);
    const before = JSON.stringify(snapshotTree(sandbox.root));
    const workspace = await sandbox.open({}, tier);
    const request = workspace.forRequest({ roots: [{ path: "dir/inner", access: "write" }] });
    const given = path.replaceAll("ROOT", sandbox.root);
    expect(await tryAll(sandbox, request, given)).toEqual([]);
    expect(JSON.stringify(snapshotTree(sandbox.root))).toBe(before);
  });

  test("does what it may: the same operations inside", async () => {
    const sandbox = useSandbox();
    layOut(sandbox);
    const workspace = await sandbox.open({}, tier);
    const request = workspace.forRequest({ roots: [{ path: "dir/inner", access: "write" }] });
    expect((await request.fs.readText("sub/../file")).content).toBe("inside\n");
    await request.fs.move("file", "sub/file");
    expect(readFileSync(join(sandbox.root, "dir/inner/sub/file"), "utf8")).toBe("inside\n");
  });
});

test("the attacks are real: the whole workspace reaches what they name", async () => {
  const sandbox = useSandbox();
  layOut(sandbox);
  mkdirSync(join(sandbox.root, "DIR/inner"), { recursive: true });
  writeFileSync(join(sandbox.root, "DIR/secret"), "secret\n");
  const workspace = await sandbox.open({ symlinks: "follow-inside", focus: "dir/inner" });
  for (const path of Object.values(ATTACKS)) {
    const given = path.replaceAll("ROOT", sandbox.root);
    expect(await workspace.fs.stat(given), given).not.toBeNull();
  }
});
