// Judges whether a conversation has seen a file as it is before it is changed. Through a store only.

import { type FsError, isFsError } from "../../errors.js";
import { contentSha256 } from "../../stores/content-sha256.js";
import type { FileStore } from "../../stores/file-store.js";
import { decodeText, detectTextFormat } from "../../text/encoding.js";
import type { ToolCall } from "../definition/define-tool.js";
import type { FileRequest } from "../paths/find-file.js";
import { collectStamps, comparablePath, type FreshnessStamp, joinKnownLines } from "./freshness-stamp.js";
import type { KnownLines, LineSpan } from "./known-lines.js";
import { createStaleRefusal, describeStaleness, type StaleReason } from "./stale-refusal.js";
import { recallStamps, recordStamp } from "./step-stamps.js";

/**
 * What happens to a change of a file that the conversation has not read, or that changed since: `require-read` refuses it
 * and shows the lines as they are, `warn` makes it and says so, `off` does not look.
 */
export type FreshnessGuard = "require-read" | "warn" | "off";

const GUARDS: readonly FreshnessGuard[] = ["require-read", "warn", "off"];

/** Holds what a conversation knows of a file's current version. */
export interface Knowledge {
  /** Of the current content. */
  readonly version: string;
  /** Why the version is not known; `null` when it is. */
  readonly reason: StaleReason | null;
  readonly lines: KnownLines;
}

/** Holds one call's view of one file. */
export interface GuardedFile {
  readonly guard: FreshnessGuard;
  /** The store's own name for the file, where it has one. */
  readonly path: string;
  /** Answers what the calls before this one have seen of the content. */
  recall(content: Uint8Array): Promise<Knowledge>;
  /** Notes a version that this call writes, for the other calls of its step. */
  record(stamp: Omit<FreshnessStamp, "path">): void;
}

/** Says which call changes a file, and under which guard. */
export interface GuardRequest {
  readonly guard: FreshnessGuard;
  /** The store that the factory was given. */
  readonly store: FileStore;
  readonly call: ToolCall;
}

/**
 * Resolves the `guard` option; absent means `off`.
 * @throws {TypeError} when there is no such guard
 */
export function resolveGuard(value: FreshnessGuard | undefined): FreshnessGuard {
  const guard = value ?? "off";
  if (GUARDS.includes(guard)) return guard;
  throw new TypeError(`guard must be one of ${GUARDS.join(", ")}, not ${String(value)}.`);
}

/** Creates a call's view of a file. It looks up the file's own name once, and the stamps each time it is asked. */
export async function createGuardedFile(file: FileRequest, { guard, store, call }: GuardRequest): Promise<GuardedFile> {
  const stat = guard === "off" ? null : await file.store.stat(file.path, { signal: file.signal });
  const path = stat?.path ?? file.path;
  const names = new Set([path, file.path].map(comparablePath));
  const step = { store, messages: call.messages };
  return {
    guard,
    path,
    recall: async (content) => {
      const stamps = [...collectStamps(call.messages), ...recallStamps(step)];
      const ofFile = stamps.filter((stamp) => names.has(comparablePath(stamp.path)));
      return judgeStamps(ofFile, await contentSha256(content));
    },
    record: (stamp) => recordStamp(step, { path, ...stamp }),
  };
}

/** Says what is to be changed, and what is known of it. */
export interface StaleTarget {
  readonly file: GuardedFile;
  readonly content: Uint8Array;
  readonly knowledge: Knowledge;
  /** The lines that matter; empty for the head of the file. */
  readonly targets: readonly LineSpan[];
}

/**
 * Enforces the guard on a change of something unseen: answers the warning.
 * @throws {FsError} hash_mismatch – under `require-read`; details hold the reason and the current lines
 */
export function enforceFreshness({ file, content, knowledge, targets }: StaleTarget): string {
  const { path, guard } = file;
  const { version, reason, lines } = knowledge;
  const isPartlyRead = reason === null && lines.length > 0;
  const change = { path, reason: reason ?? "not_read", targets, isPartlyRead } as const;
  if (guard === "warn") return `Warning: ${describeStaleness(change)}`;
  throw createStaleRefusal({ ...change, version, text: decodeText(content, detectTextFormat(content)) });
}

/** Answers the lines that a failure to match speaks of; `null` for a failure that the content has no part in. */
export function findFailedLines(error: unknown): readonly LineSpan[] | null {
  if (!isFsError(error) || !isMatchFailure(error)) return null;
  const { nearest, lines } = { ...error.details };
  if (Array.isArray(nearest)) return nearest as unknown as readonly LineSpan[];
  return Array.isArray(lines) ? lines.map((line) => ({ startLine: Number(line), endLine: Number(line) })) : [];
}

function isMatchFailure({ kind }: FsError): boolean {
  return kind === "text_not_found" || kind === "ambiguous_text_match";
}

function judgeStamps(stamps: readonly FreshnessStamp[], version: string): Knowledge {
  const lines = joinKnownLines(stamps, version);
  if (lines !== null) return { version, reason: null, lines };
  return { version, reason: stamps.length === 0 ? "not_read" : "changed", lines: [] };
}
