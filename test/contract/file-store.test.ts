import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fileStoreContract, isCaseApplicable } from "../../src/testing/index.js";
import { MinimalStore } from "../support/minimal-store.js";
import { type OpenedStore, STORES } from "./stores.js";

const CASES = fileStoreContract();

describe.each(STORES)("$name store", ({ name, hasEveryPower, open }) => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test.for(CASES)("$name", async (contractCase, context) => {
    if (!isCaseApplicable(opened.store, contractCase)) {
      context.skip(`the ${name} store does not have the power "${contractCase.requires}"`);
    }
    await contractCase.run(() => opened.store);
  });

  test.runIf(hasEveryPower)("every case applies", () => {
    expect(CASES.filter((contractCase) => !isCaseApplicable(opened.store, contractCase))).toEqual([]);
  });
});

test("every case has a name of its own", () => {
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
});

test("every power has cases, and so have stores without any", () => {
  const powers = new Set(CASES.map(({ requires }) => requires ?? "none"));
  expect([...powers].sort()).toEqual(["conditionalWrite", "list", "mutate", "none", "ranges", "search", "update"]);
});

test("a case that needs a power rejects a store without it, instead of passing", async () => {
  const listCases = CASES.filter(({ requires }) => requires === "list");
  for (const contractCase of listCases) {
    await expect(contractCase.run(() => new MinimalStore())).rejects.toThrow('needs a store with the power "list"');
  }
});
