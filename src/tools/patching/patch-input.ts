// What the model asks the patch tool for.

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
