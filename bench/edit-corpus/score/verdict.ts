// Judges one answer against the truth of its case.

import type { EditCase } from "../classes/edit-case.js";
import type { EngineAnswer } from "../peers/edit-engine.js";

/** Says how an answer compares with the truth. `kind` refused for another reason than the right one. */
export type Verdict = "correct" | "blanks" | "wrong" | "refused" | "applied" | "kind";

/** Judges an answer; `applied` is the worst for a case that had to be refused. */
export function judge({ expected }: EditCase, answer: EngineAnswer): Verdict {
  if ("refusedAs" in expected) {
    if ("after" in answer) return "applied";
    return expected.refusedAs.includes(answer.refusedAs) ? "correct" : "kind";
  }
  if ("refusedAs" in answer) return "refused";
  const normal = expected.areEndingsFree ? toLineFeeds : (text: string): string => text;
  if (normal(answer.after) === normal(expected.after)) return "correct";
  return withoutBlanks(answer.after) === withoutBlanks(expected.after) ? "blanks" : "wrong";
}

function toLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function withoutBlanks(text: string): string {
  return text.replace(/[\s\u00a0\ufeff]+/g, "");
}
