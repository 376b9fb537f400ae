// One row of the attack table. Types only.

import type { Sandbox } from "../support/temp-workspace.js";
import type { Expectation } from "./attack-expectations.js";

export interface AttackCase {
  readonly name: string;
  /** Links below the root: name to target; `ROOT` and `OUTSIDE` stand for absolute host paths. */
  readonly links?: Readonly<Record<string, string>>;
  readonly prepare?: (sandbox: Sandbox) => void;
  readonly path: string;
  readonly expected: Expectation;
  /** What bare node:fs does with the same path: the proof that the attack is real. */
  readonly control?: "reads outside" | "lists outside" | "writes outside" | "reads inside";
}
