// Takes a change back from a file that somebody else has changed since. Pure but for loading what was kept.

import { type LineRange, mergeLines } from "../../edit/merge-lines.js";
import { FsError } from "../../errors.js";
import { BINARY_PROBE_BYTES } from "../../limits.js";
import { detectBinary } from "../../text/detect-binary.js";
import type { TrackedChange } from "./transaction.js";

function describeRanges(ranges: readonly LineRange[]): string {
  const parts = ranges.map(({ endLine, startLine }) =>
    startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`,
  );
  return ranges.length === 0 ? "" : ` in line ${parts.join(", ")}`;
}

function createConflictError({ path }: TrackedChange, ranges: readonly LineRange[]): FsError {
  return new FsError("patch_conflict", `${path}: changed since by somebody else${describeRanges(ranges)}`, {
    path,
    hint: "Nothing was changed. Read the file, and take back by an edit what should go.",
    details: { path, lines: ranges.map(({ endLine, startLine }) => [startLine, endLine]) },
  });
}

/** Reads bytes one to one as characters, so that merging keeps every one of them; `null` for what has no lines. */
function toCharacters(bytes: Uint8Array | null): string | null {
  if (bytes === null || detectBinary(bytes.subarray(0, BINARY_PROBE_BYTES))) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

/**
 * Answers the current content without the change, and with what was changed since.
 * @throws {FsError} patch_conflict – when both concern the same lines, or there are no lines to tell apart
 */
export async function mergeBack(change: TrackedChange, current: Uint8Array | null): Promise<Uint8Array> {
  const { after, before } = change;
  if (before?.type !== "file" || after?.type !== "file" || current === null) throw createConflictError(change, []);
  const base = toCharacters(await after.content.load());
  const [ours, theirs] = [toCharacters(await before.content.load()), toCharacters(current)];
  if (base === null || ours === null || theirs === null) throw createConflictError(change, []);
  const { conflicts, text } = mergeLines(base, ours, theirs);
  if (text === null) throw createConflictError(change, conflicts);
  return Buffer.from(text, "latin1");
}
