// Plans edits under a freshness guard: which lines they change must have been seen. Writes nothing.

import type { EditOutcome } from "../edit/text-edit.js";
import { contentSha256 } from "../stores/content-sha256.js";
import { enforceFreshness, findFailedLines, type GuardedFile, type Knowledge } from "./freshness-guard.js";
import { carryKnownLines, findUnknownLines, type KnownLines } from "./known-lines.js";

/** Holds what edits do, and what the conversation knows of the result. */
export interface GuardedEdit extends EditOutcome {
  /** Of the new content. */
  readonly sha256: string;
  readonly knownLines: KnownLines;
  /** What the guard has to say about edits that it let through. */
  readonly warning?: string;
}

interface CurrentContent {
  readonly content: Uint8Array;
  readonly knowledge: Knowledge;
}

/**
 * Plans edits of an existing file.
 * @throws {FsError} hash_mismatch – when the guard refuses lines that were not seen as they are
 */
export async function planGuardedEdit(
  file: GuardedFile,
  content: Uint8Array,
  plan: () => EditOutcome,
): Promise<GuardedEdit> {
  if (file.guard === "off") return describeKnown(plan(), "all");
  const current = { content, knowledge: await file.recall(content) };
  const outcome = planOrRefuse(file, current, plan);
  const targets = findUnknownLines(outcome.lineChanges, current.knowledge.lines);
  const knownLines = carryKnownLines(outcome.lineChanges, current.knowledge.lines);
  if (targets.length === 0) return describeKnown(outcome, knownLines);
  const warning = enforceFreshness({ file, ...current, targets });
  return { ...(await describeKnown(outcome, knownLines)), warning };
}

/** Adds what a conversation knows of the new content. */
export async function describeKnown(outcome: EditOutcome, knownLines: KnownLines): Promise<GuardedEdit> {
  return { ...outcome, sha256: await contentSha256(outcome.bytes), knownLines };
}

/** Refuses instead of failing to match, when the text was written for another version than the current one. */
function planOrRefuse(file: GuardedFile, current: CurrentContent, plan: () => EditOutcome): EditOutcome {
  try {
    return plan();
  } catch (error) {
    const targets = findFailedLines(error);
    const isStale = targets !== null && current.knowledge.reason !== null;
    if (isStale && file.guard === "require-read") enforceFreshness({ file, ...current, targets });
    throw error;
  }
}
