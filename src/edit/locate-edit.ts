// Walks the ladder for one edit: the first rung that finds anything decides, and must find exactly one place.

import { MAX_EDIT_REPLACEMENTS } from "../limits.js";
import type { Steps } from "../text/steps.js";
import {
  deletesOnly,
  findAppliedAround,
  findBetterPlace,
  hasAppliedText,
  isLaidOutAlready,
  standsAround,
  standsAtLine,
} from "./already-applied.js";
import { createAmbiguity, MAX_CANDIDATES } from "./ambiguity.js";
import type { EditDocument } from "./edit-document.js";
import type { EditFailure } from "./edit-failure.js";
import { findInvisibleTwins } from "./invisible-twins.js";
import { countVisible, MAX_TOLERANT_CHARACTERS, MIN_TOLERANT_CHARACTERS, type PreparedEdit } from "./prepare-edit.js";
import { findRepeatedNeighbour } from "./repeated-neighbour.js";
import { STRICT_RUNGS, TOLERANT_RUNGS } from "./rungs/ladder.js";
import { lineEndingsRung } from "./rungs/line-endings.js";
import { withoutNumbers } from "./rungs/line-numbers.js";
import type { Candidate, EditMatch, Rung } from "./rungs/rung.js";
import { type SearchBudget, searchCost } from "./search-budget.js";
import { settleIndentation } from "./settle-indentation.js";
import type { MatchRung } from "./text-edit.js";
import { unescapeEdit } from "./unescape-edit.js";

/** Holds where an edit applies, why it cannot, or `null` when no rung found anything. */
export type LocateResult = { readonly matches: readonly EditMatch[] } | { readonly failure: EditFailure } | null;

// Characters that could be searched in the time that one more candidate takes.
const CANDIDATE_COST = 5000;

const REPLACEMENTS_PER_STEP = 256;

/** Carries what one edit is located with. */
export interface LocateTask {
  readonly document: EditDocument;
  readonly edit: PreparedEdit;
  readonly budget: SearchBudget;
  /** Leaves out the places it answers `false` for. Absent: every place counts. */
  readonly accept?: ((candidate: Candidate) => boolean) | undefined;
}

/** Finds where an edit applies. */
export function* locateEdit(task: LocateTask): Steps<LocateResult> {
  return (yield* climb(STRICT_RUNGS, task)) ?? (yield* locateTolerantly(task));
}

/** Finds where an edit applies whose text does not occur as it was given. */
export function* locateTolerantly(task: LocateTask): Steps<LocateResult> {
  const { edit } = task;
  if (Math.max(edit.oldText.length, edit.newText.length) > MAX_TOLERANT_CHARACTERS) return null;
  if (countVisible(edit.oldText, MIN_TOLERANT_CHARACTERS) < MIN_TOLERANT_CHARACTERS) return null;
  const found = yield* climb(TOLERANT_RUNGS, task);
  if (found === null) return (yield* isPresent(task)) ? { failure: alreadyApplied(edit) } : null;
  const [place] = "matches" in found ? found.matches : [];
  const failure = place === undefined ? null : findApplied(task, place);
  return failure === null ? found : { failure };
}

function* isPresent({ document, edit }: LocateTask): Steps<boolean> {
  for (const meant of [edit, withoutNumbers(edit)?.edit, unescapeEdit(edit)]) {
    if (meant !== null && meant !== undefined && (yield* hasAppliedText(document, meant))) return true;
  }
  return false;
}

// Rungs by which a place can be found that is like another one, which was meant and reads newText by now.
const LAYOUT_RUNGS: ReadonlySet<MatchRung> = new Set(["indentation", "blank_runs", "blank_lines"]);
const TWIN_RUNGS: ReadonlySet<MatchRung> = new Set([...LAYOUT_RUNGS, "line_numbers"]);

// Lines with text that newText has at least, where standing elsewhere says that a like place was meant and is changed.
const MIN_TWIN_LINES = 3;

// A newText that speaks against a place: around it, where a number names it, or at a place that is better.
function findApplied({ document, edit }: LocateTask, place: EditMatch): EditFailure | null {
  const bare = withoutNumbers(edit);
  const meant = bare?.edit ?? edit;
  const found = document.lines.lineAt(place.start) + 1;
  if (!TWIN_RUNGS.has(place.matchedBy) || found === bare?.firstLine) return null;
  if (standsAround(document, place, meant)) return alreadyApplied(edit);
  if (deletesOnly(meant)) return null;
  if (bare !== null && standsAtLine(document, meant, bare.firstLine))
    return appliedElsewhere(edit, bare.firstLine, found);
  const isLong = meant.newText.split("\n").filter((each) => each.trim() !== "").length >= MIN_TWIN_LINES;
  const line = isLong ? findBetterPlace(document, place, meant) : null;
  return line === null ? null : appliedElsewhere(edit, line, found);
}

