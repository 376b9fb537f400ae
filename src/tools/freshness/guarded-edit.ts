// Plans edits under a freshness guard: which lines they change must have been seen. Writes nothing.

import type { EditOutcome } from "../../edit/text-edit.js";
import { enforceFreshness, findFailedLines, type GuardedFile, type Knowledge } from "./freshness-guard.js";
import { carryKnownLines, findUnknownLines, type KnownLines } from "./known-lines.js";

/** Holds what edits do, and what the conversation knows of the result. */
export interface GuardedEdit extends EditOutcome {
  readonly knownLines: KnownLines;
  /** What the guard has to say about edits that it let through. */
  readonly warning?: string;
}

interface CurrentContent {
  readonly content: Uint8Array;
  readonly knowledge: Knowledge;
}

/** Says what to do to a file, and what of it a refusal may show. */
export interface EditPlan {
  readonly plan: () => Promise<EditOutcome>;
  /** The content as a refusal shows it, with as many lines as the file. */
  readonly shown: Uint8Array;
}

/**
 * Plans edits of an existing file.
 * @throws {FsError} hash_mismatch – when the guard refuses lines that were not seen as they are
 */
export async function planGuardedEdit(
  file: GuardedFile,
  content: Uint8Array,
  { plan, shown }: EditPlan,
): Promise<GuardedEdit> {
  if (file.guard === "off") return { ...(await plan()), knownLines: "all" };
  const current = { content: shown, knowledge: await file.recall(content) };
  const outcome = await planOrRefuse(file, current, plan);
  const targets = findUnknownLines(outcome.lineChanges, current.knowledge.lines);
  const knownLines = carryKnownLines(outcome.lineChanges, current.knowledge.lines);
  if (targets.length === 0) return { ...outcome, knownLines };
  return { ...outcome, knownLines, warning: enforceFreshness({ file, ...current, targets }) };
}

/** Refuses instead of failing to match, when the text was written for another version than the current one. */
async function planOrRefuse(file: GuardedFile, current: CurrentContent, plan: EditPlan["plan"]): Promise<EditOutcome> {
  try {
    return await plan();
  } catch (error) {
    const targets = findFailedLines(error);
    const isStale = targets !== null && current.knowledge.reason !== null;
    if (isStale && file.guard === "require-read") enforceFreshness({ file, ...current, targets });
    throw error;
  }
}
