// JSON files that a patch would leave as something else. A risk, not an error: who knows what reads them.

import { MAX_NOTEBOOK_VALUES } from "../limits.js";
import { findTextExcess, parseJson } from "../text/bounded-json.js";
import type { Steps } from "../text/steps.js";
import type { PlannedChange } from "./patch-plan.js";
import type { RiskReason } from "./patch-risk.js";

/** Answers why changes of JSON files look wrong, file by file. */
export function* judgeJson(changes: readonly PlannedChange[]): Steps<readonly RiskReason[]> {
  const reasons: RiskReason[] = [];
  for (const change of changes) {
    reasons.push(...judgeFile(change));
    yield;
  }
  return reasons;
}

/** It was JSON, or is new, and would be none. */
function judgeFile({ path, before, after }: PlannedChange): readonly RiskReason[] {
  if (!path.toLowerCase().endsWith(".json") || after === null || after.length === 0) return [];
  const wasJson = before === null || isJson(before) === true;
  return wasJson && isJson(after) === false ? [{ level: "medium", reason: `${path} would not be JSON` }] : [];
}

/** Answers `null` for what would take too long to be parsed. */
function isJson(bytes: Uint8Array): boolean | null {
  const text = new TextDecoder().decode(bytes);
  return findTextExcess(text, MAX_NOTEBOOK_VALUES) === null ? parseJson(text) !== undefined : null;
}
