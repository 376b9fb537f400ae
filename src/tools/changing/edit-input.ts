// What the model asks the edit tool for, and the shapes in which models give a list of edits.

import type { TextEdit } from "../../edit/text-edit.js";
import { coerceArray, type Fields, findField } from "../definition/coerce-input.js";
import * as z from "../definition/schema.js";
import { expectedSha256Schema, normalizeSha256Field } from "../definition/sha256-input.js";

/** What the model asks the edit tool for. */
export interface EditInput {
  readonly path: string;
  /** All matched against the file as it is before the call. */
  readonly edits: readonly TextEdit[];
  /** Lower-case hex sha256 that the file must have now. */
  readonly expectedSha256?: string | undefined;
  /** Answers what would happen and writes nothing. */
  readonly dryRun?: boolean | undefined;
}

/** Takes the input of the edit tool. */
export const editInputSchema = (): z.Schema<EditInput> =>
  z.object({
    path: z.string().describe("Relative to the root"),
    edits: z
      .array(
        z.object({
          oldText: z.string().describe("As in the file, without line numbers"),
          newText: z.string(),
          replaceAll: z.boolean().optional(),
        }),
      )
      .min(1),
    expectedSha256: expectedSha256Schema(),
    dryRun: z.boolean().optional().describe("Shows the diff, writes nothing"),
  });

/** Collects edits from `edits` and from an `oldText`/`newText` pair beside it; neither is dropped. */
export function normalizeEditFields(given: Fields): Fields {
  const fields = normalizeSha256Field(given);
  const list = findField(fields, "edits");
  const edits = list === undefined ? [] : coerceArray(list);
  const hasPair = findField(fields, "oldText") !== undefined || findField(fields, "newText") !== undefined;
  return hasPair ? { ...fields, edits: [...edits, fields] } : fields;
}
