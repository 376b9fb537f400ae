// What a tool could not look into, as a model is told. Pure.

import { showPathText, showTextAbout } from "../../text/shown-name.js";
import * as z from "../definition/schema.js";

/** A file or directory that could not be looked into. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

/** Paths that one answer of a tool names at most. */
export const MAX_SHOWN_SKIPPED = 10;

/** Takes what was skipped. */
export const skippedSchema = (): z.Schema<readonly SkippedFile[]> =>
  z.array(z.object({ path: z.string(), reason: z.string() }));

/** Says what was skipped and how many more there are; `null` where nothing was. */
export function presentSkipped(skipped: readonly SkippedFile[] = [], count: number = skipped.length): string | null {
  if (count === 0) return null;
  const shown = skipped.map(({ path, reason }) => `${showPathText(path)} (${showTextAbout(path, reason)})`).join(", ");
  const rest = count > skipped.length ? `, and ${count - skipped.length} more` : "";
  return `[not searched: ${shown}${rest}]`;
}
