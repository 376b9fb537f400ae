import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPace } from "../../src/http/paced-chunks.js";

const never = (): AbortSignal => new AbortController().signal;

async function* countTo(count: number, onEnd: () => void = () => {}): AsyncGenerator<Uint8Array> {
  try {
    for (let value = 1; value <= count; value += 1) yield Buffer.from([value]);
  } finally {
    onEnd();
  }
}

async function readAll(chunks: AsyncIterator<Uint8Array>, onChunk: () => void = () => {}): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    all.push(next.value);
    onChunk();
  }
  return Buffer.concat(all);
}

test("many streams together hand out one chunk in a turn, each its own in order", async () => {
  const pace = createPace();
  let [inThisTurn, most, isOver] = [0, 0, false];
  const reading = Array.from({ length: 20 }, () =>
    readAll(pace(countTo(5), never()), () => {
      inThisTurn += 1;
      most = Math.max(most, inThisTurn);
    }),
  );
  const watching = (async () => {
    for (; !isOver; await nextTurn()) inThisTurn = 0;
  })();
  const texts = await Promise.all(reading);
  isOver = true;
  await watching;
  expect(texts.every((bytes) => bytes.join() === "1,2,3,4,5")).toBe(true);
  // The watcher and a stream may come in either order in one turn.
  expect(most).toBeLessThanOrEqual(2);
});

test("a stream that is given up lets go of its file and holds up no other", async () => {
  const pace = createPace();
  const controller = new AbortController();
  let isReleased = false;
  const given = pace(
    countTo(3, () => {
      isReleased = true;
    }),
    controller.signal,
  );
  await given.next();
  const other = readAll(pace(countTo(3), never()));
  controller.abort(new Error("gone"));
  await expect(given.next()).rejects.toThrow("gone");
  expect([isReleased, (await other).length]).toEqual([true, 3]);
});

test("a source that waits holds up no other", async () => {
  const pace = createPace();
  const waiting = pace({ next: () => new Promise<never>(() => {}) }, never());
  void waiting.next();
  expect((await readAll(pace(countTo(3), never()))).length).toBe(3);
});
