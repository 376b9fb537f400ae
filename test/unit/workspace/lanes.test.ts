import { getEventListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createLanes } from "../../../src/workspace/gate/lanes.js";
import { createPathLock } from "../../../src/workspace/gate/path-lock.js";

describe("lanes", () => {
  it("run as much at once as there are lanes, and all in the end", async () => {
    const lanes = createLanes(3);
    const seen = { now: 0, most: 0, done: 0 };
    const work = async (): Promise<void> => {
      seen.most = Math.max(seen.most, ++seen.now);
      await nextTurn();
      seen.now -= 1;
      seen.done += 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => lanes.run(undefined, work)));
    expect(seen).toEqual({ now: 0, most: 3, done: 20 });
  });

  it("lead work through in the order in which it came", async () => {
    const lanes = createLanes(1);
    const order: number[] = [];
    await Promise.all([1, 2, 3, 4].map((number) => lanes.run(undefined, async () => order.push(number))));
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it("keep as many as there are when waiting work is aborted right behind its turn", async () => {
    const lanes = createLanes(1);
    const controller = new AbortController();
    const reason = new Error("enough");
    const first = lanes.run(undefined, nextTurn);
    const second = lanes.run(controller.signal, async () => "never");
    const abort = first.then(() => controller.abort(reason));
    await Promise.allSettled([second, abort]);
    expect(await lanes.run(undefined, async () => "third")).toBe("third");
    const fourth = lanes.run(undefined, nextTurn);
    const gone = expect(lanes.run(AbortSignal.timeout(1), nextTurn)).resolves.toBeUndefined();
    await Promise.allSettled([fourth, gone]);
    expect(await lanes.run(undefined, async () => "last")).toBe("last");
  });

  it("are not blocked by one that takes long", async () => {
    const lanes = createLanes(2);
    const end = new AbortController();
    const long = lanes.run(
      undefined,
      () => new Promise<void>((resolve) => end.signal.addEventListener("abort", () => resolve())),
    );
    for (let count = 0; count < 5; count += 1) expect(await lanes.run(undefined, async () => count)).toBe(count);
    end.abort();
    await long;
  });

  it("go on when each holds work that waits for work behind it", async () => {
    const lanes = createLanes(2, { patienceMs: 20 });
    const nested = (): Promise<string> => lanes.run(undefined, () => lanes.run(undefined, async () => "inside"));
    expect(await Promise.all([nested(), nested(), nested()])).toEqual(["inside", "inside", "inside"]);
  });

  it("go on after work that failed, and hand its error on", async () => {
    const lanes = createLanes(1);
    const failing = lanes.run(undefined, async () => {
      throw new RangeError("broken");
    });
    const next = lanes.run(undefined, async () => "fine");
    await expect(failing).rejects.toThrow(RangeError);
    expect(await next).toBe("fine");
  });

  it("give a place up when its signal aborts", async () => {
    const lanes = createLanes(1);
    const end = new AbortController();
    const long = lanes.run(
      undefined,
      () => new Promise<void>((resolve) => end.signal.addEventListener("abort", () => resolve())),
    );
    const reason = new Error("enough");
    const waiting = lanes.run(AbortSignal.abort(reason), async () => "never");
    await expect(waiting).rejects.toBe(reason);
    end.abort();
    await long;
  });
});

it("has one listener of a signal, however many wait under it", async () => {
  const lanes = createLanes(1);
  const { signal } = new AbortController();
  const leave = await lanes.enter(signal);
  const others = Array.from({ length: 20 }, () => lanes.run(signal, async () => {}));
  await Promise.resolve();
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  leave();
  await Promise.all(others);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("rejects all that wait under a signal when it aborts, and goes on with the others", async () => {
  const lanes = createLanes(1);
  const lock = createPathLock();
  const [held, enough] = [new AbortController(), new AbortController()];
  const hold = (): Promise<void> => new Promise((resolve) => held.signal.addEventListener("abort", () => resolve()));
  const holding = [lanes.run(undefined, hold), lock.run("a", undefined, hold)];
  const never = async (): Promise<string> => "never";
  const waiting = Array.from({ length: 12 }, () => [
    lanes.run(enough.signal, never),
    lock.run("a", enough.signal, never),
  ]).flat();
  const behind = [lanes.run(undefined, async () => "lane"), lock.run("a", undefined, async () => "lock")];
  const settled = Promise.allSettled(waiting);
  await Promise.resolve();
  const reason = new Error("enough");
  enough.abort(reason);
  expect(await settled).toEqual(waiting.map(() => ({ status: "rejected", reason })));
  held.abort();
  await Promise.all(holding);
  expect(await Promise.all(behind)).toEqual(["lane", "lock"]);
});
