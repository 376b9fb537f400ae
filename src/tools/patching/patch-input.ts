// What the model asks the patch tool for.

import { coerceArray, type Fields } from "../definition/coerce-input.js";
import * as z from "../definition/schema.js";

/** What the model asks the patch tool for. */
export interface ApplyPatchInput {
  /** The `*** Begin Patch` envelope, or a unified diff. */
  readonly patch: string;
  /** Answers what would happen and writes nothing. */
  readonly dryRun?: boolean | undefined;
}

/** Takes the input of the patch tool. */
export const patchInputSchema = (): z.Schema<ApplyPatchInput> =>
  z.object({ patch: z.string(), dryRun: z.boolean().optional().describe("Shows the diffs, writes nothing") });

/** Takes a patch out of the command that some models make of it, such as `["apply_patch", "*** Begin Patch …"]`. */
export function normalizePatchFields({ patch: given, ...fields }: Fields): Fields {
  const isCommand = Array.isArray(given) || (typeof given === "string" && given.startsWith('["'));
  const patch = isCommand ? coerceArray(given).at(-1) : given;
  return patch === undefined ? fields : { ...fields, patch };
}
