import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSandboxStore } from "../../../src/stores/sandbox-store.js";
import { updateThroughStore } from "../../../src/stores/store-lock.js";
import { WorkspaceFileStore } from "../../../src/stores/workspace-file-store.js";
import { createFileTools } from "../../../src/tools/create-file-tools.js";
import { createEditTool } from "../../../src/tools/edit.js";
import { createReadTool } from "../../../src/tools/read.js";
import { isStartDue, isTurnDue, runInTurns, takeTurn } from "../../../src/workspace/gate/take-turns.js";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../../src/workspace/interfaces/workspace.js";
import { MinimalStore } from "../../support/minimal-store.js";
import { useSandbox } from "../../support/temp-workspace.js";

type Operation = () => Promise<unknown>;

/** Far longer than a timer that is never let through by microtasks alone has to wait. */
const LOOP_MS = 3000;

const TEXT = "one\ntwo\n";

function keepBusy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Repeats operations side by side until a timer fires that stands beside them; answers whether it did. */
async function firesBeside(operations: readonly Operation[]): Promise<boolean> {
  let hasFired = false;
  const timer = setTimeout(() => {
    hasFired = true;
  }, 10);
  const end = performance.now() + LOOP_MS;
  await Promise.all(
    operations.map(async (operation) => {
      while (!hasFired && performance.now() < end) await operation().catch(() => {});
    }),
  );
  clearTimeout(timer);
  return hasFired;
}

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}

function alternate(operation: (isEven: boolean) => Promise<unknown>): Operation {
  let count = 0;
  return () => operation(++count % 2 === 0);
}

/** Every operation on files that may answer without waiting for the disk. */
function operationsOf({ fs, history }: Workspace): Readonly<Record<string, Operation>> {
  const swap = (isEven: boolean) => (isEven ? { oldText: "TWO", newText: "two" } : { oldText: "two", newText: "TWO" });
  return {
    resolve: () => fs.resolve("a.txt", "read"),
    stat: () => fs.stat("a.txt"),
    "stat of nothing": () => fs.stat("missing"),
    readText: () => fs.readText("a.txt"),
    "readText of nothing": () => fs.readText("missing"),
    "readText of a window": () => fs.readText("a.txt", { line: 2, limit: 1 }),
    readBytes: () => fs.readBytes("a.txt"),
    readFile: () => fs.readFile("a.txt"),
    readChunks: () => drain(fs.readChunks("a.txt")),
    holdFile: () => fs.holdFile("a.txt", async (file) => file.readBytes(0, 3)),
    list: () => fs.list("."),
    "list of a tree": () => fs.list(".", { depth: 3 }),
    listAll: () => fs.listAll("."),
    glob: () => fs.glob("**/*.txt"),
    "a glob that is none": () => fs.glob("[", { offset: -1 }),
    grep: () => fs.grep("two"),
    writeTextOverwrite: () => fs.writeTextOverwrite("b.txt", TEXT),
    writeBytes: () => fs.writeBytes("b.txt", Buffer.from(TEXT)),
    update: () => fs.update("b.txt", () => Buffer.from(TEXT)),
    edit: alternate((isEven) => fs.edit("c.txt", swap(isEven))),
    "edit of nothing": () => fs.edit("a.txt", { oldText: "missing", newText: "" }),
    mkdir: alternate((isEven) => (isEven ? fs.remove("d") : fs.mkdir("d"))),
    "mkdir of what is there": () => fs.mkdir("sub", { recursive: true }),
    copy: () => fs.copy("a.txt", "copy.txt", { overwrite: true }),
    move: alternate((isEven) => (isEven ? fs.move("n.txt", "m.txt") : fs.move("m.txt", "n.txt"))),
    applyChanges: () => fs.applyChanges([{ path: "b.txt", content: Buffer.from(TEXT) }]),
    applyPatch: () => fs.applyPatch("no patch"),
    "history.list": () => history.list({ limit: 1 }),
    "history.undo of nothing": () => history.undo("none"),
  };
}

const FILES = { "a.txt": TEXT, "c.txt": TEXT, "m.txt": TEXT, "sub/e.txt": TEXT };

