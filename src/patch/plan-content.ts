// The bytes that one operation makes of a file: its hunks, or a whole new content, in the form the file already has. Pure.

import { composeReplacement } from "../edit/compose-replacement.js";
import { EditDocument } from "../edit/edit-document.js";
import type { SearchBudget } from "../edit/search-budget.js";
import { type Splice, spliceBytes } from "../edit/splice-bytes.js";
import { assertReadsBack } from "../text/assert-reads-back.js";
import { joinPieces } from "../text/byte-pieces.js";
import { decodeExactly, encodeText } from "../text/encoding.js";
import type { Steps } from "../text/steps.js";
import type { PatchHunk } from "./parsed-patch.js";
import type { PatchProblem } from "./patch-problem.js";
import { type HunkFailure, type PlannedHunk, planHunks } from "./plan-hunks.js";
import { type AllowedContent, judgeNewContent } from "./suspicious-content.js";

/** Says how content is planned. */
export interface ContentOptions extends AllowedContent {
  readonly budget: SearchBudget;
}

/** Holds the new bytes of a file, or every reason why there are none. */
export type ContentPlan =
  | { readonly bytes: Uint8Array; readonly splices: readonly Splice[]; readonly hunks: readonly PlannedHunk[] }
  | { readonly failures: readonly HunkFailure[] };

/**
 * Applies hunks to a file. Bytes that no hunk changes stay identical: encoding, byte order mark, line endings.
 * @throws {FsError} binary_file, unsupported_encoding – when the file, or what is added, cannot be written exactly
 */
export function* planUpdatedContent(
  before: Uint8Array,
  hunks: readonly PatchHunk[],
  options: ContentOptions,
): Steps<ContentPlan> {
  const file = { bytes: before, ...decodeExactly(before) };
  const { splices, placed, failures } = yield* planHunks(file.text, hunks, options);
  if (failures.length > 0) return { failures };
  const bytes = splices.length === 0 ? before : joinPieces(yield* spliceBytes(file, splices));
  return { bytes, splices, hunks: placed };
}

/**
 * Answers the bytes of a new file: UTF-8 without a byte order mark.
 * @throws {FsError} unsupported_encoding – when the content is not well-formed
 */
export function* planNewContent(content: string, allow: AllowedContent): Steps<Uint8Array | PatchProblem> {
  return (yield* judgeNewContent("", content, allow)) ?? encodeText(content, { encoding: "utf-8", bom: false });
}

/**
 * Answers the bytes of a file with other content. The encoding stays, and so do the endings of the lines that stay; added
 * lines end as their neighbours do.
 * @throws {FsError} binary_file, unsupported_encoding – when the file, or the content, cannot be written exactly
 */
export function* planReplacedContent(
  before: Uint8Array,
  content: string,
  allow: AllowedContent,
): Steps<Uint8Array | PatchProblem> {
  const { text, format } = decodeExactly(before);
  const [oldText, newText] = [text, content].map((lines) => lines.replaceAll("\r\n", "\n"));
  if (oldText === undefined || newText === undefined) return before;
  const problem = yield* judgeNewContent(oldText, newText, allow);
  if (problem !== null) return problem;
  const edit = { index: 0, givenOldText: text, oldText, newText, replaceAll: false };
  const match = { start: 0, end: text.length, edit, matchedBy: "line_endings" } as const;
  const bytes = encodeText(composeReplacement(new EditDocument(text), match), format);
  assertReadsBack(bytes, format);
  return bytes;
}

/** Tells whether a planned content is a reason not to write it. */
export function isProblem(content: Uint8Array | PatchProblem): content is PatchProblem {
  return !(content instanceof Uint8Array);
}
