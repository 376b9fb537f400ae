// Turns what node:fs says about a node into the form of the Directory port.

import type { BigIntStats, Stats } from "node:fs";
import type { NodeStat, NodeType } from "./directory.js";

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
  };
}
