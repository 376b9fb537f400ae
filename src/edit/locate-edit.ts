// Walks the ladder for one edit: the first rung that finds anything decides, and must find exactly one place.

import { findAppliedAround, hasAppliedText } from "./already-applied.js";
import { createAmbiguity, MAX_CANDIDATES } from "./ambiguity.js";
import type { EditDocument } from "./edit-document.js";
import type { EditFailure } from "./edit-failure.js";
import { findInvisibleTwins } from "./invisible-twins.js";
import { countVisible, type PreparedEdit } from "./prepare-edit.js";
import { STRICT_RUNGS, TOLERANT_RUNGS } from "./rungs/ladder.js";
import { lineEndingsRung } from "./rungs/line-endings.js";
import type { Candidate, Rung } from "./rungs/rung.js";
import type { MatchRung } from "./text-edit.js";

/** Marks a place where an edit will be applied. */
export interface EditMatch extends Candidate {
  readonly matchedBy: MatchRung;
}

/** Holds where an edit applies, why it cannot, or `null` when no rung found anything. */
export type LocateResult = { readonly matches: readonly EditMatch[] } | { readonly failure: EditFailure } | null;

// Visible characters below which a tolerant match could be anything.
const MIN_TOLERANT_CHARACTERS = 4;

/** Finds where an edit applies. */
export function locateEdit(document: EditDocument, edit: PreparedEdit): LocateResult {
  const strict = climb(STRICT_RUNGS, document, edit);
  if (strict !== null) return strict;
  if (countVisible(edit.oldText, MIN_TOLERANT_CHARACTERS) < MIN_TOLERANT_CHARACTERS) return null;
  if (hasAppliedText(document, edit)) return { failure: alreadyApplied(edit) };
  return climb(TOLERANT_RUNGS, document, edit);
}

function climb(rungs: readonly Rung[], document: EditDocument, edit: PreparedEdit): LocateResult {
  const limit = edit.replaceAll ? Number.POSITIVE_INFINITY : MAX_CANDIDATES + 1;
  for (const rung of rungs) {
    const candidates = rung.find({ document, edit, limit });
    if (candidates.length > 0) return decide({ document, edit, rung }, candidates);
  }
  return null;
}

interface Decision {
  readonly document: EditDocument;
  readonly edit: PreparedEdit;
  readonly rung: Rung;
}

function decide(decision: Decision, candidates: readonly Candidate[]): LocateResult {
  const { document, edit, rung } = decision;
  if (edit.replaceAll) return decideForAll(decision, candidates);
  const [only] = candidates;
  if (only === undefined || candidates.length > 1) {
    return { failure: createAmbiguity(document, candidates, { edit: edit.index, matchedBy: rung.name }) };
  }
  if (findAppliedAround(document, only)) return { failure: alreadyApplied(edit) };
  const twins = rung.name === "exact" ? findInvisibleTwins(document, only) : [];
  if (twins.length > 0) {
    return { failure: createAmbiguity(document, [only, ...twins], { edit: edit.index, matchedBy: "invisible" }) };
  }
  return { matches: [{ ...only, matchedBy: rung.name }] };
}

function decideForAll({ document, edit, rung }: Decision, candidates: readonly Candidate[]): LocateResult {
  const pooled = rung.name === "exact" && document.lineEnding === "mixed" && edit.oldText.includes("\n");
  const limit = Number.POSITIVE_INFINITY;
  const places = pooled ? lineEndingsRung.find({ document, edit, limit }) : candidates;
  if (places.every((place) => findAppliedAround(document, place))) return { failure: alreadyApplied(edit) };
  const name = pooled ? lineEndingsRung.name : rung.name;
  return { matches: places.map((place) => ({ ...place, matchedBy: isExact(document, place) ? "exact" : name })) };
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
