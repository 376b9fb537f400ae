import { describe, expect, test } from "vitest";
import { fileStoreContract, isCaseApplicable, type StoreContractCase } from "../../src/testing/index.js";
import { type BrokenStore, breakStore } from "./break-store.js";
import { BROKEN_STORES } from "./broken-stores.js";

const CASES = fileStoreContract();

async function findComplaint(contractCase: StoreContractCase, create: BrokenStore["create"]): Promise<string | null> {
  if (!isCaseApplicable(create(), contractCase)) return null;
  try {
    await contractCase.run(create);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function findComplaints(cases: readonly StoreContractCase[], create: BrokenStore["create"]): Promise<string[]> {
  const complaints = await Promise.all(cases.map((contractCase) => findComplaint(contractCase, create)));
  return complaints.filter((complaint) => complaint !== null);
}

describe("a store that", () => {
  test.for(BROKEN_STORES)("$fault is rejected, with the reason", async ({ create, caughtBy }) => {
    const cases = CASES.filter(({ name }) => name.includes(caughtBy.name));
    const complaints = await findComplaints(cases, create);
    expect(complaints).toContainEqual(expect.stringContaining(caughtBy.message));
  });
});

test("the store that they are made of is sound", async () => {
  expect(await findComplaints(CASES, () => breakStore(() => ({})))).toEqual([]);
});

test("no case on ranges complains about a readChunks that takes none", async () => {
  const cases = CASES.filter(({ name }) => name.startsWith("readChunks: ") && name.includes("range"));
  const create = () => breakStore((sound) => ({ readChunks: (path) => sound.readChunks(path) }));
  expect(await findComplaints(cases, create)).toEqual([]);
  expect(cases.length).toBeGreaterThan(10);
});
