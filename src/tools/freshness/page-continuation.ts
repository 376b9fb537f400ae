// Judges whether a read goes on from an earlier one, and whether both are of the same version. What is read is not asked.

import { FsError } from "../../errors.js";
import type { HeldFile } from "../../workspace/interfaces/workspace.js";
import { collectStamps, comparablePath, type FreshnessStamp, type PageEnd } from "./freshness-stamp.js";
import { recallStamps, recordStamp, type StepContext } from "./step-stamps.js";

/** Says what a call reads, and what led to it. */
export interface Continuation {
  readonly path: string;
  readonly offset: number | undefined;
  readonly byteOffset: number | undefined;
  readonly step: StepContext;
}

/**
 * Refuses to go on in a file that was changed or replaced since the window before this one was read. A version that the
 * conversation has met since, by a change of its own or by such a refusal, is known to it and no longer refused.
 * @param sha256 of the file as it is held; `null` when it is not known
 * @throws {FsError} hash_mismatch – details hold the reason, the mark, and the sha256 where it is known
 */
export function assertContinuesPage(file: HeldFile, sha256: string | null, call: Continuation): void {
  if (call.offset === undefined && call.byteOffset === undefined) return;
  const names = new Set([file.path, call.path].map(comparablePath));
  const { messages } = call.step;
  const stamps = messages === undefined ? recallStamps(call.step) : collectStamps(messages);
  const isOfFile = ({ path }: FreshnessStamp): boolean => names.has(comparablePath(path));
  const continued = stamps.findLastIndex((stamp) => leadsTo(stamp.page, call) && isOfFile(stamp));
  if (continued === -1) return;
  if (stamps.slice(continued).some((stamp) => isOfFile(stamp) && isOfVersion(stamp, file, sha256))) return;
  const mark = file.mark(file.sizeBytes);
  if (messages === undefined) recordStamp(call.step, stampReplaced(file.path, sha256, mark));
  throw createReplacedError(file.path, sha256, mark);
}

/** Makes the stamp of a refusal: it shows no line, but from then on the conversation has met the version. */
export function stampReplaced(path: string, version: string | null, mark: string): FreshnessStamp {
  return { path, version, lines: [], page: { mark, nextOffset: null, nextByteOffset: null } };
}

function leadsTo(page: PageEnd | undefined, { offset, byteOffset }: Continuation): boolean {
  if (page === undefined || page.nextOffset === null) return false;
  const isSameLine = offset === page.nextOffset || (offset === undefined && byteOffset !== undefined);
  return isSameLine && page.nextByteOffset === (byteOffset ?? null);
}

/** Lines that were counted from the end are other lines as soon as the file grows. */
function isOfVersion({ version, page }: FreshnessStamp, file: HeldFile, sha256: string | null): boolean {
  if (version !== null && version === sha256) return true;
  if (page === undefined) return false;
  const comparison = file.compare(page.mark);
  return comparison === "same" || (comparison === "grown" && (page.nextOffset ?? 1) > 0);
}

function createReplacedError(path: string, sha256: string | null, mark: string): FsError {
  return new FsError("hash_mismatch", `${path} has changed since the lines before these were read.`, {
    path,
    hint:
      "Nothing is shown, so that two versions are not mixed. Read it again from the start, or make the same call once " +
      "more to read these lines as they are now.",
    details: { reason: "replaced", mark, ...(sha256 === null ? {} : { sha256 }) },
  });
}
