// A change of a file whose secrets the model has not seen: it is planned over a text in which each secret is one
// character, and turned back into bytes at the end. Every tool that changes files goes through here.

import { diffBudgetFor } from "../../edit/diff-budget.js";
import { compareInSteps } from "../../edit/unified-diff.js";
import { FsError } from "../../errors.js";
import type { Redactor } from "../../redaction/redactor.js";
import { type Seal, sealText } from "../../redaction/sealed-text.js";
import { assertStaysHidden, type SealedChange } from "../../redaction/stays-hidden.js";
import { assertReadsBack } from "../../text/assert-reads-back.js";
import { detectBinary } from "../../text/detect-binary.js";
import { decodeExactly, decodeText, detectTextFormat, encodeText, type TextFormat } from "../../text/encoding.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";
import { comparablePath } from "../freshness/freshness-stamp.js";
import { mapFailure } from "../presenting/map-failure.js";
import { detectMediaType } from "../reading/media-type.js";
import { redactContent } from "./redact-window.js";

const NEW_FILE: TextFormat = { encoding: "utf-8", bom: false };

/** Says which file is to be changed. */
export interface ChangeRequest {
  readonly redactor: Redactor | undefined;
  readonly path: string;
  /** `null` for a file that does not exist yet. */
  readonly content: Uint8Array | null;
  /** Nothing of the diff is left out, however long it is. */
  readonly wholeDiff?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a model may see of a change. */
export interface ShownDiff {
  readonly diff: string;
  readonly diffTruncated: boolean;
}

/** Leads a change from the text that a model knows to the bytes of the file, and back. */
export interface RedactedChange {
  /** What the change is planned over: the file's bytes, or its sealed text in UTF-8. `null` for a missing file. */
  readonly content: Uint8Array | null;
  /** The file holds no secret. */
  readonly isPlain: boolean;
  /**
   * Seals a text that the model gave.
   * @throws {FsError} text_not_found – when something looks like a placeholder and stands for no secret of the file
   */
  sealGiven(text: string): string;
  /** Answers a sealed text with its secrets. */
  unseal(sealed: string): string;
  /**
   * Answers the bytes of the file for planned ones.
   * @throws {FsError} unsupported_encoding, binary_file – when the file, or its new text, would not keep its other bytes
   */
  unsealBytes(planned: Uint8Array): Uint8Array;
  /**
   * Compares the file with its new sealed text, which is read only if anything may be hidden; `null` when the plan's own
   * diff hides nothing.
   * @throws {FsError} protected_path – when the new text would show a character of a secret that is hidden now
   */
  describe(readNewText: () => string): Promise<ShownDiff | null>;
  /** Answers the text of planned bytes, with secrets as they were planned over. */
  decodePlanned(planned: Uint8Array): string;
  /** Runs a step and lets its failure show placeholders. */
  guard<Result>(step: () => Promise<Result>): Promise<Result>;
}

/** Opens a change; without a redactor it leaves everything as it is. */
export async function openRedactedChange(request: ChangeRequest): Promise<RedactedChange> {
  const { redactor, content, wholeDiff, signal } = request;
  if (redactor === undefined) return leaveAsItIs(content);
  const path = comparablePath(request.path);
  const detected = content === null ? NEW_FILE : detectTextFormat(content);
  const before = await redactContent(content ?? new Uint8Array(), { path, format: detected, redactor });
  const seal = await runInTurns(sealText(before, path), signal);
  const isPlain = before.pieces.length === 0;
  return {
    isPlain,
    content: isPlain || content === null ? content : new TextEncoder().encode(seal.sealed),
    sealGiven: seal.sealGiven,
    unseal: (sealed) => seal.unseal(sealed).text,
    unsealBytes: (planned) => (isPlain || content === null ? planned : unsealBytes(planned, seal, content)),
    describe: async (readNewText) => {
      const sealed = readNewText();
      const unsealed = seal.unseal(sealed);
      const format = detected.encoding === "unknown" ? NEW_FILE : detected;
      const bytes = encodeText(unsealed.text, format);
      if (!isPlain) assertStaysText(bytes, path, content);
      const after = await redactContent(bytes, { path, format, redactor });
      return describeDiff({ path, wholeDiff, signal, seal, unsealed, after, isPlain });
    },
    decodePlanned: (planned) => decodeText(planned, isPlain ? detectTextFormat(planned) : NEW_FILE),
    guard: (step) => (isPlain ? step() : guardStep(step, seal)),
  };
}

function leaveAsItIs(content: Uint8Array | null): RedactedChange {
  return {
    content,
    isPlain: true,
    sealGiven: (text) => text,
    unseal: (text) => text,
    unsealBytes: (planned) => planned,
    describe: async () => null,
    decodePlanned: (planned) => decodeText(planned, detectTextFormat(planned)),
    guard: (step) => step(),
  };
}

/** The text was decoded and is encoded again as a whole, so the file must be one that this leaves as it is. */
function unsealBytes(planned: Uint8Array, seal: Seal, content: Uint8Array): Uint8Array {
  const { format } = decodeExactly(content);
  const bytes = encodeText(seal.unseal(decodeText(planned, NEW_FILE)).text, format);
  assertReadsBack(bytes, format);
  return bytes;
}

/** @throws {FsError} protected_path – when the new text would be shown as bytes, with all that is hidden in it */
function assertStaysText(bytes: Uint8Array, path: string, content: Uint8Array | null): void {
  if (!isShownAsBytes(bytes) || (content !== null && isShownAsBytes(content))) return;
  throw new FsError("protected_path", `${path} holds secrets that are hidden now, and would be no text any more.`, {
    path,
    hint: "Nothing was written. Leave out what makes it an image, a PDF or bytes.",
  });
}

function isShownAsBytes(bytes: Uint8Array): boolean {
  return detectBinary(bytes) || detectMediaType(bytes) !== null;
}

interface DescribedChange extends SealedChange {
  readonly isPlain: boolean;
  readonly wholeDiff: boolean | undefined;
  readonly signal: AbortSignal | undefined;
}

async function describeDiff(change: DescribedChange): Promise<ShownDiff | null> {
  const { path, seal, after, isPlain, signal } = change;
  if (isPlain && after.pieces.length === 0) return null;
  assertStaysHidden(change);
  const options = { path, ...diffBudgetFor(change.wholeDiff) };
  const sealed = await runInTurns(seal.sealVersion(after), signal);
  const { diff, truncated } = await runInTurns(compareInSteps(seal.sealed, sealed, options), signal);
  return { diff: seal.show(diff), diffTruncated: truncated };
}

async function guardStep<Result>(step: () => Promise<Result>, seal: Seal): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw mapFailure(error, seal.show);
  }
}
