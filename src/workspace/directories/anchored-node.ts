// One node of the strong tier: held without access to its content, looked at, and only then opened as what it is.

import { type BigIntStats, closeSync, constants, fstatSync, openSync, type PathLike, statfsSync } from "node:fs";
import type { HeldNode, NodeStat, OpenFile } from "./directory.js";
import { createErrno, createNotFileErrno } from "./errno.js";
import { createOpenFile } from "./file-handles.js";
import { toNodeStat } from "./node-stat.js";

/** Opens a node without any access to its content. Value of `O_PATH` in the Linux ABI; node:fs does not name it. */
export const O_PATH = 0o10000000;
const HOLD_NODE = O_PATH | constants.O_NOFOLLOW;
const READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** `f_type` of procfs. Source: linux/magic.h. */
export const PROC_SUPER_MAGIC = 0x9fa0;

/** File systems whose regular files are endless, write-only or have effects when read. Source: linux/magic.h. */
const PSEUDO_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  PROC_SUPER_MAGIC,
  0x62656572,
  0x63677270,
  0x27e0eb,
  0x64626720,
  0x74726163,
  0xcafe4a11,
  0x73636673,
  0x1cd1,
  0x19800202,
]);

/** The device of a root, whose number stays its own as long as the root is held. */
export interface RootDevice {
  readonly number: bigint;
  readonly isPseudo: boolean;
}

/** Answers the path that leads to what a descriptor holds, wherever that is now. */
export function descriptorPath(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

/** Tells whether a held node is on a file system whose files are no plain bytes. */
export function isOnPseudoFileSystem(descriptor: number): boolean {
  return PSEUDO_FILE_SYSTEMS.has(statfsSync(descriptorPath(descriptor)).type);
}

class AnchoredNode implements HeldNode {
  readonly stat: NodeStat;
  readonly #stats: BigIntStats;
  readonly #rootDevice: RootDevice;
  #descriptor: number | undefined;

  constructor(descriptor: number, rootDevice: RootDevice) {
    this.#descriptor = descriptor;
    this.#rootDevice = rootDevice;
    this.#stats = fstatSync(descriptor, { bigint: true });
    this.stat = toNodeStat(this.#stats);
  }

  openFile(): OpenFile {
    try {
      // The number of a closed descriptor may stand for another file already.
      if (this.#descriptor === undefined) throw createErrno("EBADF");
      this.#assertReadable(this.#descriptor);
      return createOpenFile(openSync(descriptorPath(this.#descriptor), READ), this.stat);
    } finally {
      this.close();
    }
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #assertReadable(descriptor: number): void {
    const { type } = this.stat;
    if (type === "symlink") throw createErrno("ELOOP");
    if (type !== "file") throw createNotFileErrno(this.stat);
    const { number, isPseudo } = this.#rootDevice;
    if (this.#stats.dev === number ? isPseudo : isOnPseudoFileSystem(descriptor)) throw createErrno("ENOTFILE");
  }
}

/** Holds the node at a path of one unchecked component; throws `ENOENT` where there is none. */
export function holdAnchoredNode(path: PathLike, rootDevice: RootDevice): HeldNode {
  const descriptor = openSync(path, HOLD_NODE);
  try {
    return new AnchoredNode(descriptor, rootDevice);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
