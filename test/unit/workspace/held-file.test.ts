// Windows of files that change while, before and after they are read, on a real disk.

import {
  appendFileSync,
  closeSync,
  openSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createOpenFile } from "../../../src/workspace/directories/file-handles.js";
import { toNodeStat } from "../../../src/workspace/directories/node-stat.js";
import { createFileNotesCache } from "../../../src/workspace/gate/file-notes.js";
import type { HeldFile, Workspace } from "../../../src/workspace/interfaces/workspace.js";
import { useHeldFile } from "../../../src/workspace/reading/held-file.js";
import { type Sandbox, TIERS, useSandbox } from "../../support/temp-workspace.js";

const LINE_BYTES = 20;

function lines(from: number, to: number, label = "line"): string {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return numbers.map((number) => `${label} ${number}`.padEnd(LINE_BYTES - 1).concat("\n")).join("");
}

/** Puts a file and answers where it lies. */
function put(sandbox: Sandbox, name: string, content: string | Uint8Array): string {
  sandbox.write({ [name]: content });
  return join(sandbox.root, name);
}

interface Window {
  readonly text: string;
  readonly startLine: number;
  readonly totalLines: number | undefined;
}

function readAt(startLine: number, maxLines = 2): (file: HeldFile) => Promise<Window> {
  return async (file) => {
    const window = await file.readLines({ startLine, maxLines, maxBytes: 4096, encoding: "utf-8" });
    const { startLine: first, totalLines } = window;
    return { text: Buffer.from(window.bytes).toString(), startLine: first, totalLines };
  };
}

async function bytesRead(workspace: Workspace, read: () => Promise<unknown>): Promise<number> {
  await read();
  return workspace.audit.recent().at(-1)?.bytesRead ?? 0;
}

describe.each(TIERS)("a far window in the $guarantees tier", (tier) => {
  it("is found without counting again, and from the end without counting at all", async () => {
    const sandbox = useSandbox();
    put(sandbox, "a.log", lines(1, 200_000));
    const workspace = await sandbox.open({}, tier);
    const { fs } = workspace;
    const first = await bytesRead(workspace, () => fs.holdFile("a.log", readAt(150_000)));
    expect(first).toBeGreaterThan(149_000 * LINE_BYTES);
    const again = await bytesRead(workspace, async () => {
      expect((await fs.holdFile("a.log", readAt(149_000))).text).toBe(lines(149_000, 149_001));
    });
    expect(again).toBeLessThan(256 * 1024);
    const tail = await bytesRead(workspace, () =>
      fs.holdFile("a.log", (file) =>
        file.readLines({ startLine: -2, maxBytes: 4096, maxCountBytes: 0, encoding: "utf-8" }),
      ),
    );
    expect(tail).toBeLessThan(128 * 1024);
  });

  it("stays right while a very large file grows, and is not counted again", async () => {
    const sandbox = useSandbox();
    const count = Math.ceil((65 * 1024 * 1024) / LINE_BYTES);
    const path = put(sandbox, "a.log", lines(1, count));
    const workspace = await sandbox.open({}, tier);
    await workspace.fs.holdFile("a.log", readAt(count));
    appendFileSync(path, lines(count + 1, count + 10));
    const bytes = await bytesRead(workspace, async () => {
      const window = await workspace.fs.holdFile("a.log", readAt(count + 5, 100));
      expect(window).toEqual({
        text: lines(count + 5, count + 10),
        startLine: count + 5,
        totalLines: count + 10,
      });
    });
    expect(bytes).toBeLessThan(256 * 1024);
  });

  it.each<[string, (path: string) => void]>([
    [
      "replaced",
      (path) => {
        writeFileSync(`${path}.new`, lines(1, 90_000, "x\nline"));
        renameSync(`${path}.new`, path);
      },
    ],
    ["rewritten in place, larger", (path) => writeFileSync(path, lines(1, 120_000, "x\nline"))],
    ["rewritten in place, smaller", (path) => writeFileSync(path, lines(1, 50_000, "x\nline"))],
    ["changed in front, as long as before", (path) => joinFirstLines(path)],
    [
      "changed in front, and grew",
      (path) => {
        joinFirstLines(path);
        appendFileSync(path, lines(100_001, 100_010));
      },
    ],
    ["truncated", (path) => truncateSync(path, 80_000 * LINE_BYTES)],
    ["rewritten with its old times", (path) => rewriteWithOldTimes(path)],
  ])("is right in a file that was %s", async (_name, change) => {
    const sandbox = useSandbox();
    const path = put(sandbox, "a.log", lines(1, 100_000));
    utimesSync(path, 1000, 1000);
    const workspace = await sandbox.open({}, tier);
    await workspace.fs.holdFile("a.log", readAt(99_999));
    change(path);
    const fresh = await sandbox.open({}, tier);
    for (const line of [40_000, 70_000, 99_000]) {
      expect(await workspace.fs.holdFile("a.log", readAt(line))).toEqual(
        await fresh.fs.holdFile("a.log", readAt(line)),
      );
    }
  });
});

