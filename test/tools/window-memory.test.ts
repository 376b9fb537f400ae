import { describe, expect, test } from "vitest";
import { readLineWindow } from "../../src/text/line-window.js";
import { createWindowMemory } from "../../src/tools/reading/window-memory.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";

const LINES = Array.from({ length: 5000 }, (_, index) => `line ${index + 1}\n`);

function isInside(bytes: Uint8Array, memory: Uint8Array): boolean {
  return bytes.buffer === memory.buffer;
}

describe("memory that windows are read into", () => {
  test("holds a window that fits, and no other", async () => {
    const { fs } = createInMemoryWorkspace({ files: { "a.txt": LINES.join("") } });
    for (const [size, fits] of [
      [100_000, true],
      [10, false],
    ] as const) {
      const memory = new Uint8Array(size);
      await fs.holdFile("a.txt", async (held) => {
        const window = await held.readLines({ startLine: 2, maxBytes: 30_000, maxLines: 2, encoding: "utf-8", memory });
        expect(Buffer.from(window.bytes).toString()).toBe("line 2\nline 3\n");
        expect(isInside(window.bytes, memory)).toBe(fits);
      });
    }
  });

  test("is not used for what is read to find a window", async () => {
    const content = Buffer.from(LINES.join(""));
    const memory = new Uint8Array(content.length);
    const lent: (Uint8Array | undefined)[] = [];
    const source = {
      sizeBytes: content.length,
      read: async function* (start: number, end: number) {
        yield content.subarray(start, end);
      },
      readAtOnce: (start: number, end: number, given?: Uint8Array) => {
        lent.push(given);
        return content.subarray(start, end);
      },
    };
    await readLineWindow(source, { startLine: -2, maxBytes: 1000, encoding: "utf-8", memory });
    expect(lent.filter((given) => given !== undefined)).toEqual([memory]);
  });

  test("is lent to one at a time, and again after a failure", async () => {
    const memory = createWindowMemory();
    const first = await memory.lend(async (lent) => {
      expect(await memory.lend(async (second) => second)).toBeUndefined();
      return lent;
    });
    await expect(memory.lend(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(first).toBeInstanceOf(Uint8Array);
    expect(await memory.lend(async (lent) => lent)).toBe(first);
  });
});
