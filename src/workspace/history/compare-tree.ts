// All paths of a workspace before and after a command. Files are read, nothing is changed.

import type { NodeStat } from "../directories/directory.js";
import type { Gate } from "../gate/gate.js";
import { type ComparedChange, compareGone, compareNode, type NodeComparison } from "./compare-node.js";
import type { ExpectedTree } from "./expected-tree.js";
import type { SnapshotBudget } from "./history-budget.js";
import { keyOf, toGivenPath } from "./rooted-path.js";
import type { SnapshotEntry } from "./seen-tree.js";
import type { RootedPath } from "./transaction.js";
import { type VisitedNode, visitTree } from "./visit-tree.js";

/** What a comparison starts from. */
export interface ComparisonBase {
  readonly expected: ExpectedTree;
  readonly budget: SnapshotBudget;
  /** Milliseconds since the epoch at which the snapshot was begun. */
  readonly startedMs: number;
}

/** Milliseconds by which the clock of a file system may be behind. Source: the coarsest common file systems. */
const CLOCK_SLACK_MS = 2000;

/** A change, and the node that is there now. */
interface FoundChange extends ComparedChange {
  readonly node?: NodeStat | undefined;
}

function isSamePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

function* keysAbove({ components, root }: RootedPath): Generator<string> {
  for (let length = components.length - 1; length > 0; length--) {
    yield keyOf({ root, components: components.slice(0, length) });
  }
}

class TreeComparison {
  readonly #gate: Gate;
  readonly #base: ComparisonBase;
  readonly #comparison: NodeComparison;
  readonly #seen = new Set<string>();
  readonly #found: FoundChange[] = [];
  /** Identities of nodes that are not where they were. */
  readonly #moved = new Set<string>();
  #haveRulesChanged = false;

  constructor(gate: Gate, base: ComparisonBase) {
    this.#gate = gate;
    this.#base = base;
    this.#comparison = { gate, bytesLeft: base.budget.maxBytes };
  }

  async run(): Promise<readonly ComparedChange[] | null> {
    const { budget, expected } = this.#base;
    const { maxFiles } = budget;
    const isComplete = await visitTree(this.#gate, { maxFiles, visit: (visited) => this.#visit(visited) });
    if (!isComplete) return null;
    for (const [key, entry] of expected.entries) if (!this.#seen.has(key)) await this.#lookFor(entry);
    this.#noteOverwritten();
    return this.#judgeTogether();
  }

  async #visit(visited: VisitedNode): Promise<void> {
    const key = keyOf({ root: visited.root.path, components: visited.target.components });
    const entry = this.#base.expected.entries.get(key);
    this.#seen.add(key);
    this.#add(await compareNode(this.#comparison, entry, visited), entry, visited.node);
  }

  #add(compared: ComparedChange | null, entry: SnapshotEntry | undefined, node?: NodeStat): void {
    const identity = entry?.node?.identity;
    if (identity !== undefined && identity !== node?.identity) this.#moved.add(identity);
    if (compared === null) return;
    this.#haveRulesChanged ||= this.#gate.parts.ignore.isIgnoreFile(compared.change.components.at(-1) ?? "");
    this.#found.push({ ...compared, node });
  }

  /** Says why an undo must not remove what seems to be new; `undefined` where it is new, or came from another place. */
  #reasonAgainstNew({ change: { before }, node }: FoundChange): string | undefined {
    if (before !== null || node === undefined || node.type === "dir" || this.#moved.has(node.identity))
      return undefined;
    // No program can set these times.
    const isOlder = node.changedMs !== 0 && node.changedMs < this.#base.startedMs - CLOCK_SLACK_MS;
    if (isOlder) return "was hidden by an ignore rule before";
    const mayBeOlder = this.#haveRulesChanged && node.type === "file";
    return mayBeOlder ? "an ignore file changed, so it may be older" : undefined;
  }

  /** Looks at a path that the walk did not come across: it is gone, or a rule hides it now. */
  async #lookFor(entry: SnapshotEntry): Promise<void> {
    const visited = this.#enter(entry);
    try {
      if (visited === null) this.#add(compareGone(this.#gate, entry), entry);
      else this.#add(await compareNode(this.#comparison, entry, visited), entry, visited.node);
    } finally {
      visited?.release();
    }
  }

  #enter(entry: SnapshotEntry): (VisitedNode & { release(): void }) | null {
    try {
      const path = toGivenPath(entry);
      const place = this.#gate.enterSecond({ path, intent: "stat", keepLastLink: true });
      const { components, name, node, parent, root } = place;
      const release = (): void => place.release();
      if (node !== null && isSamePath(components, entry.components)) {
        return { root, node, target: { parent, name, components, path: place.path }, release };
      }
      release();
      return null;
    } catch {
      return null;
    }
  }

  #noteOverwritten(): void {
    const reason = "changed again through the workspace meanwhile";
    for (const [key, path] of this.#base.expected.overwritten) {
      const [root = "", below = ""] = key.split("\0");
      const change = { root, components: below.split("/"), path, before: null, after: null };
      this.#found.push({ change, reason });
    }
  }

  /** Says of each change whether the others let it be undone. */
  #judgeTogether(): readonly ComparedChange[] {
    const judged = this.#found.map((found): ComparedChange => {
      return { change: found.change, reason: this.#reasonAgainstNew(found) ?? found.reason };
    });
    const blocked = new Set(judged.flatMap(({ change, reason }) => (reason === undefined ? [] : [keyOf(change)])));
    return judged.map((compared) => {
      const { change, reason } = compared;
      const isBlocked = reason === undefined && Array.from(keysAbove(change)).some((key) => blocked.has(key));
      return isBlocked ? { change, reason: "what is above it became something else" } : compared;
    });
  }
}

/** Compares the files with what is expected of them; `null` when there are too many of them now. */
export async function compareTree(gate: Gate, base: ComparisonBase): Promise<readonly ComparedChange[] | null> {
  return new TreeComparison(gate, base).run();
}