function joinFirstLines(path: string): void {
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, "X", LINE_BYTES - 1);
  closeSync(descriptor);
}

function rewriteWithOldTimes(path: string): void {
  writeFileSync(path, lines(1, 100_000, "x\nlin"));
  utimesSync(path, 1000, 1000);
}

describe("a file that changes while it is read", () => {
  it("is read again when it was changed between the look at it and its opening", async () => {
    const sandbox = useSandbox();
    const path = put(sandbox, "a.txt", lines(1, 10));
    utimesSync(path, 1000, 1000);
    const found = statSync(path, { bigint: true });
    writeFileSync(path, lines(1, 10, "LINE"));
    const file = createOpenFile(openSync(path, "r"), toNodeStat(found));
    const uses: string[] = [];
    await useHeldFile({ file, path: "a.txt", notes: createFileNotesCache() }, async (held) => {
      uses.push((await readAt(1)(held)).text);
    });
    file.close();
    expect(uses).toEqual([lines(1, 2, "LINE"), lines(1, 2, "LINE")]);
  });

  it("is read again when it was changed in place", async () => {
    const sandbox = useSandbox();
    const path = put(sandbox, "a.txt", lines(1, 10));
    const workspace = await sandbox.open();
    let calls = 0;
    const text = await workspace.fs.holdFile("a.txt", async (file) => {
      calls += 1;
      const window = await readAt(1)(file);
      if (calls === 1) {
        writeFileSync(path, "LINE", { flag: "r+" });
        utimesSync(path, 5000, 5000);
      }
      return window.text;
    });
    expect(calls).toBe(2);
    expect(text).toMatch(/^LINE 1/);
  });

  it("is hash_mismatch when that does not end", async () => {
    const sandbox = useSandbox();
    const path = put(sandbox, "a.txt", lines(1, 10));
    const workspace = await sandbox.open();
    let seconds = 1000;
    const reading = workspace.fs.holdFile("a.txt", async () => {
      seconds += 1;
      utimesSync(path, seconds, seconds);
    });
    await expect(reading).rejects.toMatchObject({ kind: "hash_mismatch", path: "a.txt" });
    expect(sandbox.countDescriptors()).toBeLessThanOrEqual(1);
  });

  it("shows what was there when it was opened, however it grows", async () => {
    const sandbox = useSandbox();
    const path = put(sandbox, "a.txt", lines(1, 10));
    const workspace = await sandbox.open();
    let calls = 0;
    const window = await workspace.fs.holdFile("a.txt", (file) => {
      calls += 1;
      appendFileSync(path, lines(11, 20));
      return readAt(9, 100)(file);
    });
    expect([calls, window]).toEqual([1, { text: lines(9, 10), startLine: 9, totalLines: 10 }]);
  });

  it("shows the old version when it was replaced", async () => {
    const sandbox = useSandbox();
    const path = put(sandbox, "a.txt", lines(1, 10));
    const workspace = await sandbox.open();
    const window = await workspace.fs.holdFile("a.txt", async (file) => {
      writeFileSync(`${path}.new`, "new\n");
      renameSync(`${path}.new`, path);
      return readAt(9, 100)(file);
    });
    expect(window.text).toBe(lines(9, 10));
  });
});

