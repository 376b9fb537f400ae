// Holds the directories on the way to a file, for as long as the next file lies below them too.

import type { Directory } from "../directories/directory.js";
import type { IgnoreChain } from "../ignoring/ignore-chain.js";

/** A held directory, and the rules that hold in it; absent rules hide nothing. */
export interface HeldDirectory {
  readonly directory: Directory;
  readonly chain: IgnoreChain | undefined;
}

interface Step extends HeldDirectory {
  readonly name: string;
  chain: IgnoreChain | undefined;
}

/** Walks from one directory down to others, without following a link. */
export class HeldPath {
  readonly #start: HeldDirectory;
  /** Components from the root of the workspace to the start. */
  readonly #components: readonly string[];
  readonly #steps: Step[] = [];

  constructor(start: HeldDirectory, components: readonly string[]) {
    this.#start = start;
    this.#components = components;
  }

  /**
   * Holds a directory below the start; `null` when a rule hides it or one above it. The answer is held until the next
   * call. Throws the platform's errors.
   */
  enter(below: readonly string[]): HeldDirectory | null {
    const shared = this.#steps.findIndex((step, index) => step.name !== below[index]);
    this.#closeFrom(shared === -1 ? Math.min(this.#steps.length, below.length) : shared);
    for (const name of below.slice(this.#steps.length)) {
      const { directory, chain } = this.#last();
      const path = [...this.#components, ...this.#steps.map((step) => step.name), name].join("/");
      if (chain?.isIgnored(path, true) === true) return null;
      const next = { name, directory: directory.openDirectory(name), chain };
      this.#steps.push(next);
      next.chain = chain?.enter(next.directory, path);
    }
    return this.#last();
  }

  close(): void {
    this.#closeFrom(0);
  }

  #last(): HeldDirectory {
    return this.#steps.at(-1) ?? this.#start;
  }

  #closeFrom(index: number): void {
    for (const { directory } of this.#steps.splice(index).reverse()) directory.close();
  }
}
