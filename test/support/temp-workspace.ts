// A directory of its own for each test: a root, and a sibling outside that nothing may change.

import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { openAnchoredRoot } from "../../src/workspace/directories/anchored-directory.js";
import { openCheckedRoot } from "../../src/workspace/directories/checked-directory.js";
import type { OpenWorkspaceOptions, Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openWorkspaceInTier, type PlatformTier } from "../../src/workspace/open-workspace.js";

/** Both ways to hold a root; on Linux both can be tested. */
export const TIERS: readonly PlatformTier[] = [
  { guarantees: "strong", openRootDirectory: openAnchoredRoot },
  { guarantees: "checked", openRootDirectory: openCheckedRoot },
];

/** The first tier, for tests that are not about tiers. */
export const STRONG: PlatformTier = { guarantees: "strong", openRootDirectory: openAnchoredRoot };

/** Multiplies how often repeated tests repeat; `AI_FILE_TOOLS_TEST_SCALE`, default 1. */
export const TEST_SCALE: number = Number(process.env["AI_FILE_TOOLS_TEST_SCALE"] ?? "1");

export class Sandbox {
  readonly base: string;
  readonly root: string;
  readonly outside: string;
  readonly #workspaces: Workspace[] = [];

  constructor() {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), "boundary-")));
    this.root = join(this.base, "ws");
    this.outside = join(this.base, "outside");
    mkdirSync(this.root);
    mkdirSync(this.outside);
  }

  /** Puts files below the root. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), content);
    }
  }

  /** Opens the root, trusted unless the options say otherwise. */
  async open(options: Partial<OpenWorkspaceOptions> = {}, tier: PlatformTier = STRONG): Promise<Workspace> {
    const workspace = await openWorkspaceInTier({ root: this.root, trusted: true, ...options }, tier);
    this.#workspaces.push(workspace);
    return workspace;
  }

  /** Counts the descriptors of this process that lead into the sandbox. */
  countDescriptors(): number {
    return readdirSync("/proc/self/fd").filter((descriptor) => this.#leadsHere(descriptor)).length;
  }

  async remove(): Promise<void> {
    for (const workspace of this.#workspaces.splice(0)) await workspace.close();
    rmSync(this.base, { recursive: true, force: true });
  }

  #leadsHere(descriptor: string): boolean {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(this.base);
    } catch {
      return false;
    }
  }
}

/** Makes a sandbox that goes away with the running test. */
export function useSandbox(): Sandbox {
  const sandbox = new Sandbox();
  onTestFinished(() => sandbox.remove());
  return sandbox;
}
