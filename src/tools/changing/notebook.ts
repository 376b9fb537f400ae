// The door to what knows cells of notebooks, which is loaded with the first one.

import { applyInSteps } from "../../edit/apply-edits.js";
import { MAX_NOTEBOOK_BYTES } from "../../limits.js";

function isNotebookPath(path: string): boolean {
  return /\.ipynb$/i.test(path);
}

/** Answers how edits of a file are planned. */
export async function loadEngine(path: string): Promise<typeof applyInSteps> {
  return isNotebookPath(path) ? (await import("./notebook-edit.js")).planNotebookEdits : applyInSteps;
}

/**
 * Asserts that a change leaves a notebook one, with no more broken cells than before.
 * @throws {FsError} parse_error – when it does not
 */
export async function assertStaysNotebook(path: string, before: Uint8Array | null, after: Uint8Array): Promise<void> {
  if (!isNotebookPath(path) || before === null || before.length > MAX_NOTEBOOK_BYTES) return;
  (await import("./notebook-edit.js")).assertCellsStay(path, before, after);
}
