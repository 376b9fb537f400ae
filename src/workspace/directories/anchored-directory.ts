// The strong tier: on Linux every name is opened relative to a held directory, through /proc/self/fd/<fd>/<name>.
// No path with more than one unchecked component ever reaches the kernel from here, but to tell whether nodes that were
// seen are still the same.

import {
  accessSync,
  type BigIntStats,
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
  statfsSync,
  statSync,
  unlinkSync,
} from "node:fs";
import {
  descriptorPath,
  holdAnchoredNode,
  isOnPseudoFileSystem,
  O_PATH,
  PROC_SUPER_MAGIC,
  type RootDevice,
} from "./anchored-node.js";
import type { Directory, HeldNode, NewFile, NodeEntry, NodeStat, OpenFile, SeenNode } from "./directory.js";
import { createErrno, hasErrno } from "./errno.js";
import { createNewFile, flushDescriptor } from "./file-handles.js";
import { toHostPath } from "./host-path.js";
import { areAsSeenAt, identityOf, toNodeStat } from "./node-stat.js";
import { LARGE_DIRECTORY_BYTES, readEntries, readEntryBatches } from "./read-entries.js";

const HOLD_DIRECTORY = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Where a directory was opened from. */
interface Origin {
  readonly parent: AnchoredDirectory;
  readonly name: string;
}

class AnchoredDirectory implements Directory {
  readonly #descriptor: number;
  readonly #rootDevice: RootDevice;
  /** Absent for a root. */
  readonly #origin: Origin | undefined;
  /** Looked up when first asked for, since most walks only pass by. */
  #stats: BigIntStats | undefined;
  #isClosed = false;

  constructor(descriptor: number, rootDevice: RootDevice, origin?: Origin) {
    this.#descriptor = descriptor;
    this.#rootDevice = rootDevice;
    this.#origin = origin;
  }

  get identity(): string {
    return identityOf(this.#heldStats);
  }

  get #heldStats(): BigIntStats {
    // The number of a closed descriptor may stand for another file already.
    if (this.#isClosed) throw createErrno("EBADF");
    this.#stats ??= fstatSync(this.#descriptor, { bigint: true });
    return this.#stats;
  }

  stat(): NodeStat {
    return toNodeStat(fstatSync(this.#descriptor, { bigint: true }));
  }

  lookup(name: string): NodeStat | null {
    const stats = lstatSync(this.#at(name), { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? null : toNodeStat(stats);
  }

  /**
   * Looks by the path at which the held directory is now, since the way over its descriptor takes the kernel twice as
   * long. Another directory could come in its place meanwhile; but the nodes that were seen are not in that one.
   */
  areAsSeen(seen: readonly SeenNode[]): boolean {
    const path = readlinkSync(descriptorPath(this.#descriptor));
    return areAsSeenAt(path, seen) && readlinkSync(descriptorPath(this.#descriptor)) === path;
  }

  modifiedMs(name: string): number | null {
    return lstatSync(this.#at(name), { throwIfNoEntry: false })?.mtimeMs ?? null;
  }

  readLink(name: string): string | null {
    try {
      return readlinkSync(this.#at(name));
    } catch (error) {
      if (hasErrno(error, "EINVAL", "ENOENT")) return null;
      throw error;
    }
  }

  openDirectory(name: string): Directory {
    return new AnchoredDirectory(openSync(this.#at(name), HOLD_DIRECTORY), this.#rootDevice, { parent: this, name });
  }

  reopen(): Directory {
    return new AnchoredDirectory(openSync(this.#at("."), HOLD_DIRECTORY), this.#rootDevice, this.#origin);
  }

  openFile(name: string): OpenFile {
    return holdAnchoredNode(this.#at(name), this.#rootDevice).openFile();
  }

  hold(name: string): HeldNode | null {
    try {
      return holdAnchoredNode(this.#at(name), this.#rootDevice);
    } catch (error) {
      if (hasErrno(error, "ENOENT")) return null;
      throw error;
    }
  }

  createFile(name: string): NewFile {
    return createNewFile(openSync(this.#at(name), CREATE, 0o600));
  }

  assertWritable(name: string): void {
    accessSync(this.#at(name), constants.W_OK);
  }

  makeDirectory(name: string): void {
    mkdirSync(this.#at(name));
  }

  rename(name: string, target: Directory, targetName: string): void {
    if (!(target instanceof AnchoredDirectory)) throw createErrno("EXDEV");
    renameSync(this.#at(name), target.#at(targetName));
  }

  link(name: string, target: Directory, newName: string): void {
    if (!(target instanceof AnchoredDirectory)) throw createErrno("EXDEV");
    linkSync(this.#at(name), target.#at(newName));
  }

  unlink(name: string): void {
    unlinkSync(this.#at(name));
  }

  removeDirectory(name: string): void {
    rmdirSync(this.#at(name));
  }

  entries(): readonly NodeEntry[] {
    return readEntries(descriptorPath(this.#descriptor));
  }

  entryBatches(): Iterable<readonly NodeEntry[]> {
    if (Number(this.#heldStats.size) < LARGE_DIRECTORY_BYTES) return [this.entries()];
    return readEntryBatches(descriptorPath(this.#descriptor));
  }

  async flush(): Promise<void> {
    const readable = openSync(`${descriptorPath(this.#descriptor)}/.`, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await flushDescriptor(readable);
    } finally {
      closeSync(readable);
    }
  }

  assertInPlace(): void {
    if (this.#origin === undefined) return;
    const { parent, name } = this.#origin;
    parent.assertInPlace();
    if (parent.lookup(name)?.identity !== this.identity) throw createErrno("ESTALE");
  }

  pathForChild(): string {
    return descriptorPath(this.#descriptor);
  }

  close(): void {
    this.#isClosed = true;
    closeSync(this.#descriptor);
  }

  #at(name: string): PathLike {
    return toHostPath(`${descriptorPath(this.#descriptor)}/${name}`);
  }
}

/** Tells whether this machine lets names be opened relative to a held directory. */
export function isAnchoringSupported(): boolean {
  if (process.platform !== "linux") return false;
  try {
    return statfsSync("/proc/self/fd").type === PROC_SUPER_MAGIC;
  } catch {
    return false;
  }
}

/**
 * Holds a root directory by its canonical path.
 * Throws `ENOTDIR` when a link or a file stands there, and `ESTALE` when procfs does not lead back to the held directory.
 */
export function openAnchoredRoot(canonicalPath: string): Directory {
  const descriptor = openSync(canonicalPath, HOLD_DIRECTORY);
  const held = fstatSync(descriptor, { bigint: true });
  const seen = statSync(`${descriptorPath(descriptor)}/.`, { bigint: true });
  if (identityOf(held) !== identityOf(seen)) {
    closeSync(descriptor);
    throw createErrno("ESTALE");
  }
  return new AnchoredDirectory(descriptor, { number: held.dev, isPseudo: isOnPseudoFileSystem(descriptor) });
}
