// Whether a transaction shows by the files alone that it has ended. Pure.

import type { TrackedChange, TransactionDraft } from "./transaction.js";

function isEvident({ after, before, renamedFrom }: TrackedChange): boolean {
  if (renamedFrom !== undefined) return false;
  if (after === null) return before?.type !== "other";
  return after.type === "dir" || (after.type === "file" && after.content.sha256 !== null);
}

/**
 * Tells whether a recovery that finds the record as it began takes nothing back that was done. That is so for a single
 * path: it is as the transaction left it, which is then done, or as it was before, or as somebody else made it. Of
 * several paths, one that somebody else has changed would make the others look unfinished.
 */
export function isEndEvident({ changes }: TransactionDraft): boolean {
  return changes.length <= 1 && changes.every(isEvident);
}
