// What a call would do, told before it is made: what a person is shown, and what the answer is bound to. Types mostly.

import { judgePatchRisk, type PatchRisk, type RiskOptions, type RiskyOperation } from "../../patch/patch-risk.js";
import type { PathMove } from "./touched-paths.js";

/** Tells what a call would do to the files as they are now. */
export interface CallPreview {
  /** Every name of everything that the call touches; of a directory that moves or goes, also what lies below. */
  readonly paths: readonly string[];
  /** What a person decides on: the diff, or the command; never cut. */
  readonly summary: string;
  readonly risk: PatchRisk;
  /**
   * The version of each file that the preview was made from, by the path as given: lower-case hex sha256, or for what is
   * moved or removed its kind, size and time; `null`: not there.
   */
  readonly versions: CallVersions;
}

/** A preview as the tools make it. */
export interface ToolPreview extends Omit<CallPreview, "paths"> {
  readonly moves?: readonly PathMove[] | undefined;
  /** It may touch anything besides, as a command may. */
  readonly touchesMore?: boolean | undefined;
}

/** The versions of files that a decision was made on. */
export type CallVersions = Readonly<Record<string, string | null>>;

/** Judges a change of one file by its names alone; the workspace itself refuses what it protects. */
export function judgeFileRisk(
  change: Exclude<RiskyOperation["operation"], "move"> | { readonly movedFrom: string },
  path: string,
  namesOf: NonNullable<RiskOptions["namesOf"]>,
): PatchRisk {
  const operation = typeof change === "string" ? { operation: change } : { operation: "move" as const, ...change };
  return judgePatchRisk([{ ...operation, path, noOp: false }], { isProtected: () => false, namesOf, reasons: [] });
}
