// The nodes of a tree of files in memory.

import type { NodeStat } from "./directory.js";

interface MemoryNode {
  readonly id: number;
  mode: number;
  mtimeMs: number;
  changes: number;
}

/** A regular file. */
export interface MemoryFile extends MemoryNode {
  readonly type: "file";
  bytes: Uint8Array;
}

/** A directory. */
export interface MemoryFolder extends MemoryNode {
  readonly type: "dir";
  readonly children: Map<string, MemoryFile | MemoryFolder>;
}

/** Makes the nodes of one tree, each with a number of its own. */
export class MemoryTree {
  #lastId = 0;

  createFile(bytes: Uint8Array): MemoryFile {
    return { type: "file", id: this.#nextId(), mode: 0o600, mtimeMs: Date.now(), changes: 0, bytes };
  }

  createFolder(): MemoryFolder {
    return { type: "dir", id: this.#nextId(), mode: 0o755, mtimeMs: Date.now(), changes: 0, children: new Map() };
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

/** Describes a node as the disk would. */
export function describeNode(node: MemoryFile | MemoryFolder): NodeStat {
  return {
    type: node.type,
    size: node.type === "file" ? node.bytes.length : 0,
    mode: node.mode,
    mtimeMs: node.mtimeMs,
    changedMs: 0,
    identity: `memory:${node.id}`,
    version: `${node.id}:${node.changes}`,
    owner: { uid: 0, gid: 0 },
  };
}
