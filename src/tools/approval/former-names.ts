// The names that files had before calls moved them, by which a rule still knows them. In the memory of one approval.

import { MAX_APPROVAL_RECORDS } from "../../limits.js";
import type { PathMove, TouchedPath } from "./touched-paths.js";

// A file that was moved about so often is one that any rule may be about.
const MAX_FORMER_NAMES = 64;
const ANYTHING: TouchedPath = { names: [], given: ["."], isWhole: true };

/** Remembers the newest {@link MAX_APPROVAL_RECORDS} places that something was moved to, or was to be. */
export class FormerNames {
  /** The names that what stands at a path had; what stands below had them with its own end. */
  readonly #formerly = new Map<string, readonly string[]>();

  remember(moves: readonly PathMove[]): void {
    for (const { from, to } of moves) {
      for (const source of from.names) for (const target of to.names) this.#rename(source, target);
    }
  }

  /** Adds to each path the names that it had, which may deny but never allow. */
  addTo(touched: readonly TouchedPath[]): readonly TouchedPath[] {
    if (this.#formerly.size === 0) return touched;
    const renamed = touched.map((path) => ({ ...path, given: [...path.given, ...this.#listBefore(path)] }));
    return renamed.some(({ given }) => given.length > MAX_FORMER_NAMES) ? [...renamed, ANYTHING] : renamed;
  }

  #rename(source: string, target: string): void {
    const below = Array.from(this.#formerly).filter(([name]) => name.startsWith(`${source}/`));
    for (const [name, before] of below) this.#put(target + name.slice(source.length), before);
    this.#put(target, [source, ...this.#namesBefore(source)]);
  }

  #put(name: string, before: readonly string[]): void {
    const all = new Set([...(this.#formerly.get(name) ?? []), ...before]);
    this.#formerly.delete(name);
    this.#formerly.set(name, Array.from(all).slice(0, MAX_FORMER_NAMES + 1));
    const [oldest] = this.#formerly.keys();
    if (oldest !== undefined && this.#formerly.size > MAX_APPROVAL_RECORDS) this.#formerly.delete(oldest);
  }

  #listBefore({ names, given, isWhole }: TouchedPath): readonly string[] {
    const known = [...names, ...given];
    const before = known.flatMap((name) => this.#namesBefore(name));
    return isWhole ? [...before, ...known.flatMap((name) => this.#namesBelow(name))] : before;
  }

  #namesBefore(name: string): readonly string[] {
    const ends = Array.from(name.matchAll(/\/|$/g), ({ index }) => index);
    return ends.flatMap((end) => (this.#formerly.get(name.slice(0, end)) ?? []).map((from) => from + name.slice(end)));
  }

  #namesBelow(directory: string): readonly string[] {
    const isBelow = (name: string): boolean => directory === "." || name.startsWith(`${directory}/`);
    return Array.from(this.#formerly).flatMap(([name, before]) => (isBelow(name) ? before : []));
  }
}
