// A tree of files in memory behind the same port as the disk, so that both pass through one gate. No links, no owners.

import type { Directory, HeldNode, NewFile, NodeEntry, NodeStat, NodeType, OpenFile } from "./directory.js";
import { createErrno } from "./errno.js";
import { describeNode, type MemoryFile, type MemoryFolder, MemoryTree } from "./memory-nodes.js";
import { holdByName } from "./named-node.js";

/** Longest name that is taken, in bytes: the same as on common disks, so that both stores answer the same. */
const MAX_NAME_BYTES = 255;

/** Entries of one piece of a listing. */
const BATCH_ENTRIES = 2048;

function readInto(file: MemoryFile, target: Uint8Array, position: number): number {
  const part = file.bytes.subarray(position, position + target.length);
  target.set(part);
  return part.length;
}

function openMemoryFile(file: MemoryFile): OpenFile {
  return {
    content: file.bytes,
    stat: () => describeNode(file),
    read: async (target, position) => readInto(file, target, position),
    readSync: (target, position) => readInto(file, target, position),
    close: () => {},
  };
}

function openNewMemoryFile(file: MemoryFile): NewFile {
  const parts: Uint8Array[] = [];
  return {
    write: async (bytes) => {
      parts.push(bytes.slice());
    },
    finish: (mode) => {
      file.bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
      file.mode = mode & 0o777;
      file.mtimeMs = Date.now();
      file.changes += 1;
    },
    setModified: (mtimeMs) => {
      file.mtimeMs = mtimeMs;
    },
    flush: async () => {},
    close: () => {},
  };
}

class MemoryDirectory implements Directory {
  readonly identity: string;
  readonly #tree: MemoryTree;
  readonly #folder: MemoryFolder;

  constructor(tree: MemoryTree, folder: MemoryFolder) {
    this.identity = `memory:${folder.id}`;
    this.#tree = tree;
    this.#folder = folder;
  }

  stat(): NodeStat {
    return describeNode(this.#folder);
  }

  lookup(name: string): NodeStat | null {
    const node = this.#find(name);
    return node === undefined ? null : describeNode(node);
  }

  /** Denies it, since a look costs nothing here. */
  areAsSeen(): boolean {
    return false;
  }

  modifiedMs(name: string): number | null {
    return this.#find(name)?.mtimeMs ?? null;
  }

  readLink(): null {
    return null;
  }

  openDirectory(name: string): Directory {
    return new MemoryDirectory(this.#tree, this.#expect(name, "dir") as MemoryFolder);
  }

  reopen(): Directory {
    return this;
  }

  openFile(name: string): OpenFile {
    return openMemoryFile(this.#expect(name, "file") as MemoryFile);
  }

  hold(name: string): HeldNode | null {
    return holdByName(this, name);
  }

  /** Puts a finished file into the directory, with mode `0o644`. */
  add(name: string, bytes: Uint8Array): void {
    this.#assertFree(name);
    this.#folder.children.set(name, { ...this.#tree.createFile(bytes), mode: 0o644 });
  }

  createFile(name: string): NewFile {
    this.#assertFree(name);
    const file = this.#tree.createFile(new Uint8Array(0));
    this.#folder.children.set(name, file);
    return openNewMemoryFile(file);
  }

  assertWritable(name: string): void {
    if (((this.#find(name)?.mode ?? 0o200) & 0o222) === 0) throw createErrno("EACCES");
  }

  makeDirectory(name: string): void {
    this.#assertFree(name);
    this.#folder.children.set(name, this.#tree.createFolder());
  }

  rename(name: string, target: Directory, targetName: string): void {
    if (!(target instanceof MemoryDirectory)) throw createErrno("EXDEV");
    const node = this.#find(name);
    if (node === undefined) throw createErrno("ENOENT");
    if (target.#find(targetName) === node) return;
    target.#assertReplaceable(targetName, node.type);
    if (node.type === "dir" && target.#isInside(node)) throw createErrno("EINVAL");
    this.#folder.children.delete(name);
    target.#folder.children.set(targetName, node);
  }

  link(name: string, target: Directory, newName: string): void {
    if (!(target instanceof MemoryDirectory)) throw createErrno("EXDEV");
    const node = this.#expect(name, "file");
    target.#assertFree(newName);
    target.#folder.children.set(newName, node);
  }

  unlink(name: string): void {
    this.#expect(name, "file");
    this.#folder.children.delete(name);
  }

  removeDirectory(name: string): void {
    const folder = this.#expect(name, "dir") as MemoryFolder;
    if (folder.children.size > 0) throw createErrno("ENOTEMPTY");
    this.#folder.children.delete(name);
  }

  entries(): readonly NodeEntry[] {
    return Array.from(this.#folder.children, ([name, node]) => ({ name, type: node.type }));
  }

  *entryBatches(): Generator<readonly NodeEntry[], void, void> {
    const children = this.#folder.children;
    const names = Array.from(children.keys());
    for (let start = 0; start < names.length; start += BATCH_ENTRIES) {
      const there = names.slice(start, start + BATCH_ENTRIES).filter((name) => children.has(name));
      yield there.map((name) => ({ name, type: children.get(name)?.type ?? "file" }));
    }
  }

  async flush(): Promise<void> {}

  assertInPlace(): void {}

  pathForChild(): null {
    return null;
  }

  close(): void {}

  #find(name: string): MemoryFile | MemoryFolder | undefined {
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw createErrno("ENAMETOOLONG");
    return this.#folder.children.get(name);
  }

  #expect(name: string, type: NodeType): MemoryFile | MemoryFolder {
    const node = this.#find(name);
    if (node === undefined) throw createErrno("ENOENT");
    if (node.type === type) return node;
    throw createErrno(type === "dir" ? "ENOTDIR" : "EISDIR");
  }

  #assertFree(name: string): void {
    if (this.#find(name) !== undefined) throw createErrno("EEXIST");
  }

  #assertReplaceable(name: string, type: NodeType): void {
    const node = this.#find(name);
    if (node === undefined) return;
    if (node.type !== type) throw createErrno(node.type === "dir" ? "EISDIR" : "ENOTDIR");
    if (node.type === "dir" && node.children.size > 0) throw createErrno("ENOTEMPTY");
  }

  #isInside(folder: MemoryFolder): boolean {
    if (this.#folder === folder) return true;
    return Array.from(folder.children.values()).some((child) => child.type === "dir" && this.#isInside(child));
  }
}

function openOrMake(directory: Directory, name: string): Directory {
  if (directory.lookup(name) === null) directory.makeDirectory(name);
  return directory.openDirectory(name);
}

/** Makes a tree in memory with the given files, and holds its root; bytes are copied. */
export function createMemoryRoot(
  files: readonly { readonly components: readonly string[]; readonly bytes: Uint8Array }[],
): Directory {
  const tree = new MemoryTree();
  const root = new MemoryDirectory(tree, tree.createFolder());
  for (const { components, bytes } of files) {
    const parent = components.slice(0, -1).reduce(openOrMake, root as Directory) as MemoryDirectory;
    parent.add(components.at(-1) ?? "", bytes.slice());
  }
  return root;
}
