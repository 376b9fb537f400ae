// The refusal of a change to a file that was not read or has changed: it shows the lines as they are now. Pure.

import { createLineIndex, type LineIndex } from "../../edit/line-index.js";
import { FsError } from "../../errors.js";
import { cutUtf8, utf8Length } from "../../text/cut-text.js";
import type { TextRegion } from "../presenting/text-region.js";
import type { FreshnessStamp } from "./freshness-stamp.js";
import { type LineSpan, mergeSpans } from "./known-lines.js";
import { stampReplaced } from "./page-continuation.js";

const CONTEXT_LINES = 3;
const MAX_LINES = 40;
const MAX_BYTES = 8 * 1024;

// Unread spans that the message names.
const MAX_NAMED_SPANS = 5;

// Small enough that the context in front of a line never takes the place of the line.
const MAX_LINE_BYTES = 512;

/** Why a change is refused: nobody read these lines, or somebody changed the file since. */
export type StaleReason = "not_read" | "changed";

/** Says what is refused, and of what. */
export interface StaleChange {
  readonly path: string;
  readonly reason: StaleReason;
  /** Of the current content. */
  readonly version: string;
  /** The current content. */
  readonly text: string;
  /** The lines that matter, of which at least the first ones are shown; empty for the head of the file. */
  readonly targets: readonly LineSpan[];
  /** Other lines of this version were read. */
  readonly isPartlyRead: boolean;
}

/** Makes the refusal; its details hold the reason, the sha256 and the current lines. */
export function createStaleRefusal(change: StaleChange): FsError {
  const { path, reason, version, text, targets } = change;
  const lines = createLineIndex(text);
  const current = showLines(lines, targets.length > 0 ? targets : [{ startLine: 1, endLine: MAX_LINES }]);
  return new FsError("hash_mismatch", describeStaleness(change), {
    path,
    hint: "Nothing was written. The file has the lines below now: if the change still fits them, call again.",
    details: {
      reason,
      sha256: version,
      totalLines: lines.count,
      current: current.map((region) => ({ ...region })),
    },
  });
}

/** Says in one sentence why a change is refused, or would be. */
export function describeStaleness(change: Omit<StaleChange, "version" | "text">): string {
  const { path, reason, targets, isPartlyRead } = change;
  if (reason === "changed") return `${path} has changed since it was read.`;
  return isPartlyRead && targets.length > 0 ? describeUnread(path, targets) : `${path} has not been read.`;
}

function describeUnread(path: string, spans: readonly LineSpan[]): string {
  const names = spans
    .slice(0, MAX_NAMED_SPANS)
    .map(({ startLine, endLine }) => (startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`));
  if (names.length < spans.length) names.push("…");
  const isSingle = spans.length === 1 && spans[0]?.startLine === spans[0]?.endLine;
  return `${isSingle ? "Line" : "Lines"} ${names.join(", ")} of ${path} ${isSingle ? "has" : "have"} not been read.`;
}

/** Holds the fields of a failure, perhaps made by another version. */
type FailureFields = Readonly<Record<string, unknown>>;

/** Answers the lines that a refusal shows; empty for any other failure. */
export function readCurrentLines(failure: FailureFields): readonly TextRegion[] {
  const current = failure["current"];
  return failure["kind"] === "hash_mismatch" && Array.isArray(current) ? current.filter(isRegion) : [];
}

/** Answers the stamp of a refusal, which shows the lines of a version; `null` for any other failure. */
export function stampRefusal(failure: FailureFields): FreshnessStamp | null {
  const { path, sha256, mark, kind } = failure;
  if (kind !== "hash_mismatch" || typeof path !== "string") return null;
  if (typeof mark === "string") return stampReplaced(path, typeof sha256 === "string" ? sha256 : null, mark);
  if (typeof sha256 !== "string") return null;
  const lines = readCurrentLines(failure).map(({ startLine, text }) => ({
    startLine,
    endLine: startLine + text.split("\n").length - 1,
  }));
  return { path, version: sha256, lines };
}

function showLines(lines: LineIndex, targets: readonly LineSpan[]): readonly TextRegion[] {
  const windows = mergeSpans(
    targets.map(({ startLine, endLine }) => ({
      startLine: Math.max(1, startLine - CONTEXT_LINES),
      endLine: Math.min(lines.count, endLine + CONTEXT_LINES),
    })),
  );
  const regions: TextRegion[] = [];
  let left = { lines: MAX_LINES, bytes: MAX_BYTES };
  for (const window of windows) {
    const shown = takeLines(lines, window, left);
    if (shown.length > 0) regions.push({ startLine: window.startLine, text: shown.join("\n") });
    left = { lines: left.lines - shown.length, bytes: left.bytes - utf8Length(shown.join("\n")) };
    if (shown.length <= window.endLine - window.startLine) break;
  }
  return regions;
}

function takeLines(
  lines: LineIndex,
  { startLine, endLine }: LineSpan,
  left: { readonly lines: number; readonly bytes: number },
): readonly string[] {
  const taken: string[] = [];
  let bytes = 0;
  for (let line = startLine; line <= endLine && taken.length < left.lines; line += 1) {
    const content = lines.contentOf(line - 1);
    const text = utf8Length(content) > MAX_LINE_BYTES ? `${cutUtf8(content, MAX_LINE_BYTES - 3)}…` : content;
    bytes += utf8Length(text) + 1;
    if (bytes > left.bytes) break;
    taken.push(text);
  }
  return taken;
}

function isRegion(value: unknown): value is TextRegion {
  if (typeof value !== "object" || value === null) return false;
  const { startLine, text } = value as Partial<TextRegion>;
  return typeof startLine === "number" && typeof text === "string";
}
