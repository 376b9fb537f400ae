// What a call would do, told before it is made: what a person is shown, and what the answer is bound to. Types mostly.

import { judgePatchRisk, type PatchRisk, type RiskOptions, type RiskyOperation } from "../../patch/patch-risk.js";

/** Tells what a call would do to the files as they are now. */
export interface CallPreview {
  /** The files that the call names, as results name them. */
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
