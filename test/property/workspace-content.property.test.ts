// Content through the boundary: what is written is read, and windows by cursor join to the file.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256Of } from "../../src/text/sha256.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { Sandbox, TEST_SCALE } from "../support/temp-workspace.js";

fc.configureGlobal({ seed: 20_260_101 });

const line = fc
  .array(fc.constantFrom("a", "é", "€", "😀", " ", "\t"), { maxLength: 12 })
  .map((parts) => parts.join(""));
const ending = fc.constantFrom("\n", "\n", "\r\n", "\r");
const content = fc
  .array(fc.tuple(line, ending), { maxLength: 30 })
  .chain((lines) => line.map((last) => lines.map((parts) => parts.join("")).join("") + last));

async function joinWindows(workspace: Workspace, window: { limit?: number; maxBytes: number }): Promise<string> {
  let joined = "";
  let options: { cursor?: string } = {};
  for (let windows = 0; windows < 10_000; windows++) {
    const { content: part, meta } = await workspace.fs.readText("file", { ...window, ...options });
    joined += part;
    if (meta.nextCursor === undefined) return joined;
    expect(meta.truncated).toBe(true);
    options = { cursor: meta.nextCursor };
  }
  throw new Error("the windows never end");
}

async function withBoth(run: (workspace: Workspace) => Promise<void>): Promise<void> {
  const sandbox = new Sandbox();
  try {
    await run(await sandbox.open());
    await run(createInMemoryWorkspace({ trusted: true }));
  } finally {
    await sandbox.remove();
  }
}

describe("content", () => {
  test("comes back byte for byte", async () => {
    const cases = fc.record({
      bytes: fc.uint8Array({ maxLength: 5000 }),
      offset: fc.nat(6000),
      length: fc.nat({ max: 6000 }),
    });
    const property = fc.asyncProperty(cases, ({ bytes, offset, length }) =>
      withBoth(async (workspace) => {
        const written = await workspace.fs.writeBytes("file", bytes);
        expect(written).toMatchObject({ created: true, sha256: sha256Of(bytes), bytesWritten: bytes.length });
        expect(Buffer.from(await workspace.fs.readFile("file")).equals(bytes)).toBe(true);
        const window = await workspace.fs.readBytes("file", { offset, length });
        expect(Buffer.from(window.bytes).equals(bytes.subarray(offset, offset + length))).toBe(true);
        const parts: Uint8Array[] = [];
        for await (const part of workspace.fs.readChunks("file", { start: offset, end: offset + length }))
          parts.push(part);
        expect(Buffer.concat(parts).equals(bytes.subarray(offset, offset + length))).toBe(true);
      }),
    );
    await fc.assert(property, { numRuns: 60 * TEST_SCALE });
  });

  test("joins from its windows to the whole text", async () => {
    const limits = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined });
    const property = fc.asyncProperty(content, limits, fc.integer({ min: 4, max: 40 }), (text, limit, maxBytes) =>
      withBoth(async (workspace) => {
        await workspace.fs.writeTextOverwrite("file", text);
        expect((await workspace.fs.readText("file")).content).toBe(text);
        const window = limit === undefined ? { maxBytes } : { limit, maxBytes };
        expect(await joinWindows(workspace, window)).toBe(text);
      }),
    );
    await fc.assert(property, { numRuns: 60 * TEST_SCALE });
  });
});
