// The failure of an edit whose text occurs at several places: each place, and what would tell them apart.

import { cutUtf8 } from "../text/cut-text.js";
import type { EditDocument } from "./edit-document.js";
import type { EditFailure } from "./edit-failure.js";
import type { PreparedEdit } from "./prepare-edit.js";
import type { Candidate } from "./rungs/rung.js";
import type { MatchRung } from "./text-edit.js";

/** Candidates that a failure lists at most. */
export const MAX_CANDIDATES = 10;

const EXCERPT_BYTES = 160;

// Characters of a line that are looked at: a file may be one line, and as long as the line is each look at it.
const MAX_HEAD_LENGTH = 4096;

// Lines above and below the candidates that are searched for one that tells them apart.
const MAX_DISTANCE = 20;

/** Says which edit found several places, and by what. */
export interface AmbiguityContext {
  readonly edit: Pick<PreparedEdit, "index" | "isSingle">;
  /** `invisible`: one place matches exactly, the others look the same. */
  readonly matchedBy: MatchRung | "invisible";
}

/** Makes the failure for several candidates; more than {@link MAX_CANDIDATES} of them count as "more than". */
export function createAmbiguity(
  document: EditDocument,
  candidates: readonly Candidate[],
  context: AmbiguityContext,
): EditFailure {
  const listed = candidates.slice(0, MAX_CANDIDATES).map((candidate) => document.lines.lineAt(candidate.start));
  const count = candidates.length > MAX_CANDIDATES ? `more than ${MAX_CANDIDATES}` : `${candidates.length}`;
  const lines = listed.map((line) => line + 1);
  return {
    edit: context.edit.index,
    kind: "ambiguous_text_match",
    message: `oldText occurs at ${count} places${sameness(context.matchedBy)}: lines ${lines.join(", ")}`,
    hint: createHint(document, listed, context.edit.isSingle !== true),
    details: { lines, candidates: listed.map((line) => ({ line: line + 1, text: excerpt(document, line) })) },
  };
}

function sameness(matchedBy: AmbiguityContext["matchedBy"]): string {
  if (matchedBy === "exact") return "";
  if (matchedBy === "invisible") return " that differ only in characters that cannot be seen";
  return ` that match equally well (${matchedBy.replaceAll("_", " ")})`;
}

function createHint(document: EditDocument, lines: readonly number[], canReplaceAll: boolean): string {
  const distance = findTellingDistance(document, lines);
  const [first] = lines;
  if (distance === null || first === undefined)
    return `Quote more of the surrounding lines in oldText${canReplaceAll ? ", or set replaceAll" : ""}.`;
  const where = distance < 0 ? "above" : "below";
  const example = `line ${first + distance + 1} (\`${excerpt(document, first + distance)}\`)`;
  return `Extend oldText by ${Math.abs(distance)} line(s) ${where}: ${example} differs there.${canReplaceAll ? " Or set replaceAll to change them all." : ""}`;
}

function findTellingDistance(document: EditDocument, lines: readonly number[]): number | null {
  for (let distance = 1; distance <= MAX_DISTANCE; distance += 1) {
    if (tellsApart(document, lines, -distance)) return -distance;
    if (tellsApart(document, lines, distance)) return distance;
  }
  return null;
}

function tellsApart(document: EditDocument, lines: readonly number[], distance: number): boolean {
  const texts = lines.map((line) => neighbour(document, line + distance));
  return texts[0] !== "" && new Set(texts).size === lines.length;
}

function neighbour(document: EditDocument, line: number): string {
  return line < 0 || line >= document.lines.count ? "" : headOf(document, line);
}

function excerpt(document: EditDocument, line: number): string {
  return cutUtf8(headOf(document, line), EXCERPT_BYTES);
}

function headOf({ text, lines }: EditDocument, line: number): string {
  const start = lines.startOf(line);
  return text.slice(start, Math.min(lines.contentEndOf(line), start + MAX_HEAD_LENGTH)).trim();
}
