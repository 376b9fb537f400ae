// The rules of several ignore files together: which of them is asked first, what asking may cost, and which were applied
// only in part. Reads no file.

import { planHiddenNames } from "./hidden-names.js";
import type { IgnoreRules } from "./ignore-rules.js";
import type { StepBudget } from "./name-matcher.js";

/** Steps of matching that rules with wildcards may cost in one operation, and what each entry adds; 10 to 30 ns each. */
const BASE_STEPS = 4_000_000;
const STEPS_PER_ENTRY = 2000;

/** The rules of one file, and where they hold. */
export interface IgnoreLevel {
  /** Characters of a path that lie above its directory. */
  readonly prefixLength: number;
  /** Place of the file's name among the names of ignore files; the later one is asked first. */
  readonly nameIndex: number;
  /** Path of the file. */
  readonly path: string;
  readonly rules: IgnoreRules;
}

/** What rules have to know of an entry. */
export interface NamedEntry {
  readonly name: string;
  /** `dir` for a directory. */
  readonly type: string;
}

/** What all levels of one operation share. */
interface Shared {
  readonly budget: StepBudget;
  readonly partlyApplied: Set<string>;
}

/** The rules that hold in one directory, those of the directories above included; never changed. */
export class IgnoreLevels {
  readonly #shared: Shared;
  /** In the order in which they are asked: later names first, of one name the deepest. */
  readonly #levels: readonly IgnoreLevel[];

  private constructor(shared: Shared, levels: readonly IgnoreLevel[]) {
    this.#shared = shared;
    this.#levels = levels;
  }

  /** Begins an operation without any rule. */
  static start(): IgnoreLevels {
    return new IgnoreLevels({ budget: { stepsLeft: BASE_STEPS }, partlyApplied: new Set() }, []);
  }

  /** Adds the rules of a directory below. */
  add(added: readonly IgnoreLevel[]): IgnoreLevels {
    if (added.length === 0) return this;
    for (const { rules, path } of added) if (rules.truncated) this.#shared.partlyApplied.add(path);
    const levels = [...added, ...this.#levels].toSorted((a, b) => b.nameIndex - a.nameIndex);
    return new IgnoreLevels(this.#shared, levels);
  }

  /** Makes the test that tells which entries of one directory are hidden; `prefix` is its path with a `/` behind it, or empty. */
  createFilter(prefix: string): (entry: NamedEntry) => boolean {
    const { budget } = this.#shared;
    const deciders = this.#levels.map(({ prefixLength, rules }) => rules.decideIn(prefix.slice(prefixLength)));
    return ({ name, type }) => {
      if (name === ".git") return true;
      budget.stepsLeft += STEPS_PER_ENTRY;
      for (const decide of deciders) {
        const decision = decide(name, type === "dir", budget);
        if (decision !== undefined) return decision === "ignored";
      }
      if (budget.stepsLeft <= 0) this.#noteExhaustion();
      return false;
    };
  }

  /** Answers globs of what is hidden here and in every directory below that has no ignore file of its own. */
  hiddenNames(): readonly string[] {
    return planHiddenNames(this.#levels.map(({ rules }) => rules.namedRules));
  }

  /** Answers the paths of ignore files of which not every rule was applied so far in the operation. */
  partlyApplied(): readonly string[] {
    return Array.from(this.#shared.partlyApplied);
  }

  #noteExhaustion(): void {
    for (const level of this.#levels) if (level.rules.hasCostlyRules) this.#shared.partlyApplied.add(level.path);
  }
}
