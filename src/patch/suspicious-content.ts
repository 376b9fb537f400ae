// Content that is more likely a model's slip than what anybody wants: placeholders, and a file shrunk to a stub. Pure.

import { findOmission } from "../edit/find-omission.js";
import { utf8Length } from "../text/cut-text.js";
import type { Steps } from "../text/steps.js";
import type { PatchProblem } from "./patch-problem.js";
import { quoteLine } from "./syntax-error.js";

// Below this a file says too little to judge; a stub has at most so many lines with text.
const MIN_JUDGED_BYTES = 256;
const MAX_STUB_LINES = 4;

/** Makes the problem of a line that stands for text that is left out. */
export function createPlaceholderProblem(text: string): PatchProblem {
  return {
    kind: "parse_error",
    status: 422,
    message: `the added line ${quoteLine(text)} stands for text that is left out`,
    hint: "Write every line out, or change only the lines that differ with *** Update File:.",
  };
}

/** Answers why the whole new content of a file looks wrong; `null` when it does not. Line endings do not count. */
export function* judgeNewContent(oldText: string, newText: string, allow: AllowedContent): Steps<PatchProblem | null> {
  const omission = allow.allowPlaceholders ? null : yield* findOmission(oldText, newText, { path: allow.path });
  if (omission !== null) return createPlaceholderProblem(omission.text);
  if (allow.allowShrink || !isStub(oldText, newText)) return null;
  return {
    kind: "patch_conflict",
    message: `the new content has less than half of the ${utf8Length(oldText)} bytes, and ${MAX_STUB_LINES} lines at most`,
    hint: "Write the whole new content, or change only the lines that differ with *** Update File:.",
  };
}

/** Says what was confirmed to be meant. */
export interface AllowedContent {
  readonly allowPlaceholders: boolean;
  readonly allowShrink: boolean;
  /** The name of the file, which tells prose from code; never opened. */
  readonly path?: string | undefined;
}

function isStub(oldText: string, newText: string): boolean {
  const oldBytes = utf8Length(oldText);
  if (oldBytes < MIN_JUDGED_BYTES || utf8Length(newText) * 2 >= oldBytes) return false;
  return newText.split("\n").filter((line) => line.trim() !== "").length <= MAX_STUB_LINES;
}
