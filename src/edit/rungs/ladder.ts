// The order of the rungs: the one place to add another. A rung is tried only when every rung before it found nothing.

import { blankLinesRung } from "./blank-lines.js";
import { blankRunsRung } from "./blank-runs.js";
import { createEscapesRung } from "./escapes.js";
import { exactRung } from "./exact.js";
import { indentationRung } from "./indentation.js";
import { lineEndingsRung } from "./line-endings.js";
import { createLineNumbersRung } from "./line-numbers.js";
import { lookAlikesRung } from "./look-alikes.js";
import type { Rung } from "./rung.js";
import { trailingBlanksRung } from "./trailing-blanks.js";

/** Rungs that any text may be found by. */
export const STRICT_RUNGS: readonly Rung[] = [exactRung, lineEndingsRung];

const LAYOUT_RUNGS: readonly Rung[] = [
  trailingBlanksRung,
  lookAlikesRung,
  indentationRung,
  blankRunsRung,
  blankLinesRung,
];

/** Rungs that compare a text as it is, in whatever layout. */
export const FITTED_RUNGS: readonly Rung[] = [...STRICT_RUNGS, ...LAYOUT_RUNGS];

/** Rungs that need enough text to be sure of, and that it was not applied before. */
export const TOLERANT_RUNGS: readonly Rung[] = [
  ...LAYOUT_RUNGS,
  createLineNumbersRung(FITTED_RUNGS),
  createEscapesRung(STRICT_RUNGS),
];
