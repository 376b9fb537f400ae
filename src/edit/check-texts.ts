// Judges the texts of an edit before they are looked for.

import { cutUtf8 } from "../text/cut-text.js";
import type { Steps } from "../text/steps.js";
import type { EditDocument } from "./edit-document.js";
import type { EditFailure } from "./edit-failure.js";
import { findOmission } from "./find-omission.js";
import type { PreparedEdit } from "./prepare-edit.js";

const EXCERPT_BYTES = 120;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Answers why the texts of an edit cannot be meant for a file, wherever they stand; `null` when they are fine. */
export function* checkEditTexts(
  { index, oldText, newText }: PreparedEdit,
  document: EditDocument,
  path: string,
): Steps<EditFailure | null> {
  if (oldText === "") {
    return {
      edit: index,
      kind: "parse_error",
      status: 422,
      message: "oldText is empty, so there is nothing to find in a file that exists",
      hint: "Quote the lines next to the place in oldText and repeat them in newText, or write the whole file.",
    };
  }
  if (LONE_SURROGATE.test(oldText) || LONE_SURROGATE.test(newText)) {
    return {
      edit: index,
      kind: "parse_error",
      status: 422,
      message: "oldText or newText holds half of a surrogate pair, which no file can hold",
      hint: "Send the whole character.",
    };
  }
  if (oldText === newText) {
    return {
      edit: index,
      kind: "no_change",
      message: "oldText and newText are the same",
      hint: "Put the wanted text into newText. Line endings cannot be changed by an edit; write the whole file for that.",
    };
  }
  const omission = yield* findOmission(oldText, newText, { path, fileText: document.text });
  if (omission === null) return null;
  return {
    edit: index,
    kind: "parse_error",
    status: 422,
    message: `line ${omission.line} of newText, \`${cutUtf8(omission.text, EXCERPT_BYTES)}\`, stands for text that is left out`,
    hint: "newText takes the place of all of oldText: write every line out, or quote only the lines that change.",
    details: { line: omission.line },
  };
}
