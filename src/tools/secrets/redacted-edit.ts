// Plans edits of a file whose secrets the model has not seen. Writes nothing.

import type { EditOutcome } from "../../edit/text-edit.js";
import type { Redactor } from "../../redaction/redactor.js";
import { joinPieces, sizeOfPieces } from "../../text/byte-pieces.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";
import type { EditInput } from "../changing/edit-input.js";
import { type EditLimits, isCreation, planCreation, planEdits } from "../changing/edit-plan.js";
import { assertStaysNotebook, loadEngine } from "../changing/notebook.js";
import { assertWriteSize } from "../changing/write-plan.js";
import type { GuardedFile } from "../freshness/freshness-guard.js";
import { type GuardedEdit, planGuardedEdit } from "../freshness/guarded-edit.js";
import type { RedactedChange } from "./redacted-change.js";

/** Holds what edits do, as a model may see it, and the bytes to write. */
export interface RedactedEdit extends GuardedEdit {
  readonly isRedacted: boolean;
}

/** Says what is to be edited. */
export interface EditTarget {
  readonly guarded: GuardedFile;
  /** The name of the file that placeholders are tied to. */
  readonly path: string;
  /** `null` for a file that is to be created. */
  readonly current: Uint8Array | null;
  readonly redactor: Redactor | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Plans edits, or the creation of a file.
 * @throws {FsError} text_not_found – when a placeholder stands for no secret of the file
 * @throws {FsError} protected_path – when the new text would show a secret that is hidden now
 */
export async function planRedactedEdit(
  target: EditTarget,
  input: EditInput,
  limits: EditLimits,
): Promise<RedactedEdit> {
  const { path, current, redactor, signal } = target;
  const { wholeDiff } = limits;
  const { openRedactedChange } = await import("./redacted-change.js");
  const change = await openRedactedChange({ redactor, path, content: current, wholeDiff, signal });
  return change.guard(async () => {
    const plan = await planSealed(target, change, { input: sealInput(input, change), limits });
    const pieces = change.isPlain ? plan.pieces : [change.unsealBytes(joinPieces(plan.pieces))];
    assertWriteSize(input.path, sizeOfPieces(pieces), limits.maxBytes);
    await assertStaysNotebook(input.path, current, joinPieces(pieces));
    const shown = await change.describe(() => change.decodePlanned(joinPieces(plan.pieces)));
    return { ...plan, pieces, ...(shown ?? {}), isRedacted: shown !== null };
  });
}

interface SealedEdit {
  readonly input: EditInput;
  readonly limits: EditLimits;
}

async function planSealed(
  { guarded, current, signal }: EditTarget,
  { content }: RedactedChange,
  { input, limits }: SealedEdit,
): Promise<GuardedEdit> {
  if (current === null || content === null || isCreation(input)) {
    return { ...(await runInTurns(planCreation(current, input, limits), signal)), knownLines: "all" };
  }
  const apply = await loadEngine(input.path);
  const plan = (): Promise<EditOutcome> => runInTurns(planEdits(content, input, { ...limits, apply }), signal);
  return planGuardedEdit(guarded, current, { plan, shown: content });
}

function sealInput(input: EditInput, { sealGiven }: RedactedChange): EditInput {
  const edits = input.edits.map((edit) => ({
    ...edit,
    oldText: sealGiven(edit.oldText),
    newText: sealGiven(edit.newText),
  }));
  return { ...input, edits };
}
