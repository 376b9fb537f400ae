// The files of a workspace at one moment: what they are, and within a budget what they hold.

import type { NodeStat } from "../directories/directory.js";
import type { Gate } from "../gate/gate.js";
import { readCurrent } from "../writing/current-file.js";
import { createFileVersion } from "./capture.js";
import { Content } from "./content.js";
import { keyOf } from "./rooted-path.js";
import { isSettledAt, SeenTree, type SnapshotEntry, type TreeSnapshot } from "./seen-tree.js";
import type { SnapshotMemory } from "./snapshot-memory.js";
import { type ContentHandle, createLostContent, createPlainVersion, type Version } from "./transaction.js";
import { type VisitedNode, visitedRootsOf, visitTree } from "./visit-tree.js";

type FileState = Pick<SnapshotEntry, "version" | "isSettled">;

function describeFile({ mode }: NodeStat, content: ContentHandle): Version {
  return { type: "file", mode: mode & 0o777, content };
}

function describeUnread(node: NodeStat, isSettled: boolean): FileState {
  return { version: describeFile(node, createLostContent(node.size, null)), isSettled };
}

class SnapshotTaker {
  readonly entries = new Map<string, SnapshotEntry>();
  readonly #gate: Gate;
  readonly #memory: SnapshotMemory;
  readonly #signal: AbortSignal | undefined;
  #bytesLeft: number;

  constructor(gate: Gate, memory: SnapshotMemory, signal: AbortSignal | undefined) {
    this.#gate = gate;
    this.#memory = memory;
    this.#signal = signal;
    this.#bytesLeft = memory.budget.maxBytes;
  }

  async visit(visited: VisitedNode): Promise<void> {
    const { node, root, target } = visited;
    const rooted = { root: root.path, components: target.components };
    const seen = { ...rooted, path: target.path, node };
    const isSettled = isSettledAt(Date.now(), node);
    if (node.type === "file") {
      this.entries.set(keyOf(rooted), { ...seen, ...(await this.#readFile(visited, isSettled)) });
      return;
    }
    const version = createPlainVersion(node.type === "dir" ? "dir" : "other", node.mode);
    this.entries.set(keyOf(rooted), { ...seen, version, isSettled });
  }

  async #readFile(visited: VisitedNode, isSettled: boolean): Promise<FileState> {
    const { node } = visited;
    if (node.size > Math.min(this.#bytesLeft, this.#gate.parts.log.maxContentBytes)) {
      return describeUnread(node, isSettled);
    }
    const known = isSettled ? this.#memory.recall(node) : undefined;
    const read = known === undefined ? await this.#read(visited) : { version: describeFile(node, known), isSettled };
    this.#bytesLeft -= read.version.content.isKept ? read.version.content.size : 0;
    return { version: read.version, isSettled: read.isSettled && isSettled };
  }

  /** Reads a file; one that cannot be read is known by its size alone. */
  async #read({ node, target }: VisitedNode): Promise<FileState> {
    try {
      const whole = await readCurrent(target, this.#signal);
      if (whole === null) return describeUnread(node, false);
      const version = createFileVersion(this.#gate.parts.log, new Content(whole.bytes), whole.mode);
      return { version, isSettled: whole.version === node.version };
    } catch {
      this.#signal?.throwIfAborted();
      return describeUnread(node, false);
    }
  }
}

function* contentsOf(entries: Iterable<SnapshotEntry>): Generator<readonly [NodeStat, ContentHandle]> {
  for (const { isSettled, node, version } of entries) {
    if (isSettled && node !== null && version.content.isKept) yield [node, version.content];
  }
}

/**
 * Takes a snapshot, and keeps it for the next one; `null` when there are more files than the budget has, or they lie too
 * deep. Where nothing changed since, the last one is answered after one look at each file; else files that did not change
 * are not read again.
 */
export async function takeSnapshot(
  gate: Gate,
  memory: SnapshotMemory,
  signal: AbortSignal | undefined,
): Promise<TreeSnapshot | null> {
  const roots = visitedRootsOf(gate);
  const { last } = memory;
  if (last !== undefined && (await last.tree.isUnchanged(roots, signal))) return last.snapshot;
  const startedMs = Date.now();
  const seenRoots = roots.map((root) => ({ root, node: root.directory.stat() }));
  const taker = new SnapshotTaker(gate, memory, signal);
  const { maxFiles } = memory.budget;
  const isComplete = await visitTree(gate, { maxFiles, visit: (visited) => taker.visit(visited), signal });
  if (!isComplete) return null;
  const snapshot = taker.entries;
  memory.replace(contentsOf(snapshot.values()));
  memory.last = {
    snapshot,
    tree: new SeenTree(seenRoots, snapshot, { startedMs, isIgnoreFile: gate.parts.ignore.isIgnoreFile }),
  };
  return snapshot;
}
