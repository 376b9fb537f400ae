// Rung: the text occurs once the line numbers are taken off that a listing puts in front of every line.

import type { Steps } from "../../text/steps.js";
import { countVisible, type PreparedEdit, withTexts } from "../prepare-edit.js";
import type { Candidate, Rung, RungSearch } from "./rung.js";

// Visible characters that have to be left.
const MIN_CHARACTERS = 4;

// A number and what listings put behind it: a tab, an arrow, a bar, or, as grep does, a colon or a hyphen.
const NUMBERED = /^ *(\d+)(?:\t|→| \| |\| |[:-])/;
const NUMBERED_BLANK = /^ *(\d+)(?:\t|→| \||\|)? *$/;

// Lines by which a number in newText may differ from the first quoted one.
const NEAR_LINES = 1000;

// Behind a colon or a hyphen some listings put a space, others the line.
const SPACED_COLON = /^ *\d+[:-] /m;

/** Creates the rung that tries others, in their order, without the line numbers. */
export function createLineNumbersRung(rungs: readonly Rung[]): Rung {
  return { name: "line_numbers", replacesAll: false, find: findWithoutNumbers };

  function* findWithoutNumbers(search: RungSearch): Steps<readonly Candidate[]> {
    const { lines } = search.document;
    const isAtLineStart = ({ start }: Candidate): boolean => lines.startOf(lines.lineAt(start)) === start;
    const readings = [withoutNumbers(search.edit), withoutNumbers(search.edit, true)]
      .filter((bare) => bare !== null)
      .filter(({ edit }) => countVisible(edit.oldText, MIN_CHARACTERS) >= MIN_CHARACTERS);
    for (const rung of rungs) {
      const found: (readonly Candidate[])[] = [];
      for (const reading of readings) found.push(yield* findReading(rung, search, reading));
      const readable = found.filter((candidates) => candidates.length > 0);
      const [first] = readable;
      if (first !== undefined) return readable.find((candidates) => candidates.every(isAtLineStart)) ?? first;
    }
    return [];
  }
}

function* findReading(rung: Rung, search: RungSearch, { edit, firstLine }: BareEdit): Steps<readonly Candidate[]> {
  const candidates = yield* rung.find({ ...search, edit });
  return rung.name === "exact" ? preferQuoted(search, candidates, firstLine) : candidates;
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

/**
 * Answers the edit without line numbers; `null` when not every line of oldText has the right one, or when some lines of
 * newText have one and others not. A space behind each colon goes, too, unless it is kept; then `null` where none is.
 */
export function withoutNumbers(edit: PreparedEdit, keepsSpaces = false): BareEdit | null {
  const old = stripNumbers(edit.oldText, keepsSpaces);
  if (old === null || (keepsSpaces && !SPACED_COLON.test(edit.oldText))) return null;
  const isNumbered = edit.newText.split("\n").some((line) => isNumberedNear(line, old));
  const next = isNumbered ? stripNumbers(edit.newText, !old.isSpaced) : null;
  if (isNumbered && next?.isSpaced !== old.isSpaced) return null;
  const newText = next?.text ?? edit.newText;
  if (newText === old.text) return null;
  // Numbers stand in front of whole lines, so that nothing in their place leaves no empty line.
  const oldText = edit.newText === "" && !old.text.endsWith("\n") ? `${old.text}\n` : old.text;
  return { edit: withTexts(edit, { oldText, newText }), firstLine: old.firstLine };
}

interface StrippedText {
  readonly text: string;
  readonly firstLine: number;
  readonly separators: ReadonlySet<string>;
  /** A space behind each colon was taken for a part of the separator. */
  readonly isSpaced: boolean;
}

// A colon or a hyphen behind a number may belong to the line, unless the quoted lines have numbers of that kind near it.
function isNumberedNear(line: string, { firstLine, separators }: StrippedText): boolean {
  const prefix = NUMBERED.exec(line);
  if (prefix === null) return false;
  const isNear = Math.abs(Number(prefix[1]) - firstLine) <= NEAR_LINES;
  return /[:-]$/.test(prefix[0]) ? isNear && (separators.has(":") || separators.has("-")) : true;
}

// Every line must have a number, and each number must follow the one before it.
function stripNumbers(text: string, keepsSpaces: boolean): StrippedText | null {
  const isEnded = text.endsWith("\n");
  const lines = (isEnded ? text.slice(0, -1) : text).split("\n");
  const separators = new Set<string>();
  const bare: string[] = [];
  let firstLine: number | null = null;
  for (const [index, line] of lines.entries()) {
    const prefix = NUMBERED.exec(line) ?? NUMBERED_BLANK.exec(line);
    const number = Number(prefix?.[1]);
    firstLine ??= number;
    if (prefix === null || number !== firstLine + index) return null;
    separators.add(prefix[0].slice(-1));
    bare.push(line.slice(prefix[0].length));
  }
  // One space more is part of the separator where every line has it.
  const isSpaced = !keepsSpaces && lines.every((line, index) => bare[index] === "" || SPACED_COLON.test(line));
  const stripped = (isSpaced ? bare.map((line) => line.slice(1)) : bare).join("\n") + (isEnded ? "\n" : "");
  return firstLine === null ? null : { text: stripped, firstLine, separators, isSpaced };
}
