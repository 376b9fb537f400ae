import { describe, expect, test } from "vitest";
import { fileStoreContract, isCaseApplicable, type StoreContractCase } from "../../src/testing/index.js";
import { type BrokenStore, breakStore } from "./break-store.js";
import { BROKEN_STORES } from "./broken-stores.js";

async function failureOf(contractCase: StoreContractCase, create: BrokenStore["create"]): Promise<string | null> {
  if (!isCaseApplicable(create(), contractCase)) return null;
  try {
    await contractCase.run(create);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function findFailures(create: BrokenStore["create"]): Promise<ReadonlyMap<string, string>> {
  const failures = new Map<string, string>();
  for (const contractCase of fileStoreContract()) {
    const failure = await failureOf(contractCase, create);
    if (failure !== null) failures.set(contractCase.name, failure);
  }
  return failures;
}

describe("a store that", () => {
  test.for(BROKEN_STORES)("$fault is rejected, with the reason", async ({ create, caughtBy }) => {
    const failures = [...(await findFailures(create))];
    const complaint = failures.find(([name, message]) => {
      return name.includes(caughtBy.name) && message.includes(caughtBy.message);
    });
    expect(complaint, `failures were ${JSON.stringify(failures, null, 2)}`).toBeDefined();
  });
});

test("the store that they are made of is sound", async () => {
  expect(await findFailures(() => breakStore(() => ({})))).toEqual(new Map());
});
