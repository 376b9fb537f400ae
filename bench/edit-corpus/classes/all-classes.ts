// The list of all classes: the one place to add another.

import { ANCHOR_CLASSES } from "./anchors.js";
import { BLANK_LINE_CLASSES } from "./blank-lines.js";
import { CHARACTER_CLASSES } from "./characters.js";
import { COMBINED_CLASSES } from "./combined.js";
import type { CaseMaker } from "./edit-case.js";
import { INDENTATION_CLASSES } from "./indentation.js";
import { LAYOUT_CLASSES } from "./layout.js";
import { MIXED_INDENTATION_CLASSES } from "./mixed-indentation.js";
import { NOISE_CLASSES } from "./noise.js";
import { PLACE_CLASSES } from "./places.js";
import { REFUSAL_CLASSES } from "./refusals.js";
import { SEVERAL_CLASSES } from "./several.js";
import { MISQUOTE_CLASSES, SLIP_CLASSES } from "./slips.js";

/** Names a class and makes its cases. */
export interface CaseClass {
  readonly name: string;
  readonly make: CaseMaker;
}

/** Lists the classes in the order of the table. */
export const ALL_CLASSES: readonly CaseClass[] = [
  LAYOUT_CLASSES,
  BLANK_LINE_CLASSES,
  CHARACTER_CLASSES,
  INDENTATION_CLASSES,
  MIXED_INDENTATION_CLASSES,
  SEVERAL_CLASSES,
  COMBINED_CLASSES,
  PLACE_CLASSES,
  ANCHOR_CLASSES,
  NOISE_CLASSES,
  SLIP_CLASSES,
  REFUSAL_CLASSES,
  MISQUOTE_CLASSES,
].flatMap((classes) => Object.entries(classes).map(([name, make]) => ({ name, make })));
