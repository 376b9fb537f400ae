// Takes a change back from a file that was changed since. Pure but for loading what was kept.

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

/** What stands in the way of an undo: later changes that the history knows, newest first, and others. */
export interface LaterChanges {
  readonly known: readonly { readonly id: string; readonly tool: string }[];
  /** The file is not what the newest of them left. */
  readonly areMore: boolean;
}

function createConflictError({ path }: TrackedChange, later: LaterChanges, ranges: readonly LineRange[]): FsError {
  const { known, areMore } = later;
  const tools = known.map(({ id, tool }) => `${tool} ${id}`);
  const by = [...tools, ...(areMore ? ["somebody else"] : [])].join(" and ");
  const first = areMore ? "Read the file" : `Undo ${known.map(({ id }) => id).join(", then ")} first`;
  return new FsError("patch_conflict", `${path}: changed since by ${by}${describeRanges(ranges)}`, {
    path,
    hint: `Nothing was changed. ${first}, ${areMore ? "and" : "or"} take back by an edit what should go.`,
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
export async function mergeBack(
  change: TrackedChange,
  current: Uint8Array | null,
  findLater: () => Promise<LaterChanges>,
): Promise<Uint8Array> {
  const { after, before } = change;
  if (before?.type !== "file" || after?.type !== "file" || current === null) {
    throw createConflictError(change, await findLater(), []);
  }
  const base = toCharacters(await after.content.load());
  const [ours, theirs] = [toCharacters(await before.content.load()), toCharacters(current)];
  if (base === null || ours === null || theirs === null) throw createConflictError(change, await findLater(), []);
  const { conflicts, text } = mergeLines(base, ours, theirs);
  if (text === null) throw createConflictError(change, await findLater(), conflicts);
  return Buffer.from(text, "latin1");
}
