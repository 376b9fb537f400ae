// Keeps a second process out while one writes a file: a lock is a hard link to a file that names its owner.

import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FsError } from "../../errors.js";
import { hasErrno } from "../directories/errno.js";
import {
  identifyThisProcess,
  isProcessAlive,
  type ProcessIdentity,
  type StateDirectory,
  unlinkIfThere,
} from "../directories/state-directory.js";

/** Lets one process at a time run an operation for each key. */
export interface ProcessLock {
  /**
   * Runs the operation once no other process holds the key; a lock whose owner has died is taken over.
   * @throws {FsError} io_error – when another process holds the key for longer than the time-out
   */
  run<Result>(key: string, signal: AbortSignal | undefined, operation: () => Promise<Result>): Promise<Result>;
  close(): void;
}

/** Milliseconds between two tries; they grow up to the last one. */
const FIRST_DELAY_MS = 1;
const LAST_DELAY_MS = 25;

function readOwner(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

/** Takes a name by one atomic step; answers `false` when somebody else has it. */
function tryTake(ownerFile: string, lockFile: string): boolean {
  try {
    linkSync(ownerFile, lockFile);
    return true;
  } catch (error) {
    if (hasErrno(error, "EEXIST")) return false;
    throw error;
  }
}

/** Removes a lock whose owner is dead, under a guard of its own so that no live lock is removed by mistake. */
function removeStale(ownerFile: string, lockFile: string): void {
  const guard = `${lockFile}.stale`;
  const isDead = (path: string): boolean => {
    const owner = readOwner(path);
    return owner !== undefined && !isProcessAlive(owner);
  };
  if (!isDead(lockFile)) return;
  if (!tryTake(ownerFile, guard)) {
    if (isDead(guard)) unlinkIfThere(guard);
    return;
  }
  try {
    if (isDead(lockFile)) unlinkIfThere(lockFile);
  } finally {
    unlinkIfThere(guard);
  }
}

class LinkLock implements ProcessLock {
  readonly #state: StateDirectory;
  readonly #ownerFile: string;
  readonly #timeoutMs: number;

  constructor(state: StateDirectory, timeoutMs: number) {
    this.#state = state;
    this.#timeoutMs = timeoutMs;
    this.#ownerFile = join(state.path, `${process.pid}-${randomBytes(8).toString("hex")}.owner`);
  }

  async run<Result>(key: string, signal: AbortSignal | undefined, operation: () => Promise<Result>): Promise<Result> {
    const lockFile = join(this.#state.path, `${this.#state.nameFor(key)}.lock`);
    await this.#take(lockFile, signal);
    try {
      return await operation();
    } finally {
      unlinkIfThere(lockFile);
    }
  }

  close(): void {
    unlinkIfThere(this.#ownerFile);
  }

  /** Tries to take the lock; the owner file comes into being with the first lock, and anew where a cleaner removed it. */
  #tryTake(lockFile: string): boolean {
    try {
      return tryTake(this.#ownerFile, lockFile);
    } catch (error) {
      if (!hasErrno(error, "ENOENT")) throw error;
      mkdirSync(this.#state.path, { recursive: true, mode: 0o700 });
      writeFileSync(this.#ownerFile, JSON.stringify(identifyThisProcess()), { mode: 0o600, flag: "wx" });
      return tryTake(this.#ownerFile, lockFile);
    }
  }

  async #take(lockFile: string, signal: AbortSignal | undefined): Promise<void> {
    const deadline = performance.now() + this.#timeoutMs;
    for (let delayMs = FIRST_DELAY_MS; !this.#tryTake(lockFile); delayMs = Math.min(delayMs * 2, LAST_DELAY_MS)) {
      removeStale(this.#ownerFile, lockFile);
      if (performance.now() > deadline) {
        throw new FsError("io_error", "another process has been writing the file for too long", {
          hint: "Try again in a moment.",
        });
      }
      await sleep(delayMs);
      signal?.throwIfAborted();
    }
  }
}

/** Makes a lock over files in the state directory. */
export function createProcessLock(state: StateDirectory, timeoutMs: number): ProcessLock {
  return new LinkLock(state, timeoutMs);
}

/** Makes a lock for trees that no other process can see. */
export function createProcessLockInMemory(): ProcessLock {
  return { run: (_key, _signal, operation) => operation(), close: () => {} };
}
