// Windows of large files over stores that treat the range of readChunks in every way that has been seen.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FsError } from "../../src/errors.js";
import type { ByteRange, FileStore } from "../../src/stores/file-store.js";
import { createReadTool } from "../../src/tools/read.js";
import { propertyRuns } from "../support/property-runs.js";

const LINES = 150_000;
const CONTENT = Buffer.from(Array.from({ length: LINES }, (_, index) => `line ${index + 1} of it\n`).join(""));

type ReadChunks = FileStore["readChunks"];

function createStore(readChunks: ReadChunks, overrides: Partial<FileStore> = {}): FileStore {
  return {
    stat: async () => ({ type: "file", size: CONTENT.length, mode: 0o644, mtime: 1 }),
    read: async () => {
      throw new Error("a large file must not be read at once");
    },
    readChunks,
    write: async () => undefined,
    ...overrides,
  };
}

async function* streamPart(start: number, end: number, chunkBytes = 60_000): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += chunkBytes) yield CONTENT.subarray(at, Math.min(at + chunkBytes, end));
}

const clamp = ({ start = 0, end = CONTENT.length }: ByteRange = {}): [number, number] => [
  start,
  Math.min(end, CONTENT.length),
];
const whole = (): AsyncGenerator<Uint8Array> => streamPart(0, CONTENT.length);

const WAYS: Readonly<Record<string, ReadChunks>> = {
  "keeps to it": (_path, range) => streamPart(...clamp(range)),
  "takes one parameter": (_path) => whole(),
  "ignores it": (_path, _range) => whole(),
  "has a default for it": (_path, range = {}) => streamPart(...clamp(range)),
  "takes rest parameters": (...[_path, range]) => streamPart(...clamp(range)),
  "takes rest parameters and ignores it": (..._parameters) => whole(),
  "ignores the start": (_path, range) => streamPart(0, clamp(range)[1]),
  "ignores the end": (_path, range) => streamPart(clamp(range)[0], CONTENT.length),
  "takes the end for a length": (_path, range) => {
    const [start, end] = clamp(range);
    return streamPart(start, Math.min(start + end, CONTENT.length));
  },
  "includes the end": (_path, range) => {
    const [start, end] = clamp(range);
    return streamPart(start, Math.min(end + 1, CONTENT.length));
  },
  "answers whole blocks": (_path, range) => {
    const [start, end] = clamp(range);
    return streamPart(start - (start % 4096), Math.min(Math.ceil(end / 4096) * 4096, CONTENT.length));
  },
};

describe.each(Object.entries(WAYS))("a store whose readChunks %s", (_way, readChunks) => {
  it("never labels a line wrong", async () => {
    const tool = createReadTool({ store: createStore(readChunks) });
    const offsets = fc.oneof(fc.integer({ min: 1, max: LINES - 3 }), fc.integer({ min: -LINES, max: -3 }));
    await fc.assert(
      fc.asyncProperty(offsets, async (offset) => {
        const first = offset > 0 ? offset : LINES + 1 + offset;
        const content = [0, 1, 2].map((step) => `line ${first + step} of it\n`).join("");
        const output = await tool.execute({ path: "big.txt", offset, limit: 3 });
        expect(output).toMatchObject({ content, startLine: first, endLine: first + 2 });
      }),
      { numRuns: propertyRuns(5), examples: [[2001], [140_000], [-3]] },
    );
  });

  it("is read from either end to the other", async () => {
    const tool = createReadTool({ store: createStore(readChunks) });
    const output = await tool.execute({ path: "big.txt", offset: LINES, limit: 5 });
    expect(output).toMatchObject({ content: `line ${LINES} of it\n`, totalLines: LINES, truncated: false });
  });
});

describe("a store that says another size than it answers", () => {
  it.each([
    ["fewer bytes of a range", createStore((_path, range) => streamPart(clamp(range)[0], clamp(range)[1] - 1))],
    ["fewer bytes of the file", createStore((_path) => streamPart(0, CONTENT.length - 1))],
    ["nothing of a range", createStore((_path, _range) => streamPart(0, 0))],
  ])("fails where it answers %s", async (_what, store) => {
    const output = await createReadTool({ store }).execute({ path: "big.txt", offset: LINES - 1 });
    expect(output).toMatchObject({ error: { kind: "io_error", message: expect.stringContaining("another size") } });
  });

  it("fails where the file is longer than its stat says", async () => {
    const stat = async () => ({ type: "file", size: CONTENT.length - 10, mode: 0o644, mtime: 1 }) as const;
    const store = createStore((_path) => whole(), { stat });
    const output = await createReadTool({ store }).execute({ path: "big.txt", offset: -1 });
    expect(output).toMatchObject({ error: { kind: "io_error", message: expect.stringContaining("another size") } });
  });

  it("takes no stat's word for a small file, which is read at once", async () => {
    const bytes = Buffer.from("one\ntwo\n");
    const store = createStore(() => whole(), {
      stat: async () => ({ type: "file", size: 3, mode: 0o644, mtime: 1 }),
      read: async () => bytes,
    });
    const output = await createReadTool({ store }).execute({ path: "small.txt" });
    expect(output).toMatchObject({ content: "one\ntwo\n", sizeBytes: 8, totalLines: 2 });
  });
});

it("hands on what the store throws", async () => {
  const store = createStore((path) => {
    throw new FsError("permission_denied", `${path} is closed.`, { path });
  });
  expect(await createReadTool({ store }).execute({ path: "big.txt", offset: 9 })).toMatchObject({
    error: { kind: "permission_denied" },
  });
});
