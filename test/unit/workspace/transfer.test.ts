// Copy, move and remove: what they may replace, what they leave alone, and what they refuse as a whole.

import { existsSync, linkSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kindOf } from "../../support/outcome.js";
import { TIERS, useSandbox } from "../../support/temp-workspace.js";

describe.each(TIERS)("on the $guarantees tier", (tier) => {
  test("a file is not copied or moved to a name that can only be a directory", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "x" });
    const workspace = await sandbox.open({}, tier);
    expect(await kindOf(() => workspace.fs.copy("file", "new/"))).toBe("not_a_file");
    expect(await kindOf(() => workspace.fs.move("file", "new/"))).toBe("not_a_file");
    expect(existsSync(join(sandbox.root, "new"))).toBe(false);
  });

  test("a file moves to another directory with its content and mode", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "a/file": "x", "b/other": "y" });
    const workspace = await sandbox.open({}, tier);
    await workspace.fs.move("a/file", "b/file");
    expect(readFileSync(join(sandbox.root, "b/file"), "utf8")).toBe("x");
    expect(existsSync(join(sandbox.root, "a/file"))).toBe(false);
    expect(statSync(join(sandbox.root, "b/file")).nlink).toBe(1);
    expect(await kindOf(() => workspace.fs.move("b/other", "b/file"))).toBe("file_already_exists");
  });

  test("moving over another name of the same file leaves one name", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "x" });
    linkSync(join(sandbox.root, "file"), join(sandbox.root, "twin"));
    const workspace = await sandbox.open({}, tier);
    await workspace.fs.move("file", "twin", { overwrite: true });
    expect(readdirSync(sandbox.root)).toEqual(["twin"]);
  });

  test("a tree with names that are not UTF-8 is moved and removed whole", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "tree/a": "x", "tree/\\xFF": "y" });
    const raw = Buffer.concat([Buffer.from(`${sandbox.root}/tree/`), Buffer.from([0xff])]);
    writeFileSync(raw, "z");
    const workspace = await sandbox.open({}, tier);
    await workspace.fs.move("tree", "moved");
    expect(readdirSync(join(sandbox.root, "moved"))).toHaveLength(3);
    expect((await workspace.fs.readText('moved/"\\xFF"')).content).toBe("z");
    await workspace.fs.remove("moved", { recursive: true });
    expect(readdirSync(sandbox.root)).toEqual([]);
  });

  test("a copy is audited as a change of its target", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "four" });
    const workspace = await sandbox.open({ rawPaths: true }, tier);
    await workspace.fs.copy("file", "copy");
    expect(workspace.audit.recent()).toMatchObject([{ intent: "write", path: "copy", bytesWritten: 4, outcome: "ok" }]);
  });

  test("without trust a copy is refused whatever its source", async () => {
    const sandbox = useSandbox();
    const workspace = await sandbox.open({ trusted: false }, tier);
    expect(await kindOf(() => workspace.fs.copy("missing", "copy"))).toBe("untrusted_workspace");
  });
});

test("a path of any length is refused in few words", async () => {
  const workspace = await useSandbox().open();
  const failure = await workspace.fs.readFile(`missing/${"a".repeat(100_000)}`).catch((error: unknown) => error);
  expect(String(failure).length).toBeLessThan(500);
});
