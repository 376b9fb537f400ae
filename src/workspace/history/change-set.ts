// Files and directories that are changed together, under their locks: compared, told to the history, written under
// temporary names, and then put in place one by one, with a way back.

import { FsError, isFsError } from "../../errors.js";
import type { Directory } from "../directories/directory.js";
import { toFsError } from "../directories/errno.js";
import type { Gate } from "../gate/gate.js";
import { isTurnDue, takeTurn } from "../gate/take-turns.js";
import type { ChangeSetParts, ChangesRequest, DirectoryTarget } from "./change-request.js";
import type { ChangeTarget } from "./change-target.js";
import { NewDirectories } from "./new-directories.js";
import { OldDirectories } from "./old-directories.js";
import { beginTransaction } from "./track.js";
import { trackChangeSet } from "./track-change-set.js";

/** Runs a step of one file after the other, so that the first failure is the one that is told. */
async function forEachTarget(
  targets: readonly ChangeTarget[],
  signal: AbortSignal | undefined,
  step: (target: ChangeTarget) => Promise<void> | void,
): Promise<void> {
  for (const target of targets) {
    signal?.throwIfAborted();
    if (isTurnDue()) await takeTurn(signal);
    try {
      await step(target);
    } catch (error) {
      throw error === signal?.reason ? error : toFsError(error, target.place.path);
    }
  }
}

/** Writes all new contents; none is left unfinished behind when one fails. */
async function stageAll(targets: readonly ChangeTarget[]): Promise<void> {
  const staging = targets.map(async (target) => {
    if (isTurnDue()) await takeTurn();
    await target.stage();
  });
  const outcomes = await Promise.allSettled(staging);
  outcomes.forEach((outcome, index) => {
    if (outcome.status === "rejected") throw toFsError(outcome.reason, targets[index]?.place.path ?? "");
  });
}

async function flushAll(directories: readonly Directory[]): Promise<void> {
  const distinct = new Map(directories.map((directory) => [directory.identity, directory]));
  await Promise.all(Array.from(distinct.values(), (directory) => directory.flush()));
}

function isInPlace(directory: Directory): boolean {
  try {
    directory.assertInPlace();
    return true;
  } catch {
    return false;
  }
}

function createLeftError(left: readonly string[], cause: unknown): FsError {
  return new FsError("patch_conflict", `${left.join(", ")}: changed by somebody else while the change was taken back`, {
    path: left[0],
    hint: "All other files are as they were before. Look at the named ones.",
    details: { files: left },
    cause,
  });
}

/** Everything that one call changes. */
export class ChangeSet {
  readonly targets: readonly ChangeTarget[];
  readonly #gate: Gate;
  readonly #request: ChangesRequest;
  readonly #wanted: readonly DirectoryTarget[];
  readonly #new: NewDirectories = new NewDirectories();
  readonly #old: OldDirectories;

  constructor(gate: Gate, request: ChangesRequest, parts: ChangeSetParts) {
    this.#gate = gate;
    this.#request = request;
    this.targets = parts.targets;
    this.#wanted = parts.directories;
    this.#old = new OldDirectories(parts.directories.filter(({ isWanted }) => !isWanted));
  }

  /** The locks that must be held while it runs. */
  get lockKeys(): readonly string[] {
    return this.targets.map(({ lockKey }) => lockKey);
  }

  /** Does all of it or nothing; answers the id of the transaction where there is a history. */
  async run(): Promise<string | undefined> {
    const { signal } = this.#request.options;
    try {
      await forEachTarget(this.targets, signal, (target) => target.inspect(signal));
      await forEachTarget(this.targets, signal, (target) => target.plan(this.#fallbackModeOf(target)));
      return await this.#runTracked(signal);
    } finally {
      for (const target of this.targets) target.discard();
      this.#new.release();
    }
  }

  /** From the first temporary file to the last rename: one transaction of the history. */
  async #runTracked(signal: AbortSignal | undefined): Promise<string | undefined> {
    const { options, reverts } = this.#request;
    const changes = trackChangeSet(this.#gate, { targets: this.targets, directories: this.#wanted });
    const draft = { tool: options.tool ?? "changes", changes, reverts, isOfSeveral: changes.length > 1 };
    // Both only have to be on the disk before the first file is replaced.
    const [begun, staged] = await Promise.allSettled([beginTransaction(this.#gate, draft), stageAll(this.targets)]);
    if (begun.status === "rejected") throw begun.reason;
    const pending = begun.value;
    try {
      if (staged.status === "rejected") throw staged.reason;
      await forEachTarget(this.targets, signal, (target) => target.assertUnchanged(signal));
      signal?.throwIfAborted();
      await this.#publishAll();
    } catch (error) {
      await pending.abort(isLeftError(error) ? "conflicted" : "aborted");
      throw error;
    }
    await pending.commit();
    return pending.id;
  }

  /** Does all of it, without looking at the signal again. */
  async #publishAll(): Promise<void> {
    try {
      await forEachTarget(this.targets, undefined, (target) => target.makeParents(this.#new));
      this.#makeWanted();
      await forEachTarget(this.targets, undefined, (target) => target.publish());
      this.#old.remove();
      // Directories that have just gone away have nothing left to be flushed, only their parents have.
      await flushAll([...this.#changedDirectories(), ...this.#old.changed].filter(isInPlace));
    } catch (error) {
      const left = await this.#takeBack();
      throw left.length === 0 ? error : createLeftError(left, error);
    }
  }

  #makeWanted(): void {
    for (const { isWanted, place } of this.#wanted) {
      if (isWanted && place.node === null) this.#new.make(place.parent, [...place.missingParents, place.name]);
    }
  }

  /** Goes back over what was done, the last first; answers what could not be brought back. */
  async #takeBack(): Promise<readonly string[]> {
    const left: string[] = [];
    this.#old.takeBack();
    for (const target of this.targets.toReversed()) {
      const isBack = await target.takeBack().catch(() => false);
      if (!isBack) left.push(target.place.path);
    }
    const changed = this.#changedDirectories();
    this.#new.takeBack();
    await flushAll(changed.filter(isInPlace)).catch(() => {});
    return left;
  }

  #changedDirectories(): readonly Directory[] {
    return [...this.targets.map(({ parent }) => parent), ...this.#new.changed];
  }

  /** Finds the permission bits for a file that does not exist yet: those of the file that its content came from. */
  #fallbackModeOf(target: ChangeTarget): number {
    const { movedFrom } = target.change;
    const source = movedFrom === undefined ? undefined : this.targets.find(({ change }) => change.path === movedFrom);
    return source?.before?.mode ?? this.#gate.parts.newFileMode;
  }
}

/** Tells whether a failed change could not bring everything back; no other step fails with this kind. */
function isLeftError(error: unknown): boolean {
  return isFsError(error) && error.kind === "patch_conflict";
}
