// The failure of an edit whose text occurs nowhere.

import type { EditDocument } from "./edit-document.js";
import type { EditFailure } from "./edit-failure.js";
import type { PreparedEdit } from "./prepare-edit.js";

/** Makes the failure for a text that no rung found. */
export function createNotFound(_document: EditDocument, edit: PreparedEdit): EditFailure {
  return {
    edit: edit.index,
    kind: "text_not_found",
    message: "oldText does not occur in the file",
    hint: "Read the file again and copy oldText from it character by character.",
  };
}
