// The secrets of the files of a patch: one character each while it is planned, placeholders in all that is shown.

import type { ParsedPatch, PatchHunk, PatchOperation } from "../../patch/parsed-patch.js";
import type { PatchPlan, PlannedOperation } from "../../patch/patch-plan.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { PatchRequest, PatchView } from "../../workspace/interfaces/workspace.js";
import { openRedactedChange, type RedactedChange, type ShownDiff } from "./redacted-change.js";

/** A diff as it is shown. */
type ShownOperation = Pick<PlannedOperation, "diff" | "diffTruncated">;

/** Follows the secrets of one patch; without a redactor it leaves everything as it is. */
export class PatchSecrets {
  readonly #redactor: Redactor | undefined;
  readonly #wholeDiff: boolean | undefined;
  readonly #changes = new Map<string, RedactedChange>();
  readonly #contents = new Map<string, Uint8Array | null>();
  readonly #shown = new Map<string, ShownDiff>();
  /** What was planned, by the bytes that it was turned into. */
  readonly #planned = new WeakMap<Uint8Array, Uint8Array>();

  constructor(redactor: Redactor | undefined, wholeDiff: boolean | undefined) {
    this.#redactor = redactor;
    this.#wholeDiff = wholeDiff;
  }

  /** Something is hidden in what is shown. */
  get areHidden(): boolean {
    return this.#shown.size > 0;
  }

  /**
   * Seals the files, and the texts of the patch with them.
   * @throws {FsError} text_not_found – when a placeholder stands for no secret of its file
   */
  async open(request: PatchRequest): Promise<PatchView> {
    const [redactor, wholeDiff] = [this.#redactor, this.#wholeDiff];
    if (redactor === undefined) return request;
    for (const [path, content] of request.files) {
      const change = await openRedactedChange({ redactor, path, content, wholeDiff });
      this.#changes.set(path, change);
      this.#contents.set(path, change.content);
    }
    return {
      patch: this.#sealPatch(request.patch),
      files: this.#contents,
      reveal: (path, planned) => {
        const bytes = this.#changes.get(path)?.unsealBytes(planned) ?? planned;
        this.#planned.set(bytes, planned);
        return bytes;
      },
    };
  }

  /**
   * Compares what the plan makes of files with what is hidden in them now.
   * @throws {FsError} protected_path – when a new text would show a secret that is hidden now
   */
  async judge({ changes }: PatchPlan): Promise<void> {
    const moved = new Set(changes.flatMap(({ movedFrom }) => movedFrom ?? []));
    for (const { path, after, movedFrom } of changes) {
      // What moves away is told where it arrives.
      if (after === null && moved.has(path)) continue;
      const change = this.#changes.get(movedFrom ?? path);
      const planned = after === null ? null : (this.#planned.get(after) ?? after);
      const shown = await change?.describe(() => (planned === null ? "" : change.decodePlanned(planned)));
      if (shown !== undefined && shown !== null) this.#shown.set(path, shown);
    }
  }

  /** Answers the content of a file as it may be shown after {@link hideFailure}. */
  contentOf(path: string, content: Uint8Array): Uint8Array {
    return this.#contents.get(path) ?? content;
  }

  /** Answers the diff of an operation as it may be shown: that of the whole file where any of it is hidden. */
  describe(operations: readonly PlannedOperation[], index: number): Partial<ShownOperation> {
    const operation = operations[index];
    if (operation === undefined) return {};
    const { path, movedFrom, diff } = operation;
    const isLast = operations.findLastIndex((other) => other.path === path) === index;
    const shown = this.#shown.get(path);
    if (shown !== undefined && isLast) return { ...shown, diff: moveHeaderOf(operation) + shown.diff };
    const isPlain = [path, movedFrom ?? path].every((name) => !this.#isSealed(name));
    return isPlain ? {} : { diff: "", diffTruncated: diff !== "" };
  }

  /** Runs a step and lets its failure show placeholders. */
  hideFailure<Result>(step: () => Promise<Result>): Promise<Result> {
    // The files become known during the step.
    return step().catch((error: unknown) => {
      const rethrow = async (): Promise<Result> => {
        throw error;
      };
      return Array.from(this.#changes.values()).reduce((inner, change) => () => change.guard(inner), rethrow)();
    });
  }

  #isSealed(path: string): boolean {
    return this.#shown.has(path) || this.#changes.get(path)?.isPlain === false;
  }

  #sealPatch(patch: ParsedPatch): ParsedPatch {
    return { ...patch, operations: patch.operations.map((operation) => this.#sealOperation(operation)) };
  }

  #sealOperation(operation: PatchOperation): PatchOperation {
    const change = this.#changes.get(operation.path);
    if (change === undefined) return operation;
    if ("content" in operation) return { ...operation, content: change.sealGiven(operation.content) };
    return { ...operation, hunks: operation.hunks.map((hunk) => sealHunk(hunk, change)) };
  }
}

function sealHunk(hunk: PatchHunk, { sealGiven }: RedactedChange): PatchHunk {
  const lines = hunk.lines.map((line) => ({ ...line, text: sealGiven(line.text) }));
  return { ...hunk, lines, anchors: hunk.anchors.map(sealGiven) };
}

function moveHeaderOf({ diff, movedFrom }: PlannedOperation): string {
  if (movedFrom === undefined) return "";
  const names = diff.indexOf("\n--- ");
  return names === -1 ? diff : diff.slice(0, names + 1);
}
