// The list of all classes: the one place to add another.

import { CHARACTER_CLASSES } from "./characters.js";
import type { CaseMaker } from "./edit-case.js";
import { INDENTATION_CLASSES } from "./indentation.js";
import { LAYOUT_CLASSES } from "./layout.js";
import { REFUSAL_CLASSES } from "./refusals.js";
import { SEVERAL_CLASSES } from "./several.js";

/** Names a class and makes its cases. */
export interface CaseClass {
  readonly name: string;
  readonly make: CaseMaker;
}

/** Lists the classes in the order of the table. */
export const ALL_CLASSES: readonly CaseClass[] = [
  LAYOUT_CLASSES,
  CHARACTER_CLASSES,
  INDENTATION_CLASSES,
  SEVERAL_CLASSES,
  REFUSAL_CLASSES,
].flatMap((classes) => Object.entries(classes).map(([name, make]) => ({ name, make })));
