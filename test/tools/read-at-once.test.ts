import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createReadTool } from "../../src/tools/read.js";
import { MinimalStore } from "../support/minimal-store.js";

class CountingStore extends MinimalStore {
  reading = 0;
  most = 0;

  override async read(path: string): Promise<Uint8Array | null> {
    this.reading += 1;
    this.most = Math.max(this.most, this.reading);
    await nextTurn();
    this.reading -= 1;
    return super.read(path);
  }
}

it("calls made at once read a few files at a time, and each gets its own answer", async () => {
  const store = new CountingStore();
  const paths = Array.from({ length: 200 }, (_, index) => `file-${index}.txt`);
  for (const path of paths) await store.write(path, new TextEncoder().encode(path));
  const read = createReadTool({ store });
  const outputs = await Promise.all(paths.map((path) => read.execute({ path })));
  expect(outputs.map((output) => "content" in output && output.content)).toEqual(paths);
  expect(store.most).toBeGreaterThan(1);
  expect(store.most).toBeLessThanOrEqual(16);
});
