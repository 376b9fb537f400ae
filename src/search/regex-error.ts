// Says why a regular expression cannot be used and what to write instead, the same for both engines.

import type { FsError } from "../errors.js";
import { createInvalidPatternError } from "./invalid-pattern.js";

const HINTS: readonly (readonly [reason: RegExp, hint: string])[] = [
  [
    /look-?around|look-?ahead|look-?behind/i,
    "Search for the text itself, and judge what stands around it from the hits.",
  ],
  [/backreference/i, "Spell the repeated text out, or search for each alternative."],
  [/literal "\\n"/, "Set multiline: true to match across lines."],
  [/literal "\\r"/, "Lines are matched without their ending; set multiline: true to match a carriage return."],
  [/nested repetition/i, "Put the repeated part into a group, as in (?:a+)+."],
  [/property/i, "Use a short category or a script, such as \\p{Lu}, \\p{L} or \\p{Greek}."],
  [
    /repetition (quantifier|operator)|counted repetition/i,
    "Write \\{, \\*, \\+ or \\? for the character itself, or leave out regex to search for literal text.",
  ],
  [
    /unclosed group|unopened group|\bparenthes/i,
    "Write \\( or \\) for the character itself, or leave out regex to search for literal text.",
  ],
  [/character class|nested|set operation/i, "Write \\[, \\], \\- or \\& for the character itself."],
  [/flag/i, "Use ignoreCase and multiline instead of flags, or (?i), (?s), (?m), (?U)."],
  [/escape/i, "Leave the backslash out, or double it for a backslash in the text."],
  [/too often/i, "Use a shorter pattern, or sets such as [A-Za-z0-9_] in place of \\w."],
  [/too (big|large|long)|size limit|repeat count/i, "Use a shorter pattern, and + or * instead of large counts."],
];

const DEFAULT_HINT = "Correct the expression, or leave out regex to search for literal text.";

/** Creates the failure of a regular expression; `reason` is a phrase such as `unclosed group`. */
export function createRegexError(reason: string): FsError {
  const hint = HINTS.find(([expression]) => expression.test(reason))?.[1] ?? DEFAULT_HINT;
  return createInvalidPatternError(`The regular expression cannot be used: ${reason}`, hint);
}
