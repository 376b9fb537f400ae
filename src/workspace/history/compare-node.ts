// One path before and after a command: whether it changed, into what, and why an undo could not bring it back.

import { READ_FILE_SIZE_CAP } from "../../limits.js";
import type { NodeStat } from "../directories/directory.js";
import type { Gate } from "../gate/gate.js";
import { readCurrent } from "../writing/current-file.js";
import { createFileVersion } from "./capture.js";
import { Content } from "./content.js";
import type { SnapshotEntry } from "./seen-tree.js";
import {
  createLostContent,
  createPlainVersion,
  isRestorable,
  type TrackedChange,
  type Version,
} from "./transaction.js";
import type { VisitedNode } from "./visit-tree.js";

/** A change, and why an undo leaves it as it is; without a reason it can be undone. */
export interface ComparedChange {
  readonly change: TrackedChange;
  readonly reason?: string | undefined;
}

/** What the comparisons around one command share. */
export interface NodeComparison {
  readonly gate: Gate;
  /** Bytes of new contents that may still be kept; only the hash of what is over it. */
  bytesLeft: number;
}

function limitNew(comparison: NodeComparison, version: Version): Version {
  const { isKept, sha256, size } = version.content;
  if (!isKept) return version;
  comparison.bytesLeft -= size;
  return comparison.bytesLeft >= 0 ? version : { ...version, content: createLostContent(size, sha256) };
}

async function readFileVersion({ gate }: NodeComparison, { node, target }: VisitedNode): Promise<Version> {
  const unread: Version = { type: "file", mode: node.mode & 0o777, content: createLostContent(node.size, null) };
  if (node.size > READ_FILE_SIZE_CAP) return unread;
  try {
    const whole = await readCurrent(target, undefined);
    return whole === null ? unread : createFileVersion(gate.parts.log, new Content(whole.bytes), whole.mode);
  } catch {
    return unread;
  }
}

async function describeNow(comparison: NodeComparison, visited: VisitedNode): Promise<Version> {
  const { node } = visited;
  if (node.type === "file") return readFileVersion(comparison, visited);
  return createPlainVersion(node.type === "dir" ? "dir" : "other", node.mode);
}

/** Tells whether a node is as it was, by its version alone. */
function isUntouched({ isSettled, node: before, version }: SnapshotEntry, node: NodeStat): boolean {
  if (before === null || before.type !== node.type) return false;
  if (node.type === "dir") return true;
  return before.version === node.version && (isSettled || version.content.sha256 === null);
}

/** Tells whether two versions of one path are equal; the times do not count. */
function isEqual(before: Version, now: Version): boolean {
  if (before.type !== now.type) return false;
  if (before.type === "dir") return true;
  const { sha256 } = before.content;
  return before.type === "file" && sha256 !== null && sha256 === now.content.sha256 && before.mode === now.mode;
}

/** Says why an undo cannot take a change back; `undefined` where it can. */
function reasonAgainst(gate: Gate, { after, before, components }: TrackedChange): string | undefined {
  if (before?.type === "other" || after?.type === "other") return "a link or a special file";
  if (before !== null && after !== null && before.type !== after.type) return "became something else";
  if (!isRestorable(before)) return "too large to be kept, or unreadable";
  if (after?.type === "file" && after.content.sha256 === null) return "too large, or unreadable";
  return gate.parts.protection.isProtected(components) ? "protected" : undefined;
}

/** Compares a path that is there with what was there before; `null` when nothing changed. */
export async function compareNode(
  comparison: NodeComparison,
  entry: SnapshotEntry | undefined,
  visited: VisitedNode,
): Promise<ComparedChange | null> {
  if (entry !== undefined && isUntouched(entry, visited.node)) return null;
  const after = await describeNow(comparison, visited);
  if (entry !== undefined && isEqual(entry.version, after)) return null;
  const { components, path } = visited.target;
  const before = entry?.version ?? null;
  const change = { root: visited.root.path, components, path, before, after: limitNew(comparison, after) };
  return { change, reason: reasonAgainst(comparison.gate, change) };
}

/** Describes a path that is gone. */
export function compareGone(gate: Gate, { components, path, root, version }: SnapshotEntry): ComparedChange {
  const change = { root, components, path, before: version, after: null };
  return { change, reason: reasonAgainst(gate, change) };
}
