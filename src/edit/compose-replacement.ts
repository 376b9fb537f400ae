// The text that takes a match's place: newText, with the file's own characters wherever oldText and newText agree.

import { findTextGaps, type LineGap } from "./align-lines.js";
import { type ChangedLine, keepLine, mergeChangedLine } from "./changed-line.js";
import type { EditDocument } from "./edit-document.js";
import { trimTrailingBlanks } from "./fold-characters.js";
import type { EditMatch } from "./rungs/rung.js";

/** Composes the replacement of a match. Its last line has no ending of its own: the text behind the match goes on. */
export function composeReplacement(document: EditDocument, match: EditMatch): string {
  const { newText } = match.edit;
  if (match.matchedBy === "exact" && document.lineEnding !== "mixed") {
    return document.lineEnding === "crlf" ? newText.replaceAll("\n", "\r\n") : newText;
  }
  return joinLines(document, match, newText);
}

/** Names the old line that a line of newText stands for, and the one whose ending it takes; -1 for none. */
interface PlannedLine {
  readonly contentFrom: number;
  readonly endingFrom: number;
}

function planLines(oldLines: readonly string[], newLines: readonly string[]): readonly PlannedLine[] {
  const parts: (readonly PlannedLine[])[] = [];
  let planned = 0;
  let shift = 0;
  for (const gap of findTextGaps(oldLines, newLines)) {
    parts.push(planKept(planned, gap.newStart, shift), planGap(gap));
    planned = gap.newEnd;
    shift = gap.newEnd - gap.oldEnd;
  }
  return [...parts, planKept(planned, newLines.length, shift)].flat();
}

function planKept(newStart: number, newEnd: number, shift: number): readonly PlannedLine[] {
  return Array.from({ length: newEnd - newStart }, (_, line) => {
    const from = newStart + line - shift;
    return { contentFrom: from, endingFrom: from };
  });
}

// As many new lines as old ones stand for them one by one; otherwise nothing says which stands for which.
function planGap({ oldStart, oldEnd, newStart, newEnd }: LineGap): readonly PlannedLine[] {
  const isPaired = oldEnd - oldStart === newEnd - newStart;
  return Array.from({ length: newEnd - newStart }, (_, line) => {
    const from = Math.min(oldStart + line, oldEnd - 1);
    return { contentFrom: isPaired ? from : -1, endingFrom: oldEnd > oldStart ? from : -1 };
  });
}

function joinLines(document: EditDocument, match: EditMatch, newText: string): string {
  const firstLine = document.lines.lineAt(match.start);
  const fileLines = document.text.slice(match.start, match.end).split(/\r?\n/);
  const oldLines = match.edit.oldText.split("\n");
  const newLines = newText.split("\n");
  const planned = planLines(oldLines, newLines);
  let ending = document.endingNear(firstLine);
  let joined = "";
  for (const [index, { contentFrom, endingFrom }] of planned.entries()) {
    const newLine = newLines[index] ?? "";
    const file = match.matchedBy === "exact" ? undefined : fileLines[contentFrom];
    const oldLine = oldLines[contentFrom] ?? "";
    joined += file === undefined ? newLine : chooseContent({ file, oldLine, newLine });
    if (endingFrom !== -1) ending = document.endingNear(firstLine + endingFrom);
    if (index < planned.length - 1) joined += ending;
  }
  return joined;
}

function chooseContent(line: ChangedLine): string {
  const isKept = trimTrailingBlanks(line.oldLine) === trimTrailingBlanks(line.newLine);
  return isKept ? keepLine(line) : mergeChangedLine(line);
}
