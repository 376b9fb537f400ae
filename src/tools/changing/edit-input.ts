// What the model asks the edit tool for, and the shapes in which models give a list of edits.

import { assertEditCount } from "../../edit/apply-edits.js";
import type { TextEdit } from "../../edit/text-edit.js";
import { parseLenientJson } from "../../text/bounded-json.js";
import { coerceArray, type Fields, isFields, nameFields } from "../definition/coerce-input.js";
import type { JsonSchemaNode } from "../definition/json-schema.js";
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

const editSchema = (): z.Schema<TextEdit> =>
  z.object({
    oldText: z.string().describe("As in the file, without line numbers"),
    newText: z.string(),
    replaceAll: z.boolean().optional(),
  });

/** Takes the input of the edit tool. */
export const editInputSchema = (): z.Schema<EditInput> =>
  z.object({
    path: z.string().describe("Relative to the root"),
    edits: z.array(editSchema()).min(1),
    expectedSha256: expectedSha256Schema(),
    dryRun: z.boolean().optional().describe("Shows the diff, writes nothing"),
  });

/** Values of one edit that is given as JSON text, at most: more than it has fields. */
const MAX_EDIT_VALUES = 64;

/** What {@link normalizeEditFields} takes besides the fields of the input: those of one edit. */
export const EDIT_FIELDS: readonly string[] = ["oldText", "newText", "replaceAll"];

/**
 * Collects edits from `edits` and from an `oldText`/`newText` pair beside it; neither is dropped. A path that every edit
 * names is that of the call, and a `replaceAll` beside a list holds for all of it.
 */
export function normalizeEditFields(given: Fields): Fields {
  const { oldText, newText, replaceAll, ...fields } = normalizeSha256Field(given);
  const all = fields["edits"] === undefined ? [] : coerceArray(fields["edits"]);
  assertEditCount(all.length);
  const { node } = editSchema();
  // A text that is no list was parsed already, in vain.
  const listed = all.map((edit) =>
    typeof edit === "string" && edit === fields["edits"] ? edit : nameEdit(edit, node),
  );
  const hasPair = oldText !== undefined || newText !== undefined;
  const path = fields["path"] ?? listed.find(isFields)?.["path"];
  const edits = listed.map((edit) => placeEdit(edit, path, hasPair ? undefined : replaceAll));
  if (hasPair) edits.push(withoutAbsent({ oldText, newText, replaceAll }));
  return withoutAbsent({ ...fields, path, edits: edits.length === 0 ? fields["edits"] : edits });
}

function nameEdit(value: unknown, node: JsonSchemaNode): unknown {
  const edit = typeof value === "string" ? (parseLenientJson(value, MAX_EDIT_VALUES) ?? value) : value;
  return isFields(edit) ? nameFields(edit, node, ["path"]) : edit;
}

/** An edit of another file keeps its path, which is then refused. */
function placeEdit(edit: unknown, path: unknown, replaceAll: unknown): unknown {
  if (!isFields(edit) || (replaceAll === undefined && edit["path"] === undefined)) return edit;
  const { path: ownPath, ...fields } = edit;
  return withoutAbsent({ replaceAll, ...fields, path: ownPath === path ? undefined : ownPath });
}

function withoutAbsent(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
