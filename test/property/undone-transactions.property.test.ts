// Which transactions are undone is the same, whether they are gone through from the newest or from the oldest.

import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeUndone } from "../../src/workspace/history/select-transactions.js";
import type { Transaction } from "../../src/workspace/history/transaction.js";
import { propertyRuns } from "../support/property-runs.js";

/** Turns what each one reverts around, and what that had reverted, and so on. */
function findUndone(transactions: readonly Transaction[]): ReadonlySet<string> {
  const undone = new Set<string>();
  const revertedBy = new Map<string, readonly string[]>();
  const turnAround = (id: string): void => {
    if (!undone.delete(id)) undone.add(id);
    revertedBy.get(id)?.forEach(turnAround);
  };
  for (const { id, reverts = [], state } of transactions) {
    if (state === "committed") reverts.forEach(turnAround);
    revertedBy.set(id, reverts);
  }
  return undone;
}

const history: fc.Arbitrary<readonly Transaction[]> = fc
  .array(fc.record({ isDone: fc.boolean(), reverted: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }) }), {
    maxLength: 12,
  })
  .map((drafts) =>
    drafts.map(({ isDone, reverted }, index) => ({
      id: `${index}`,
      time: index,
      tool: "write",
      context: {},
      changes: [],
      state: isDone ? "committed" : "aborted",
      reverts: index === 0 ? undefined : reverted.map((number) => `${number % index}`),
    })),
  );

async function* newestFirst(transactions: readonly Transaction[]): AsyncGenerator<Transaction> {
  yield* transactions.toReversed();
}

test("judging from the newest on finds what an undo of an undo of an undo leaves undone", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (transactions) => {
      const undone: string[] = [];
      for await (const { isUndone, transaction } of judgeUndone(newestFirst(transactions))) {
        if (isUndone) undone.push(transaction.id);
      }
      expect(undone.toReversed()).toEqual(
        transactions.map(({ id }) => id).filter((id) => findUndone(transactions).has(id)),
      );
    }),
    { numRuns: propertyRuns(300) },
  );
});
