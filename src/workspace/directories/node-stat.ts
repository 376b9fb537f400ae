// Turns what node:fs says about a node into the form of the Directory port, and compares the one with the other.

import { type BigIntStats, lstatSync, type Stats } from "node:fs";
import type { NodeStat, NodeType, SeenNode } from "./directory.js";
import { toHostPath } from "./host-path.js";

type Kinds = Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink">;

/** Answers the type of a node or a directory entry. */
export function nodeTypeOf(node: Kinds): NodeType {
  if (node.isFile()) return "file";
  if (node.isDirectory()) return "dir";
  return node.isSymbolicLink() ? "symlink" : "other";
}

type SpecialKinds = Pick<BigIntStats, "isFIFO" | "isSocket" | "isCharacterDevice" | "isBlockDevice">;

/** Says what a node is that is no file, directory or link. */
export function specialOf(node: SpecialKinds): string | undefined {
  if (node.isFIFO()) return "a named pipe";
  if (node.isSocket()) return "a socket";
  return node.isCharacterDevice() || node.isBlockDevice() ? "a device" : undefined;
}

/** Answers the identity of a node: device and inode, exact beyond 53 bits. */
export function identityOf(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}`;
}

const NANOSECONDS_PER_SECOND = 1_000_000_000n;

/** Rounds as a stat without `bigint: true` does. */
function toMs(timeNs: bigint): number {
  return Number(timeNs / NANOSECONDS_PER_SECOND) * 1000 + Number(timeNs % NANOSECONDS_PER_SECOND) / 1e6;
}

/** Describes a node from a stat with `bigint: true`. */
export function toNodeStat(stats: BigIntStats): NodeStat {
  const type = nodeTypeOf(stats);
  return {
    type,
    ...(type === "other" ? { special: specialOf(stats) } : {}),
    size: Number(stats.size),
    mode: Number(stats.mode & 0o7777n),
    mtimeMs: Number(stats.mtimeNs) / 1e6,
    changedMs: Number(stats.ctimeMs),
    identity: identityOf(stats),
    version: `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`,
    owner: { uid: Number(stats.uid), gid: Number(stats.gid) },
    stamp: [toMs(stats.ctimeNs), toMs(stats.mtimeNs), Number(stats.size), Number(stats.ino), Number(stats.dev)],
  };
}

/** A `bigint` for each field would take a fifth of the time more. */
const NUMBERS_OR_NOTHING = { throwIfNoEntry: false } as const;

function isAsSeen(path: string, { name, node: { stamp } }: SeenNode): boolean {
  const now = lstatSync(toHostPath(`${path}/${name}`), NUMBERS_OR_NOTHING);
  if (now === undefined || stamp === undefined) return false;
  const [ctimeMs, mtimeMs, size, ino, dev] = stamp;
  const isSameNode = now.ino === ino && now.dev === dev;
  return isSameNode && now.ctimeMs === ctimeMs && now.mtimeMs === mtimeMs && now.size === size;
}

/** Tells whether entries of the directory at a path are the very nodes that were seen, and unchanged. */
export function areAsSeenAt(path: string, seen: readonly SeenNode[]): boolean {
  try {
    return seen.every((node) => isAsSeen(path, node));
  } catch {
    return false;
  }
}