function* climb(rungs: readonly Rung[], task: LocateTask): Steps<LocateResult> {
  const { document, edit, budget } = task;
  const limit = edit.replaceAll ? MAX_EDIT_REPLACEMENTS + 1 : MAX_CANDIDATES + 1;
  for (const rung of rungs) {
    yield;
    yield* document.search.indexIfDue();
    if (!budget.takeSearch(searchCost(document, edit))) return { failure: tooMuch(edit) };
    const candidates = yield* findAccepted(rung, task, limit);
    if (candidates.length === 0) continue;
    const isForAll = edit.replaceAll && rung.replacesAll;
    return isForAll ? yield* decideForAll(task, rung, candidates) : decideForOne(task, rung, candidates);
  }
  return null;
}

function* findAccepted(rung: Rung, task: LocateTask, limit: number): Steps<readonly Candidate[]> {
  const { document, edit, budget, accept } = task;
  if (accept === undefined) return yield* rung.find({ document, edit, limit });
  const found = yield* rung.find({ document, edit, limit: Number.POSITIVE_INFINITY });
  budget.takeSearch(found.length * CANDIDATE_COST);
  return found.filter(accept);
}

function decideForOne({ document, edit }: LocateTask, rung: Rung, candidates: readonly Candidate[]): LocateResult {
  const [only] = candidates;
  if (only === undefined || candidates.length > 1) {
    const { name: matchedBy, replacesAll } = rung;
    return { failure: createAmbiguity(document, candidates, { edit, matchedBy, replacesAll }) };
  }
  const placed = placeCandidate(document, only);
  if (placed === null) return null;
  const match = { ...placed, matchedBy: rung.name };
  const isLaidOut = LAYOUT_RUNGS.has(rung.name) && isLaidOutAlready(document, only);
  if (isLaidOut || findAppliedAround(document, match)) return { failure: alreadyApplied(edit) };
  const repeated = findRepeatedNeighbour(document, match);
  if (repeated !== null) return { failure: repeatsNeighbour(edit, repeated) };
  const twins = rung.name === "exact" ? findInvisibleTwins(document, only) : [];
  if (twins.length > 0) {
    return {
      failure: createAmbiguity(document, [only, ...twins], { edit, matchedBy: "invisible", replacesAll: false }),
    };
  }
  return { matches: [match] };
}

function placeCandidate(document: EditDocument, candidate: Candidate): Candidate | null {
  if (candidate.fit === undefined) return settleIndentation(document, candidate);
  const edit = candidate.fit();
  return edit === null ? null : { start: candidate.start, end: candidate.end, edit };
}

function* decideForAll(task: LocateTask, rung: Rung, candidates: readonly Candidate[]): Steps<LocateResult> {
  const { document, edit, budget } = task;
  const isPooled = rung.name === "exact" && document.lineEnding === "mixed" && edit.oldText.includes("\n");
  const limit = MAX_EDIT_REPLACEMENTS + 1;
  const places = isPooled ? yield* lineEndingsRung.find({ document, edit, limit }) : candidates;
  if (!budget.takeReplacements(places.length)) return { failure: tooMuch(edit) };
  const name = isPooled ? lineEndingsRung.name : rung.name;
  const matches: EditMatch[] = [];
  for (const place of places) {
    const matchedBy = isExact(document, place) ? "exact" : name;
    const count = matches.push({ ...settleIndentation(document, place), matchedBy });
    if (count % REPLACEMENTS_PER_STEP === 0) yield;
  }
  return matches.every((match) => findAppliedAround(document, match)) ? { failure: alreadyApplied(edit) } : { matches };
}

function isExact(document: EditDocument, { start, end, edit }: Candidate): boolean {
  return document.text.startsWith(edit.givenOldText, start) && end - start === edit.givenOldText.length;
}

function alreadyApplied(edit: PreparedEdit): EditFailure {
  return {
    edit: edit.index,
    kind: "no_change",
    message: "the file already contains newText where oldText would be replaced, so the edit looks already applied",
    hint: "Read the file again. If the text is wanted once more, quote more of its surroundings in oldText.",
    details: { alreadyApplied: true },
  };
}

function appliedElsewhere(edit: PreparedEdit, line: number, found: number): EditFailure {
  return {
    edit: edit.index,
    kind: "no_change",
    message: `line ${line} reads newText already, and oldText stands only at line ${found}, in another layout, so the edit looks already applied`,
    hint: `Read the file again. If line ${found} is meant, quote it exactly as it is.`,
    details: { alreadyApplied: true, line, otherLine: found },
  };
}

function repeatsNeighbour(edit: PreparedEdit, line: number): EditFailure {
  return {
    edit: edit.index,
    kind: "parse_error",
    status: 422,
    message: `newText repeats text of line ${line}, which stands right beside oldText and is not in it, so the file would have it twice`,
    hint: "Quote that text in oldText, too, or leave it out of newText.",
    details: { line },
  };
}

function tooMuch(edit: PreparedEdit): EditFailure {
  return {
    edit: edit.index,
    kind: "parse_error",
    status: 422,
    message: "the call has more edits or replacements than one call may have on a file of this size",
    hint: "Split the edits into several calls.",
  };
}