describe("a held file", () => {
  it("hands on what the function throws, and is closed", async () => {
    const sandbox = useSandbox();
    put(sandbox, "a.txt", "one\n");
    const workspace = await sandbox.open();
    const open = sandbox.countDescriptors();
    const bug = Object.assign(new RangeError("broken"), { code: "ENOENT" });
    await expect(workspace.fs.holdFile("a.txt", () => Promise.reject(bug))).rejects.toBe(bug);
    expect(sandbox.countDescriptors()).toBe(open);
  });

  it("ends a scan at once when it is aborted, with the reason", async () => {
    const sandbox = useSandbox();
    put(sandbox, "a.log", Buffer.alloc(64 * 1024 * 1024, "x"));
    const workspace = await sandbox.open();
    const open = sandbox.countDescriptors();
    const controller = new AbortController();
    const reason = new Error("enough");
    const { signal } = controller;
    const reading = workspace.fs.holdFile(
      "a.log",
      (file) => {
        setImmediate(() => controller.abort(reason));
        return file.readLines({ startLine: 2, maxBytes: 100, encoding: "utf-8", signal });
      },
      { signal },
    );
    await expect(reading).rejects.toBe(reason);
    expect(sandbox.countDescriptors()).toBe(open);
    expect(workspace.audit.recent().at(-1)).toMatchObject({ outcome: "failed" });
    expect(workspace.audit.recent().at(-1)?.bytesRead).toBeLessThan(64 * 1024 * 1024);
  });

  it("answers many readers at once, each its own window", async () => {
    const sandbox = useSandbox();
    put(sandbox, "a.log", lines(1, 100_000));
    const workspace = await sandbox.open();
    const wanted = Array.from({ length: 24 }, (_, at) => ((at * 37_003) % 99_000) + 1);
    const windows = await Promise.all(wanted.map((line) => workspace.fs.holdFile("a.log", readAt(line))));
    expect(windows.map(({ text }) => text)).toEqual(wanted.map((line) => lines(line, line + 1)));
  });

  it("marks the end of a window as it marks the position by itself", async () => {
    const sandbox = useSandbox();
    put(sandbox, "a.txt", lines(1, 200));
    const workspace = await sandbox.open();
    for (const [startLine, maxLines] of [[1, 3] as const, [1, 100] as const, [150, 40] as const]) {
      await workspace.fs.holdFile("a.txt", async (file) => {
        const endByte = (startLine - 1 + maxLines) * LINE_BYTES;
        const before = file.mark(endByte);
        const window = await file.readLines({ startLine, maxLines, maxBytes: 65_536, encoding: "utf-8" });
        window.bytes.fill(0);
        expect(window.endByte).toBe(endByte);
        expect(file.mark(endByte)).toBe(before);
        expect(file.mark(endByte + 1)).not.toBe(before);
      });
    }
  });

  it("names a version by a mark that holds until the file is not the same or longer", async () => {
    const sandbox = useSandbox();
    const path = put(sandbox, "a.txt", lines(1, 100));
    const workspace = await sandbox.open();
    const mark = await workspace.fs.holdFile("a.txt", async (file) => file.mark(500));
    const compare = (text = mark) => workspace.fs.holdFile("a.txt", async (file) => file.compare(text));
    expect(await compare()).toBe("same");
    appendFileSync(path, "more\n");
    expect(await compare()).toBe("grown");
    writeFileSync(path, lines(1, 200, "other"));
    expect(await compare()).toBe("replaced");
    for (const wrong of ["", "-", mark.slice(1), `${mark}0`, "x".repeat(10_000)]) {
      expect(await compare(wrong)).toBe("replaced");
    }
  });
});
