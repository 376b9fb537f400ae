import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurnstile } from "../../src/http/turnstile.js";

const NEVER = new AbortController().signal;

test("lets so many in at once, in the order in which they came, also after failures", async () => {
  const turnstile = createTurnstile(2);
  const order: number[] = [];
  let [running, most] = [0, 0];
  const works = Array.from({ length: 7 }, (_, index) =>
    turnstile.run(NEVER, async () => {
      order.push(index);
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
      if (index % 2 === 0) throw new Error("fails");
    }),
  );
  await Promise.allSettled(works);
  expect([order, most]).toEqual([[0, 1, 2, 3, 4, 5, 6], 2]);
  expect(await turnstile.run(NEVER, async () => "still works")).toBe("still works");
});

test("lets nobody in who gave up, and gives the place to the next", async () => {
  const turnstile = createTurnstile(1);
  const first = turnstile.run(NEVER, () => nextTurn("first"));
  const controller = new AbortController();
  const second = turnstile.run(controller.signal, async () => "second");
  const third = turnstile.run(NEVER, async () => "third");
  controller.abort("gone");
  await expect(second).rejects.toBe("gone");
  await expect(turnstile.run(controller.signal, async () => "late")).rejects.toBe("gone");
  expect([await first, await third]).toEqual(["first", "third"]);
});
