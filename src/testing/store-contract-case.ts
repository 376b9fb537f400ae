// The shape of one case of the store contract, and which stores it concerns. No assertions, no cases.

import {
  type ConditionalWriteStore,
  type FileStore,
  hasConditionalWrite,
  isListable,
  isMutable,
  isSearchable,
  isUpdatable,
  type ListableStore,
  type MutableStore,
  type SearchableStore,
  type UpdatableStore,
} from "../stores/file-store.js";

/** Names a power that a store may have besides the four methods. */
export type StorePower = "list" | "mutate" | "search" | "conditionalWrite" | "update" | "ranges";

interface PoweredStores {
  readonly list: ListableStore;
  readonly mutate: MutableStore;
  readonly search: SearchableStore;
  readonly conditionalWrite: ConditionalWriteStore;
  readonly update: UpdatableStore;
  readonly ranges: FileStore;
}

/** One promise of the store contract, as plain data for any test runner. */
export interface StoreContractCase {
  /** Unique; begins with the verb that it concerns. */
  readonly name: string;
  /** The power without which the case says nothing about a store; absent concerns every store. */
  readonly requires?: StorePower;
  /**
   * Checks one fresh, empty, writable store; `createStore` is called once.
   * Rejects with an `Error` that says what was expected and what came instead.
   */
  run(createStore: () => FileStore | Promise<FileStore>): Promise<void>;
}

const POWER_GUARDS: { readonly [P in StorePower]: (store: FileStore) => boolean } = {
  list: isListable,
  mutate: isMutable,
  search: isSearchable,
  conditionalWrite: hasConditionalWrite,
  update: isUpdatable,
  ranges: (store) => store.supportsRanges !== false,
};

function hasPower<P extends StorePower>(store: FileStore, power: P): store is PoweredStores[P] {
  return POWER_GUARDS[power](store);
}

/** Tells whether a case says anything about a store, by the powers that the store shows. */
export function isCaseApplicable(store: FileStore, contractCase: StoreContractCase): boolean {
  return contractCase.requires === undefined || hasPower(store, contractCase.requires);
}

/** Creates a case for every store. */
export function createCase(name: string, check: (store: FileStore) => Promise<void>): StoreContractCase {
  return { name, run: async (createStore) => check(await createStore()) };
}

/** Creates a case for stores with one power; `run` rejects for any other store. */
export function createPowerCase<P extends StorePower>(
  requires: P,
  name: string,
  check: (store: PoweredStores[P]) => Promise<void>,
): StoreContractCase {
  return {
    name,
    requires,
    async run(createStore) {
      const store = await createStore();
      if (!hasPower(store, requires)) {
        throw new Error(`"${name}" needs a store with the power "${requires}": ask isCaseApplicable first.`);
      }
      await check(store);
    },
  };
}
