// Every store of the package, as the contract tests open it. One entry for each new store.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStore } from "../../src/stores/file-store.js";
import { InMemoryFileStore } from "../../src/stores/in-memory-file-store.js";
import { WorkspaceFileStore } from "../../src/stores/workspace-file-store.js";
import { openCheckedRoot } from "../../src/workspace/directories/checked-directory.js";
import { detectTier, openWorkspaceInTier, type PlatformTier } from "../../src/workspace/open-workspace.js";
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

const CHECKED_TIER: PlatformTier = { guarantees: "checked", openRootDirectory: openCheckedRoot };

async function openOnDisk(tier: PlatformTier): Promise<OpenedStore> {
  const root = await mkdtemp(join(tmpdir(), "store-contract-"));
  const workspace = await openWorkspaceInTier({ root, trusted: true }, tier);
  const close = async () => {
    await workspace.close();
    await rm(root, { recursive: true });
  };
  return { store: new WorkspaceFileStore(workspace), close };
}

export const STORES: readonly StoreUnderTest[] = [
  {
    name: "in-memory",
    hasEveryPower: true,
    open: async () => ({ store: new InMemoryFileStore(), close: keepNothing }),
  },
  { name: "workspace", hasEveryPower: true, open: () => openOnDisk(detectTier()) },
  { name: "workspace in the checked tier", hasEveryPower: true, open: () => openOnDisk(CHECKED_TIER) },
  {
    name: "minimal",
    hasEveryPower: false,
    open: async () => ({ store: new MinimalStore(), close: keepNothing }),
  },
];
