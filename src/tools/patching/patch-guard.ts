// Judges whether a conversation has seen the lines that a patch changes, file by file.

import { findGaps } from "../../edit/align-lines.js";
import { type LineChange, splitKeepingEndings } from "../../edit/line-changes.js";
import { FsError, type FsErrorKind, type JsonValue } from "../../errors.js";
import type { PatchPlan, PlannedChange } from "../../patch/patch-plan.js";
import { contentSha256 } from "../../stores/content-sha256.js";
import type { FileStore } from "../../stores/file-store.js";
import { decodeText, detectTextFormat } from "../../text/encoding.js";
import type { PatchRequest } from "../../workspace/interfaces/workspace.js";
import {
  createGuardedFile,
  enforceFreshness,
  findFailedLines,
  type GuardedFile,
  type GuardRequest,
} from "../freshness/freshness-guard.js";
import { carryKnownLines, findUnknownLines, type KnownLines, type LineSpan } from "../freshness/known-lines.js";

/** Answers what a refusal may show of a file. */
export interface ShownContents {
  contentOf(path: string, content: Uint8Array): Uint8Array;
}

interface LeftFile {
  readonly file: GuardedFile;
  readonly version: string;
  readonly lines: KnownLines;
}

/** Follows one patch. New and deleted files need no read. */
export class PatchGuard {
  readonly #store: FileStore;
  readonly #request: GuardRequest;
  readonly #left = new Map<string, LeftFile>();
  readonly #warnings: string[] = [];

  constructor(store: FileStore, request: GuardRequest) {
    this.#store = store;
    this.#request = request;
  }

  /** What the `warn` guard has to say. */
  get warning(): string | undefined {
    return this.#warnings.length === 0 ? undefined : this.#warnings.join("\n");
  }

  /** Answers the lines of a file's new content that the conversation has seen. */
  knownLinesOf(path: string): KnownLines {
    return this.#left.get(path)?.lines ?? "all";
  }

  /**
   * Judges every file of a plan.
   * @throws {FsError} hash_mismatch – when the guard refuses lines that were not seen as they are
   */
  async judge(plan: PatchPlan, request: PatchRequest, shown: ShownContents): Promise<void> {
    for (const change of plan.changes) {
      if (change.after === null) continue;
      const lines = await this.#judgeChange({ ...change, after: change.after }, { plan, request, shown });
      const file = await this.#open(change.path);
      this.#left.set(change.path, { file, lines, version: await contentSha256(change.after) });
    }
  }

  /** Notes what was written, for the other calls of the step. */
  record(): void {
    for (const { file, version, lines } of this.#left.values()) file.record({ version, lines });
  }

  /**
   * Refuses instead of failing to match, when a patch was written for another version of a file than the current one.
   * @throws {FsError} hash_mismatch
   */
  async explain(error: FsError, request: PatchRequest, shown: ShownContents): Promise<void> {
    if (this.#request.guard !== "require-read") return;
    for (const { path, targets } of listFailedLines(error)) {
      const content = request.files.get(path) ?? null;
      if (content === null) continue;
      const file = await this.#open(path);
      const knowledge = await file.recall(content);
      if (knowledge.reason === null) continue;
      enforceFreshness({ file, content: shown.contentOf(path, content), knowledge, targets });
    }
  }

  async #judgeChange(change: WrittenChange, { plan, request, shown }: Judged): Promise<KnownLines> {
    const origin = change.movedFrom ?? change.path;
    const before = request.files.get(origin) ?? null;
    if (before === null || this.#request.guard === "off") return "all";
    const file = await this.#open(origin);
    const knowledge = await file.recall(before);
    const isReplaced = plan.operations.some(({ operation, path }) => operation === "replace" && path === change.path);
    const changes = listLineChanges(before, change.after);
    const targets = isReplaced ? [] : findUnknownLines(changes, knowledge.lines);
    if (isReplaced ? knowledge.reason !== null : targets.length > 0) {
      const content = shown.contentOf(origin, before);
      this.#warnings.push(enforceFreshness({ file, content, knowledge, targets }));
    }
    return isReplaced ? "all" : carryKnownLines(changes, knowledge.lines);
  }

  #open(path: string): Promise<GuardedFile> {
    const { call } = this.#request;
    return createGuardedFile({ store: this.#store, path, signal: call.signal }, this.#request);
  }
}

type WrittenChange = PlannedChange & { readonly after: Uint8Array };

interface Judged {
  readonly plan: PatchPlan;
  readonly request: PatchRequest;
  readonly shown: ShownContents;
}

function listLineChanges(before: Uint8Array, after: Uint8Array): readonly LineChange[] {
  const [oldLines = [], newLines = []] = [before, after].map((bytes) =>
    splitKeepingEndings(decodeText(bytes, detectTextFormat(bytes))),
  );
  return findGaps(oldLines, newLines).map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    oldStart,
    oldLines: oldLines.slice(oldStart, oldEnd),
    newLines: newLines.slice(newStart, newEnd),
  }));
}

interface FailedLines {
  readonly path: string;
  readonly targets: readonly LineSpan[];
}

function listFailedLines({ details }: FsError): readonly FailedLines[] {
  const failures = Array.isArray(details?.["failures"]) ? (details["failures"] as readonly JsonValue[]) : [];
  return failures.flatMap((failure) => {
    const { path, kind, message } = failure as { path: string; kind: FsErrorKind; message: string };
    const error = new FsError(kind, message, { details: failure as Record<string, JsonValue> });
    const targets = findFailedLines(error);
    return targets === null ? [] : [{ path, targets }];
  });
}
