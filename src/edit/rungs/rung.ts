// What a rung of the ladder is. One file a rung; the list of them is in ladder.ts.

import type { Steps } from "../../text/steps.js";
import type { EditDocument } from "../edit-document.js";
import type { PreparedEdit } from "../prepare-edit.js";
import type { MatchRung } from "../text-edit.js";

/** Marks a place in the document where an edit would apply. */
export interface Candidate {
  /** Offset of the first character, 0-based in UTF-16 units. */
  readonly start: number;
  /** Offset behind the last character. */
  readonly end: number;
  /** The texts to compose the replacement from: line by line, `oldText` stands for what is between the offsets. */
  readonly edit: PreparedEdit;
  /**
   * Answers the edit in the layout of the place; `null` when newText cannot be fitted to it with certainty, so that nothing
   * may be applied. Absent: `edit` fits as it is.
   */
  readonly fit?: () => PreparedEdit | null;
}

/** Marks a place where an edit will be applied. */
export interface EditMatch extends Omit<Candidate, "fit"> {
  readonly matchedBy: MatchRung;
}

/** Carries what a rung searches with. */
export interface RungSearch {
  readonly document: EditDocument;
  readonly edit: PreparedEdit;
  /** Candidates that are enough; more need not be looked for. */
  readonly limit: number;
}

/** Finds the places where a text occurs when one more kind of difference is tolerated. */
export interface Rung {
  readonly name: MatchRung;
  /** An edit that replaces all may replace every candidate; otherwise it needs exactly one, as any other edit. */
  readonly replacesAll: boolean;
  /** Answers candidates in ascending order, overlapping ones too unless the edit replaces all. */
  find(search: RungSearch): Steps<readonly Candidate[]>;
}
