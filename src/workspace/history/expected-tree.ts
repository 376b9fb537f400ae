// What a snapshot comes to with the changes that the history knows of since: whatever else differs, a command did. Pure.

import { keyOf } from "./rooted-path.js";
import type { SnapshotEntry, TreeSnapshot } from "./seen-tree.js";
import type { RootedPath, TrackedChange, Transaction, Version } from "./transaction.js";

/** Tells whether two versions are one, as far as is known; `null` stands for nothing. */
function mayBeSame(one: Version | null, other: Version | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.type !== other.type) return false;
  if (one.type !== "file" || one.content.sha256 === null || other.content.sha256 === null) return true;
  return one.content.sha256 === other.content.sha256;
}

/** A change that came right before the snapshot was seen by it already. */
function isOneOf(version: Version, { after, before }: TrackedChange): boolean {
  return mayBeSame(version, before) || mayBeSame(version, after);
}

function moveBelow(path: RootedPath, from: RootedPath, to: RootedPath): RootedPath {
  return { root: to.root, components: [...to.components, ...path.components.slice(from.components.length)] };
}

/** A snapshot that is carried forward by the transactions since. */
export class ExpectedTree {
  readonly #entries: Map<string, SnapshotEntry>;
  readonly #overwritten = new Map<string, string>();

  constructor(snapshot: TreeSnapshot) {
    this.#entries = new Map(snapshot);
  }

  get entries(): TreeSnapshot {
    return this.#entries;
  }

  /** Paths by their keys that somebody else changed before a remembered change did, which hides what came before it. */
  get overwritten(): ReadonlyMap<string, string> {
    return this.#overwritten;
  }

  /** Carries forward by a transaction; one that was taken back has changed nothing. */
  apply({ changes, state }: Transaction): void {
    if (state !== "committed") return;
    for (const change of changes) this.#applyChange(change);
  }

  #applyChange(change: TrackedChange): void {
    if (change.renamedFrom !== undefined) {
      this.#rename(change, change.renamedFrom);
      return;
    }
    const key = keyOf(change);
    const known = this.#entries.get(key);
    if (known !== undefined && !isOneOf(known.version, change)) this.#overwritten.set(key, change.path);
    if (change.after === null) this.#removeBelow(key);
    else this.#set(change, change.after);
  }

  #set({ components, path, root }: TrackedChange, version: Version): void {
    const entry = { root, components, path, version, node: null, isSettled: false };
    this.#entries.set(keyOf(entry), entry);
  }

  #removeBelow(key: string): void {
    this.#entries.delete(key);
    for (const below of this.#entriesBelow(key)) this.#entries.delete(keyOf(below));
  }

  #rename(to: TrackedChange, from: RootedPath): void {
    const moved = [this.#entries.get(keyOf(from)) ?? [], this.#entriesBelow(keyOf(from))].flat();
    for (const entry of moved) {
      this.#entries.delete(keyOf(entry));
      const path = [to.path, ...entry.components.slice(from.components.length)].join("/");
      const there = { ...entry, ...moveBelow(entry, from, to), path };
      this.#entries.set(keyOf(there), there);
    }
  }

  #entriesBelow(key: string): readonly SnapshotEntry[] {
    return Array.from(this.#entries).flatMap(([below, entry]) => (below.startsWith(`${key}/`) ? [entry] : []));
  }
}
