// What a process without the right to read it says of a directory, which is not that nothing is there.

import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { askAsNobody, MAY_SWITCH_USER } from "../../support/as-nobody.js";
import { Sandbox } from "../../support/temp-workspace.js";

const NONE = "[no files match; only **/ looks below a directory, and ignored files are left out]";

/** Runs statements that ask the tools as a user without rights. */
function askTools(root: string, statements: string): unknown {
  return askAsNobody(`
    const workspace = await sources.openWorkspace({ root: ${JSON.stringify(root)}, trusted: false });
    const [glob, list] = [sources.createGlobTool({ workspace }), sources.createListTool({ workspace })];
    const show = async (tool, input) => tool.toModelOutput({ output: await tool.execute(input) }).value;
    ${statements}
    await workspace.close();`);
}

test.skipIf(!MAY_SWITCH_USER)("glob and the list of a tree name directories that may not be read", () => {
  const sandbox = new Sandbox();
  onTestFinished(() => sandbox.remove());
  sandbox.write({ "locked/a.txt": "one\n", "open/locked/b.txt": "one\n", "c.md": "" });
  for (const path of [sandbox.base, sandbox.root, join(sandbox.root, "open")]) chmodSync(path, 0o755);
  for (const path of ["locked", "open/locked"]) chmodSync(join(sandbox.root, path), 0);
  const found = askTools(
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
