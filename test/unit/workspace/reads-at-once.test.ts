import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { useSandbox } from "../../support/temp-workspace.js";

test.skipIf(process.platform === "win32")("a thousand reads at once do not run out of descriptors", () => {
  const sandbox = useSandbox();
  sandbox.write({ "a/b/large.txt": "line\n".repeat(40_000) });
  const source = new URL("../../../src/workspace/open-workspace.ts", import.meta.url).href;
  const script = `
    const { openWorkspace } = await import(${JSON.stringify(source)});
    const workspace = await openWorkspace({ root: ${JSON.stringify(sandbox.root)}, trusted: false });
    const reads = Array.from({ length: 1000 }, () => workspace.fs.readFile("a/b/large.txt"));
    const settled = await Promise.allSettled(reads);
    console.log(settled.filter(({ status }) => status === "rejected").length);
    await workspace.close();`;
  const command = 'ulimit -n 256 && exec "$0" --import tsx --input-type=module -e "$1"';
  const child = spawnSync("/bin/sh", ["-c", command, process.execPath, script], { encoding: "utf8" });
  expect(child.stderr).toBe("");
  expect(child.stdout.trim()).toBe("0");
});
