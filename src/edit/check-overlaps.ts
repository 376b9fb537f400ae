// Finds edits that want the same characters. Ranges that touch, or share lines that neither edit changes, are fine.

import { type Steps, visitEach } from "../text/steps.js";
import { composeReplacement } from "./compose-replacement.js";
import type { EditDocument } from "./edit-document.js";
import type { EditFailure } from "./edit-failure.js";
import type { EditMatch } from "./rungs/rung.js";
import type { Splice } from "./splice-bytes.js";

// Overlaps that are worth reporting in one answer.
const MAX_REPORTED = 10;

/** Holds what matches come to, and the overlaps among them. */
export interface SplicePlan {
  readonly splices: readonly Splice[];
  readonly failures: readonly EditFailure[];
}

/** Plans the splices of matches in ascending order of their start, and of their end where that is the same. */
export function* planSplices(document: EditDocument, matches: readonly EditMatch[]): Steps<SplicePlan> {
  const replacements: string[] = [];
  yield* visitEach(matches, (match) => replacements.push(composeReplacement(document, match)));
  const failures: EditFailure[] = [];
  const splices: Splice[] = [];
  let furthest: FurthestMatch | undefined;
  for (const [index, match] of matches.entries()) {
    let splice: Splice = { start: match.start, end: match.end, replacement: replacements[index] ?? "" };
    if (furthest !== undefined && match.start < furthest.match.end) {
      const parted = partShared(document, splices[furthest.index] ?? splice, splice);
      if (parted === null) failures.push(createOverlap(document, furthest.match, match));
      else [splices[furthest.index], splice] = parted;
      if (failures.length === MAX_REPORTED) break;
    }
    furthest = furthestOf(furthest, { match, index: splices.length });
    splices.push(splice);
  }
  return { splices, failures };
}

/** Names the match that ends last so far, and its splice. */
interface FurthestMatch {
  readonly match: EditMatch;
  readonly index: number;
}

function furthestOf(furthest: FurthestMatch | undefined, next: FurthestMatch): FurthestMatch {
  return furthest === undefined || next.match.end > furthest.match.end ? next : furthest;
}

/** Takes lines that two splices share out of both; `null` unless both keep every character that they share. */
function partShared({ text }: EditDocument, earlier: Splice, later: Splice): readonly [Splice, Splice] | null {
  const shared = text.slice(later.start, earlier.end);
  const tail = text.slice(earlier.start, later.start);
  const isWhole = isLineStart(tail) && later.end >= earlier.end;
  const head = earlier.replacement.slice(0, earlier.replacement.length - shared.length);
  if (!isWhole || !earlier.replacement.endsWith(shared) || !isLineStart(head)) return null;
  if (!later.replacement.startsWith(shared) || !staysBehind(text, later, shared)) return null;
  return [
    { start: earlier.start, end: later.start, replacement: head },
    { start: earlier.end, end: later.end, replacement: later.replacement.slice(shared.length) },
  ];
}

function isLineStart(before: string): boolean {
  return before === "" || before.endsWith("\n");
}

// The last line that is shared ends in both, with its line ending or in front of it.
function staysBehind(text: EditDocument["text"], { start, replacement }: Splice, shared: string): boolean {
  if (shared.endsWith("\n")) return true;
  const isEnd = (rest: string): boolean => /^\r?\n/.test(rest);
  return isEnd(text.slice(start + shared.length, start + shared.length + 2)) && isEnd(replacement.slice(shared.length));
}

function createOverlap(document: EditDocument, earlier: EditMatch, later: EditMatch): EditFailure {
  const edits = [earlier.edit.index, later.edit.index];
  const lines = [earlier, later].map((match) => document.lines.lineAt(match.start) + 1);
  return {
    edit: later.edit.index,
    kind: "overlapping_edits",
    message: `edits[${edits[0]}] (line ${lines[0]}) and edits[${edits[1]}] (line ${lines[1]}) change the same text`,
    hint: "Every edit is matched against the original file. Merge the two edits into one, or quote less in each.",
    details: { edits, lines },
  };
}
