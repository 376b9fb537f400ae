// JSON files that a patch would leave as something else. A risk, not an error: who knows what reads them.

import type { PlannedChange } from "./patch-plan.js";
import type { RiskReason } from "./patch-risk.js";

/** Answers why a change of a JSON file looks wrong: it was JSON, or is new, and would be none. */
export function judgeJson({ path, before, after }: PlannedChange): readonly RiskReason[] {
  if (!path.toLowerCase().endsWith(".json") || after === null || after.length === 0) return [];
  const wasJson = before === null || isJson(before);
  return wasJson && !isJson(after) ? [{ level: "medium", reason: `${path} would not be JSON` }] : [];
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}
