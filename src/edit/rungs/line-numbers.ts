// Rung: the text occurs once the line numbers are taken off that a listing puts in front of every line.

import { countVisible, type PreparedEdit, withTexts } from "../prepare-edit.js";
import type { Candidate, Rung, RungSearch } from "./rung.js";

// Visible characters that have to be left.
const MIN_CHARACTERS = 4;

// A number and what listings put behind it: a tab, an arrow, a colon, a bar.
const NUMBERED = /^ *(\d+)(?:\t|→|: | \| |\| )/;
const NUMBERED_BLANK = /^ *(\d+)(?:\t|→|:| \||\|)? *$/;

/** Creates the rung that tries others, in their order, without the line numbers. */
export function createLineNumbersRung(rungs: readonly Rung[]): Rung {
  return { name: "line_numbers", replacesAll: false, find: findWithoutNumbers };

  function findWithoutNumbers(search: RungSearch): readonly Candidate[] {
    const bare = withoutNumbers(search.edit);
    if (bare === null || countVisible(bare.edit.oldText, MIN_CHARACTERS) < MIN_CHARACTERS) return [];
    for (const rung of rungs) {
      const candidates = rung.find({ ...search, edit: bare.edit });
      if (candidates.length > 0)
        return rung.name === "exact" ? preferQuoted(search, candidates, bare.firstLine) : candidates;
    }
    return [];
  }
}

// Where the text occurs more than once, the quoted number tells which is meant, if it is exactly right.
function preferQuoted(search: RungSearch, candidates: readonly Candidate[], line: number): readonly Candidate[] {
  const { lines } = search.document;
  const quoted = candidates.filter((candidate) => lines.lineAt(candidate.start) + 1 === line);
  return quoted.length === 1 ? quoted : candidates;
}

/** Holds an edit whose line numbers were taken off. */
export interface BareEdit {
  readonly edit: PreparedEdit;
  /** Number in front of the first line. */
  readonly firstLine: number;
}

/** Answers the edit without line numbers; `null` when not every line of oldText has the right one. */
export function withoutNumbers(edit: PreparedEdit): BareEdit | null {
  const old = stripNumbers(edit.oldText);
  if (old === null) return null;
  const isNumbered = edit.newText.split("\n").some((line) => NUMBERED.test(line));
  const newText = isNumbered ? stripNumbers(edit.newText)?.text : edit.newText;
  if (newText === undefined || newText === old.text) return null;
  // Numbers stand in front of whole lines, so that nothing in their place leaves no empty line.
  const oldText = newText === "" && !old.text.endsWith("\n") ? `${old.text}\n` : old.text;
  return { edit: withTexts(edit, { oldText, newText }), firstLine: old.firstLine };
}

interface StrippedText {
  readonly text: string;
  readonly firstLine: number;
}

// Every line must have a number, and each number must follow the one before it.
function stripNumbers(text: string): StrippedText | null {
  const isEnded = text.endsWith("\n");
  const lines = (isEnded ? text.slice(0, -1) : text).split("\n");
  const stripped: string[] = [];
  let firstLine: number | null = null;
  for (const [index, line] of lines.entries()) {
    const prefix = NUMBERED.exec(line) ?? NUMBERED_BLANK.exec(line);
    const number = Number(prefix?.[1]);
    firstLine ??= number;
    if (prefix === null || number !== firstLine + index) return null;
    stripped.push(line.slice(prefix[0].length));
  }
  return firstLine === null ? null : { text: stripped.join("\n") + (isEnded ? "\n" : ""), firstLine };
}
