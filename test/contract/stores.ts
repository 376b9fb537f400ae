// Every store of the package, as the contract tests open it. One line for each new store.

import type { FileStore } from "../../src/stores/file-store.js";
import { MinimalStore } from "../support/minimal-store.js";

/** A fresh store, and what is to be given up after the case. */
export interface OpenedStore {
  readonly store: FileStore;
  close(): Promise<void>;
}

export interface StoreUnderTest {
  readonly name: string;
  /** Every case must apply to it. */
  readonly hasEveryPower: boolean;
  open(): Promise<OpenedStore>;
}

async function keepNothing(): Promise<void> {}

export const STORES: readonly StoreUnderTest[] = [
  { name: "minimal", hasEveryPower: false, open: async () => ({ store: new MinimalStore(), close: keepNothing }) },
];