function openInMemory(): Workspace {
  return createInMemoryWorkspace({ files: FILES, trusted: true, history: { maxTransactions: 20 } });
}

async function openOnDisk(): Promise<Workspace> {
  const sandbox = useSandbox();
  sandbox.write(FILES);
  return sandbox.open();
}

const NAMES = Object.keys(operationsOf(openInMemory()));

describe("a timer fires beside a loop of", () => {
  it.for(NAMES)("%s in memory", async (name) => {
    expect(await firesBeside([operationsOf(openInMemory())[name] ?? fail])).toBe(true);
  });

  it.for(NAMES)("%s on the disk", async (name) => {
    expect(await firesBeside([operationsOf(await openOnDisk())[name] ?? fail])).toBe(true);
  });

  it("any operations side by side", async () => {
    const operations = operationsOf(openInMemory());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 8 }), async (names) => {
        expect(await firesBeside(names.map((name) => operations[name] ?? fail))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it("reads of one held file", async () => {
    const { fs } = openInMemory();
    await fs.holdFile("a.txt", async (file) => {
      expect(
        await firesBeside([() => file.readBytes(0, 1), () => file.readLines({ maxBytes: 10, encoding: "utf-8" })]),
      ).toBe(true);
    });
  });

  it("calls of a store over a workspace, and of one over a sandbox that answers at once", async () => {
    const session = { readBinaryFile: async () => Buffer.from(TEXT), writeBinaryFile: async () => {} };
    for (const store of [new WorkspaceFileStore(openInMemory()), createSandboxStore(session)]) {
      expect(await firesBeside([() => store.stat("a.txt")])).toBe(true);
      expect(await firesBeside([() => store.read("a.txt")])).toBe(true);
      expect(await firesBeside([() => store.read("../..")])).toBe(true);
      expect(await firesBeside([() => drain(store.readChunks("a.txt"))])).toBe(true);
      expect(await firesBeside([() => store.write("b.txt", Buffer.from(TEXT))])).toBe(true);
    }
  });

  it("updates and tool calls over a store that answers at once", async () => {
    const store = new MinimalStore();
    const update = { path: "a.txt", change: () => Buffer.from(TEXT) };
    expect(await firesBeside([() => updateThroughStore(store, update)])).toBe(true);
    const read = createReadTool({ store });
    expect(await firesBeside([() => read.execute({ path: "a.txt" })])).toBe(true);
    const edit = createEditTool({ store });
    expect(await firesBeside([() => edit.execute({ path: "a.txt", edits: [] })])).toBe(true);
  });

  it("tool calls, right and wrong ones", async () => {
    const tools = createFileTools({ workspace: openInMemory() });
    for (const tool of Object.values(tools)) {
      const execute = tool.execute as (input: unknown) => unknown;
      const call = async (input: unknown): Promise<unknown> => {
        const output = await execute(input);
        return Symbol.asyncIterator in Object(output) ? drain(output as AsyncIterable<unknown>) : output;
      };
      expect(await firesBeside([() => call({ path: "a.txt" })])).toBe(true);
      expect(await firesBeside([() => call({ path: 1 })])).toBe(true);
    }
  });
});

function fail(): never {
  throw new TypeError("no such operation");
}

it("a time limit ends an endless loop of reads", async () => {
  const { fs } = openInMemory();
  const signal = AbortSignal.timeout(20);
  const end = performance.now() + LOOP_MS;
  const read = async (): Promise<void> => {
    while (performance.now() < end) await fs.readText("a.txt", { signal });
  };
  const outcomes = await Promise.allSettled([read(), read()]);
  expect(outcomes).toEqual([1, 2].map(() => ({ status: "rejected", reason: signal.reason })));
  expect(signal.aborted).toBe(true);
});

it.for(["disk", "memory"])("other work goes on beside 200 writes at once, in the %s", async (place) => {
  const { fs } = place === "disk" ? await openOnDisk() : openInMemory();
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const writes = Array.from({ length: 200 }, (_, index) => fs.writeTextOverwrite(`${index}.txt`, TEXT.repeat(5000)));
  await Promise.all(writes);
  isOver = true;
  expect(turns).toBeGreaterThan(10);
});

/** Does what keeps the loop for longer than a slice, when it may, and notes in which turn of the loop that was. */
async function work(notes: { turn: number; readonly seen: number[] }, signal?: AbortSignal): Promise<void> {
  if (isStartDue()) await takeTurn(signal);
  notes.seen.push(notes.turn);
  keepBusy(5);
}

describe("turns", () => {
  it("are taken by one piece of work each, in the order in which they came", async () => {
    const notes = { turn: 0, seen: [] as number[] };
    const order: number[] = [];
    let isOver = false;
    const count = (): void => {
      notes.turn += 1;
      if (!isOver) setTimeout(count, 0);
    };
    await nextTurn();
    setTimeout(count, 0);
    await Promise.all([0, 1, 2, 3, 4, 5].map((number) => work(notes).then(() => order.push(number))));
    isOver = true;
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    expect(new Set(notes.seen.slice(1)).size).toBe(5);
  });

  it("are shared by what is short", async () => {
    keepBusy(5);
    isTurnDue();
    keepBusy(5);
    let turns = 0;
    const shortWork = Array.from({ length: 1000 }, async () => {
      if (isStartDue()) await takeTurn();
    });
    const counting = (async () => {
      for (; turns < 1000; turns += 1) await nextTurn();
    })();
    await Promise.all(shortWork);
    expect(turns).toBeLessThan(500);
    await counting;
  });

  it("are not waited for when nothing has kept the loop", async () => {
    const { fs } = openInMemory();
    await fs.stat("a.txt");
    await nextTurn();
    await nextTurn();
    let hasTurned = false;
    setImmediate(() => {
      hasTurned = true;
    });
    await fs.stat("a.txt");
    expect(hasTurned).toBe(false);
  });

  it("are given up by what is aborted, and the others go on", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const [first, given, last] = [takeTurn(), takeTurn(controller.signal), takeTurn(controller.signal)];
    controller.abort(reason);
    await expect(given).rejects.toBe(reason);
    await expect(last).rejects.toBe(reason);
    await expect(first).resolves.toBeUndefined();
    await expect(takeTurn(controller.signal)).rejects.toBe(reason);
    await expect(takeTurn()).resolves.toBeUndefined();
  });
});

function* busySteps(count: number): Generator<undefined, string, undefined> {
  for (let step = 0; step < count; step += 1) {
    keepBusy(4);
    yield;
  }
  return "done";
}

describe("steps that take long", () => {
  it("let others go on between them", async () => {
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns += 1) await nextTurn();
    })();
    expect(await runInTurns(busySteps(10))).toBe("done");
    isOver = true;
    await counting;
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it("end with the reason of an abort between two of them", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    setImmediate(() => controller.abort(reason));
    await expect(runInTurns(busySteps(1000), controller.signal)).rejects.toBe(reason);
  });

  it("never write over what somebody else has written meanwhile", async () => {
    const sandbox = useSandbox();
    const workspace = await sandbox.open();
    const tools = createFileTools({ workspace });
    const lines = Array.from({ length: 30_000 }, (_, line) => `${line}\n`);
    const [oldText, newText] = [lines.join(""), lines.map((line) => `new ${line}`).join("")];
    const expectedSha256 = createHash("sha256").update(oldText).digest("hex");
    const calls: readonly (() => PromiseLike<unknown>)[] = [
      () => tools.edit.execute({ path: "a.txt", edits: [{ oldText, newText }] }),
      () => tools.write.execute({ path: "a.txt", content: newText, expectedSha256 }),
      () => workspace.fs.edit("a.txt", { oldText, newText }).catch(String),
    ];
    const outcomes: string[] = [];
    for (const call of calls) {
      for (let turns = 0; turns < 12; turns += 2) {
        sandbox.write({ "a.txt": oldText });
        const answer = call();
        for (let turn = 0; turn < turns; turn += 1) await nextTurn();
        sandbox.write({ "a.txt": "somebody else's\n" });
        outcomes.push(JSON.stringify(await answer));
        expect(readFileSync(join(sandbox.root, "a.txt"), "utf8")).toBe("somebody else's\n");
      }
    }
    expect(outcomes.some((outcome) => outcome.includes("hash_mismatch"))).toBe(true);
  });
});
