// Names that differ only in case or in Unicode form, which some file systems take for one file. Pure.

import type { OverlayFile } from "./overlay.js";
import type { PatchFailure } from "./patch-problem.js";
import type { RiskReason } from "./patch-risk.js";

/** Answers a path in the form in which file systems that ignore case and Unicode form compare names. */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** Holds what was found: new files beside which others would vanish, and pairs that were there before. */
export interface Collisions {
  readonly failures: readonly PatchFailure[];
  readonly reasons: readonly RiskReason[];
}

/** Finds files of a finished overlay that would be one file elsewhere. */
export function findCollisions(files: readonly OverlayFile[], patchLineOf: (path: string) => number): Collisions {
  const failures: PatchFailure[] = [];
  const reasons: RiskReason[] = [];
  const known = new Map<string, OverlayFile>();
  for (const file of files) {
    if (file.current === null) continue;
    const other = known.get(foldPath(file.path));
    known.set(foldPath(file.path), file);
    if (other === undefined) continue;
    const reason = `${other.path} and ${file.path} are one file where names are compared without case`;
    const isOld = other.initial !== null && file.initial !== null;
    if (isOld) reasons.push({ level: "medium", reason });
    else failures.push({ path: file.path, patchLine: patchLineOf(file.path), problem: createProblem(reason) });
  }
  return { failures, reasons };
}

function createProblem(reason: string): PatchFailure["problem"] {
  return { kind: "patch_conflict", message: reason, hint: "Use one spelling of the path, or another name." };
}
