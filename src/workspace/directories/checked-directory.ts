// The weaker tier, for platforms without /proc/self/fd: names are joined to a path, and the held directory is compared
// with what stands at that path before and after each use. A swap between the two comparisons is not noticed.

import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  type PathLike,
  readlinkSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import type { Directory, HeldNode, NewFile, NodeEntry, NodeStat, OpenFile, SeenNode } from "./directory.js";
import { createErrno, createNotFileErrno, hasErrno } from "./errno.js";
import { createNewFile, createOpenFile, flushDescriptor } from "./file-handles.js";
import { toHostPath } from "./host-path.js";
import { holdByName } from "./named-node.js";
import { areAsSeenAt, identityOf, toNodeStat } from "./node-stat.js";
import { LARGE_DIRECTORY_BYTES, readEntries, readEntryBatches } from "./read-entries.js";

/** Absent on Windows, where node:fs leaves the constants undefined. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const READ = constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;

/** Times that a file replaced between the look and the opening is looked at again. */
const OPEN_ATTEMPTS = 5;

class CheckedDirectory implements Directory {
  readonly identity: string;
  readonly #path: string;
  readonly #parent: CheckedDirectory | undefined;

  constructor(path: string, parent: CheckedDirectory | undefined) {
    const stats = lstatSync(toHostPath(path), { bigint: true });
    if (!stats.isDirectory()) throw createErrno("ENOTDIR");
    this.identity = identityOf(stats);
    this.#path = path;
    this.#parent = parent;
  }

  stat(): NodeStat {
    return this.#guarded(() => toNodeStat(lstatSync(this.#hostPath, { bigint: true })));
  }

  lookup(name: string): NodeStat | null {
    return this.#guarded(() => {
      const stats = lstatSync(this.#at(name), { bigint: true, throwIfNoEntry: false });
      return stats === undefined ? null : toNodeStat(stats);
    });
  }

  areAsSeen(seen: readonly SeenNode[]): boolean {
    return this.#guarded(() => areAsSeenAt(this.#path, seen));
  }

  modifiedMs(name: string): number | null {
    return this.#guarded(() => lstatSync(this.#at(name), { throwIfNoEntry: false })?.mtimeMs ?? null);
  }

  readLink(name: string): string | null {
    try {
      return this.#guarded(() => readlinkSync(this.#at(name)));
    } catch (error) {
      if (hasErrno(error, "EINVAL", "ENOENT", "UNKNOWN")) return null;
      throw error;
    }
  }

  openDirectory(name: string): Directory {
    return this.#guarded(() => new CheckedDirectory(join(this.#path, name), this));
  }

  reopen(): Directory {
    return this;
  }

  openFile(name: string): OpenFile {
    for (let attempt = 1; ; attempt++) {
      const descriptor = this.#openGuarded(() => this.#openRegular(name));
      if (descriptor !== undefined) return createOpenFile(descriptor);
      if (attempt === OPEN_ATTEMPTS) throw createErrno("ESTALE");
    }
  }

  hold(name: string): HeldNode | null {
    return holdByName(this, name);
  }

  createFile(name: string): NewFile {
    return createNewFile(this.#openGuarded(() => openSync(this.#at(name), CREATE, 0o600)));
  }

  assertWritable(name: string): void {
    this.#guarded(() => accessSync(this.#at(name), constants.W_OK));
  }

  makeDirectory(name: string): void {
    this.#guarded(() => mkdirSync(this.#at(name)));
  }

  rename(name: string, target: Directory, targetName: string): void {
    if (!(target instanceof CheckedDirectory)) throw createErrno("EXDEV");
    this.#guarded(() => target.#guarded(() => renameSync(this.#at(name), target.#at(targetName))));
  }

  link(name: string, target: Directory, newName: string): void {
    if (!(target instanceof CheckedDirectory)) throw createErrno("EXDEV");
    this.#guarded(() => target.#guarded(() => linkSync(this.#at(name), target.#at(newName))));
  }

  unlink(name: string): void {
    this.#guarded(() => unlinkSync(this.#at(name)));
  }

  removeDirectory(name: string): void {
    this.#guarded(() => rmdirSync(this.#at(name)));
  }

  entries(): readonly NodeEntry[] {
    return this.#guarded(() => readEntries(this.#hostPath));
  }

  *entryBatches(): Generator<readonly NodeEntry[], void, void> {
    this.assertInPlace();
    const isLarge = lstatSync(this.#hostPath).size >= LARGE_DIRECTORY_BYTES;
    for (const batch of isLarge ? readEntryBatches(this.#hostPath) : [readEntries(this.#hostPath)]) {
      this.assertInPlace();
      yield batch;
    }
  }

  async flush(): Promise<void> {
    if (process.platform === "win32") return;
    const descriptor = openSync(this.#hostPath, constants.O_RDONLY);
    try {
      await flushDescriptor(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  assertInPlace(): void {
    this.#parent?.assertInPlace();
    const stats = lstatSync(this.#hostPath, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined || identityOf(stats) !== this.identity) throw createErrno("ESTALE");
  }

  pathForChild(): string {
    this.assertInPlace();
    return this.#path;
  }

  close(): void {
    // Nothing is held open in this tier.
  }

  get #hostPath(): PathLike {
    return toHostPath(this.#path);
  }

  #at(name: string): PathLike {
    return toHostPath(join(this.#path, name));
  }

  #guarded<Result>(operation: () => Result): Result {
    this.assertInPlace();
    const result = operation();
    this.assertInPlace();
    return result;
  }

  /** Closes what was opened when the directory turns out to have been swapped meanwhile. */
  #openGuarded<Descriptor extends number | undefined>(open: () => Descriptor): Descriptor {
    this.assertInPlace();
    const descriptor = open();
    try {
      this.assertInPlace();
    } catch (error) {
      if (descriptor !== undefined) closeSync(descriptor);
      throw error;
    }
    return descriptor;
  }

  /** Answers `undefined` when the file was replaced between the look and the opening. */
  #openRegular(name: string): number | undefined {
    const path = this.#at(name);
    const seen = lstatSync(path, { bigint: true });
    if (seen.isSymbolicLink()) throw createErrno("ELOOP");
    if (!seen.isFile()) throw createNotFileErrno(toNodeStat(seen));
    const descriptor = openSync(path, READ);
    if (identityOf(fstatSync(descriptor, { bigint: true })) === identityOf(seen)) return descriptor;
    closeSync(descriptor);
    return undefined;
  }
}

/** Holds a root directory by its canonical path; throws `ENOTDIR` when a link or a file stands there. */
export function openCheckedRoot(canonicalPath: string): Directory {
  return new CheckedDirectory(canonicalPath, undefined);
}
