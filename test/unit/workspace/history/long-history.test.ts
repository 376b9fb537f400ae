// A history of many transactions: what is older lies in segments, which only those calls read that reach so far back.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { HistoryOptions, Workspace } from "../../../../src/workspace/interfaces/workspace.js";
import { kindOf } from "../../../support/outcome.js";
import { type Sandbox, useSandbox } from "../../../support/temp-workspace.js";

const RECORD = /^\d{12}-[0-9a-f-]{36}\.committed\.json$/;

/** Too large to stand in a record, so that it becomes a file of its own. */
const LARGE = "a line that fills a file\n".repeat(1000);

function namesIn(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory).toSorted() : [];
}

class LongHistory {
  readonly sandbox: Sandbox = useSandbox();
  readonly directory: string = join(this.sandbox.base, "history");
  readonly archive: string = join(this.directory, "archive");
  readonly options: HistoryOptions = { directory: this.directory, maxTransactions: 1000 };

  constructor() {
    mkdirSync(this.directory);
    this.sandbox.write({ a: "before" });
  }

  open(options: HistoryOptions = {}): Promise<Workspace> {
    return this.sandbox.open({ history: { ...this.options, ...options } });
  }

  async write(workspace: Workspace, [start, end]: readonly [number, number], rest = ""): Promise<void> {
    for (let round = start; round < end; round += 1) {
      const request = workspace.forRequest({ toolCallId: `call-${round}` });
      await request.fs.writeTextOverwrite("a", `round ${round}${rest}`);
    }
  }

  /** Writes so many times, and closes the workspace that did. */
  async fill(count: number, rest = "", options: HistoryOptions = {}): Promise<void> {
    const workspace = await this.open(options);
    await this.write(workspace, [0, count], rest);
    await workspace.close();
  }

  get content(): string {
    return readFileSync(join(this.sandbox.root, "a"), "utf8");
  }

  get segments(): readonly string[] {
    return namesIn(this.archive).map((name) => join(this.archive, name));
  }

  /** Every record that lies in a segment. */
  get sealed(): readonly string[] {
    return this.segments.flatMap((segment) =>
      namesIn(segment)
        .filter((name) => RECORD.test(name))
        .map((name) => join(segment, name)),
    );
  }

  get loose(): readonly string[] {
    return namesIn(join(this.directory, "transactions"));
  }

  get blobs(): readonly string[] {
    const all = readdirSync(join(this.directory, "blobs"), { recursive: true, encoding: "utf8" });
    return all.filter((name) => statSync(join(this.directory, "blobs", name)).isFile());
  }
}

async function callsOf(workspace: Workspace): Promise<readonly (string | undefined)[]> {
  return (await workspace.history.list()).map(({ toolCallId }) => toolCallId);
}

function callsDownFrom(newest: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `call-${newest - index}`);
}

