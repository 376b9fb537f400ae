// Models often quote the first line of a block without its indentation, and then write the replacement with it.

import { indentationOf } from "./changed-line.js";
import type { EditDocument } from "./edit-document.js";
import type { Candidate } from "./rungs/rung.js";

/**
 * Answers newText without the indentation that already stands in front of a candidate, when newText repeats exactly that
 * and one of the two texts has several lines; otherwise newText as it is.
 */
export function withoutRepeatedIndentation({ text, lines }: EditDocument, { start, edit }: Candidate): string {
  const { oldText, newText } = edit;
  const before = text.slice(lines.startOf(lines.lineAt(start)), start);
  if (!oldText.trim().includes("\n") && !newText.trim().includes("\n")) return newText;
  return indentationOf(newText) === before + indentationOf(oldText) ? newText.slice(before.length) : newText;
}
