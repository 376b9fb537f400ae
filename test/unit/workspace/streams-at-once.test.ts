import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import { useSandbox } from "../../support/temp-workspace.js";

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

test.skipIf(process.platform === "win32")("three thousand streams at once do not run out of descriptors", () => {
  const sandbox = useSandbox();
  sandbox.write({ "a/b/large.txt": "line\n".repeat(40_000) });
  const source = new URL("../../../src/workspace/open-workspace.ts", import.meta.url).href;
  const script = `
    const { openWorkspace } = await import(${JSON.stringify(source)});
    const workspace = await openWorkspace({ root: ${JSON.stringify(sandbox.root)}, trusted: false });
    const read = async () => { for await (const _ of workspace.fs.readChunks("a/b/large.txt")); };
    const settled = await Promise.allSettled(Array.from({ length: 3000 }, read));
    console.log(settled.filter(({ status }) => status === "rejected").length);
    await workspace.close();`;
  const command = 'ulimit -n 256 && exec "$0" --import tsx --input-type=module -e "$1"';
  const child = spawnSync("/bin/sh", ["-c", command, process.execPath, script], { encoding: "utf8" });
  expect(child.stderr).toBe("");
  expect(child.stdout.trim()).toBe("0");
});

test("streams that nobody reads on hold up neither others nor reads", async () => {
  const { fs } = createInMemoryWorkspace({ files: { "a.txt": "x".repeat(200_000) } });
  const stalled = Array.from({ length: 32 }, () => fs.readChunks("a.txt")[Symbol.asyncIterator]());
  for (const stream of stalled) await stream.next();
  expect((await fs.readFile("a.txt")).length).toBe(200_000);
  expect(await collect(fs.readChunks("a.txt"))).toBe(200_000);
  for (const stream of stalled) await stream.return?.();
});

test("a stream that is aborted while it waits rejects with the reason, and leaves its place to others", async () => {
  const { fs, audit } = createInMemoryWorkspace({ files: { "a.txt": "x".repeat(200_000) } });
  const stalled = Array.from({ length: 32 }, () => fs.readChunks("a.txt")[Symbol.asyncIterator]());
  for (const stream of stalled) await stream.next();
  const controller = new AbortController();
  const waiting = collect(fs.readChunks("a.txt", { signal: controller.signal }));
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(audit.recent().at(-1)).toMatchObject({ outcome: "failed" });
  for (const stream of stalled) await stream.return?.();
  expect(await collect(fs.readChunks("a.txt"))).toBe(200_000);
});