describe("a history of many transactions", () => {
  test("tells and takes back what has been sealed as what is loose", async () => {
    const history = new LongHistory();
    await history.fill(200);
    expect(history.sealed.length).toBeGreaterThanOrEqual(64);
    expect(history.loose.length).toBeLessThan(192);
    for (const path of [history.archive, ...history.segments]) expect(statSync(path).mode & 0o777).toBe(0o700);
    const workspace = await history.open();
    expect(await callsOf(workspace)).toEqual(callsDownFrom(199, 200));
    const entries = await workspace.history.list();
    const old = entries.at(-11)?.id ?? "";
    expect(await workspace.history.diff(old)).toContain("-round 9\n");
    await workspace.history.undo(190);
    expect(history.content).toBe("round 9");
    await workspace.history.undo({ toolCallId: "call-9" });
    expect(history.content).toBe("round 8");
    expect(await kindOf(() => workspace.history.undo({ toolCallId: "call-9" }))).toBe("no_change");
    expect(await kindOf(() => workspace.history.undo(old))).toBe("no_change");
    await workspace.history.redo();
    await workspace.history.redo();
    expect(history.content).toBe("round 199");
    expect((await workspace.history.list()).filter(({ undone }) => undone)).toHaveLength(2);
  });

  test("reads nothing that is sealed to open, write, list the newest, undo it, do it again, and find a call", async () => {
    const history = new LongHistory();
    await history.fill(200);
    // Whoever reads a directory as a file fails.
    for (const path of history.sealed) {
      unlinkSync(path);
      mkdirSync(path);
    }
    const workspace = await history.open();
    await history.write(workspace, [200, 210]);
    expect(await workspace.history.list({ limit: 1 })).toMatchObject([{ toolCallId: "call-209" }]);
    await workspace.history.undo();
    await workspace.history.redo();
    await workspace.history.undo({ toolCallId: "call-209" });
    expect(history.content).toBe("round 208");
    const checkpoint = await workspace.history.checkpoint("here");
    await history.write(workspace, [210, 212]);
    await workspace.history.restoreTo(checkpoint);
    expect(history.content).toBe("round 208");
    await expect(workspace.history.list()).rejects.toThrow("EISDIR");
    await workspace.close();
  });

  test("forgets whole segments over its budget, with their contents, and no others", async () => {
    const history = new LongHistory();
    await history.fill(300, LARGE, { maxTransactions: 130 });
    const workspace = await history.open({ maxTransactions: 130 });
    expect(await callsOf(workspace)).toEqual(callsDownFrom(299, 130));
    const kept = history.sealed.length + history.loose.length;
    expect(kept).toBeGreaterThanOrEqual(130);
    expect(kept).toBeLessThan(130 + 64 + 64);
    expect(history.blobs).toHaveLength(kept + 1);
    await workspace.history.undo(130);
    expect(history.content).toBe(`round 169${LARGE}`);
    await workspace.close();
    const next = await history.open({ maxTransactions: 3 });
    expect(await next.history.list()).toMatchObject([{ tool: "undo" }, {}, {}]);
    expect([history.segments, history.loose.length]).toEqual([[], 3]);
  });

  test("forgets segments by their bytes and by their age", async () => {
    const history = new LongHistory();
    await history.fill(200, LARGE);
    const workspace = await history.open({ maxBytes: 140 * LARGE.length });
    expect(history.sealed.length).toBeLessThan(80);
    expect(history.blobs.length).toBeLessThan(150);
    expect(await callsOf(workspace)).toEqual(callsDownFrom(199, history.sealed.length + history.loose.length));
    await workspace.close();
    const next = await history.open({ maxAgeMs: 1 });
    expect([await next.history.list(), history.segments, history.loose, history.blobs]).toEqual([[], [], [], []]);
  });

  test("opens where all records are loose, as they once were, and seals them", async () => {
    const history = new LongHistory();
    await history.fill(200);
    for (const path of history.sealed) renameSync(path, join(history.directory, "transactions", basename(path)));
    rmSync(history.archive, { recursive: true });
    expect(history.loose).toHaveLength(200);
    const workspace = await history.open();
    expect(history.loose.length).toBeLessThan(128);
    expect(await callsOf(workspace)).toEqual(callsDownFrom(199, 200));
  });

  test("takes back what a killed process had begun to seal, and tells of it before", async () => {
    const history = new LongHistory();
    await history.fill(200);
    const workspace = await history.open();
    const unsealed = join(history.archive, "unsealed");
    mkdirSync(unsealed);
    for (const name of history.loose.slice(0, 20)) {
      renameSync(join(history.directory, "transactions", name), join(unsealed, name));
    }
    writeFileSync(join(unsealed, "index.json"), '{"records":[');
    expect(await callsOf(workspace)).toEqual(callsDownFrom(199, 200));
    await workspace.close();
    const next = await history.open();
    expect(existsSync(unsealed)).toBe(false);
    expect(await callsOf(next)).toEqual(callsDownFrom(199, 200));
  });

  test.each([
    ["is gone", unlinkSync],
    ["is torn", (path: string): void => writeFileSync(path, readFileSync(path, "utf8").slice(0, 300))],
    ["is something else", (path: string): void => writeFileSync(path, '{"records":[{"stem":5}],"blobs":{}}')],
  ])("reads the records of a segment whose index %s", async (_name, damage) => {
    const history = new LongHistory();
    await history.fill(200, LARGE);
    for (const segment of history.segments) damage(join(segment, "index.json"));
    const workspace = await history.open();
    expect(await callsOf(workspace)).toEqual(callsDownFrom(199, 200));
    await workspace.history.undo({ toolCallId: "call-199" });
    expect(history.content).toBe(`round 198${LARGE}`);
    await workspace.close();
    const next = await history.open({ maxTransactions: 70 });
    expect(history.blobs).toHaveLength(history.sealed.length + history.loose.length);
    await next.history.undo(20);
    expect(history.content).toBe(`round 178${LARGE}`);
  });

  test("passes over what is strange or damaged in the archive", async () => {
    const history = new LongHistory();
    await history.fill(200);
    const [damaged = "", gone = ""] = history.sealed;
    writeFileSync(damaged, '{"format":1');
    unlinkSync(gone);
    mkdirSync(join(history.archive, "something else"));
    writeFileSync(join(history.archive, "notes.txt"), "");
    const workspace = await history.open();
    expect(await callsOf(workspace)).toEqual(callsDownFrom(199, 198));
    await history.write(workspace, [200, 270]);
    expect(await callsOf(workspace)).toEqual(callsDownFrom(269, 268));
  });

  test("is shared by workspaces that write at the same time, each of which numbers behind the others", async () => {
    const history = new LongHistory();
    const [one, other] = [await history.open(), await history.open()];
    await Promise.all([history.write(one, [0, 120]), history.write(other, [1000, 1120])]);
    const calls = await callsOf(one);
    expect(await callsOf(other)).toEqual(calls);
    expect(new Set(calls).size).toBe(240);
    const numbers = [...history.sealed.map((path) => basename(path)), ...history.loose].map((name) =>
      name.slice(0, 12),
    );
    expect(numbers).toEqual(Array.from({ length: 240 }, (_, index) => String(index + 1).padStart(12, "0")));
  });
});
