// What a process without the right to read it says of a directory, which is not that nothing is there.

import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Sandbox } from "../../support/temp-workspace.js";

const NOBODY = 65_534;
const SOURCE = new URL("../../../src/index.ts", import.meta.url).href;
const NONE = "[no files match; only **/ looks below a directory, and ignored files are left out]";

/** Runs statements that fill `found` as a user without rights, and answers it. */
function askAsNobody(root: string, statements: string): unknown {
  const script = `
    process.setgid(${NOBODY}); process.setuid(${NOBODY});
    const { openWorkspace, createGlobTool, createListTool } = await import(${JSON.stringify(SOURCE)});
    const workspace = await openWorkspace({ root: ${JSON.stringify(root)} });
    const [glob, list] = [createGlobTool({ workspace }), createListTool({ workspace })];
    const show = async (tool, input) => tool.toModelOutput({ output: await tool.execute(input) }).value;
    const found = [];
    ${statements}
    console.log(JSON.stringify(found));
    await workspace.close();`;
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

test.skipIf(process.getuid?.() !== 0)("glob and the list of a tree name directories that may not be read", () => {
  const sandbox = new Sandbox();
  onTestFinished(() => sandbox.remove());
  sandbox.write({ "locked/a.txt": "one\n", "open/locked/b.txt": "one\n", "c.md": "" });
  for (const path of [sandbox.base, sandbox.root, join(sandbox.root, "open")]) chmodSync(path, 0o755);
  for (const path of ["locked", "open/locked"]) chmodSync(join(sandbox.root, path), 0);
  const found = askAsNobody(
    sandbox.root,
    `for (const pattern of ["**/*.txt", "*.md", "open/**"]) found.push(await show(glob, { pattern }));
    for (const depth of [1, 2, 3]) found.push(await show(list, { depth }));`,
  );
  const [locked, below] = ["locked (permission denied)", "open/locked (permission denied)"];
  const tree = "locked/\nopen/\n  locked/\nc.md\t0 bytes";
  expect(found).toEqual([
    `[the search is not complete]\n[not searched: ${locked}, ${below}]\n${NONE}`,
    "c.md",
    `[the search is not complete]\n[not searched: ${below}]\n${NONE}`,
    "locked/\nopen/\nc.md\t0 bytes",
    `${tree}\n[not searched: ${locked}]`,
    `${tree}\n[not searched: ${locked}, ${below}]`,
  ]);
});
