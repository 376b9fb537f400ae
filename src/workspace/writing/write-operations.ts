// Operations that give one file new bytes. Each reads what it needs and writes under the same locks.

import { applyInSteps } from "../../edit/apply-edits.js";
import { FsError } from "../../errors.js";
import { BINARY_PROBE_BYTES } from "../../limits.js";
import { assertReadsBack } from "../../text/assert-reads-back.js";
import { type PiecedBytes, sizeOfPieces, toPieces } from "../../text/byte-pieces.js";
import { detectTextFormat, encodeText, type TextFormat } from "../../text/encoding.js";
import { sha256Of } from "../../text/sha256.js";
import {
  assertBytes,
  assertExpectedSha256,
  assertOneOf,
  assertText,
  resolveWholeNumber,
} from "../gate/call-arguments.js";
import type { Access, Gate } from "../gate/gate.js";
import { CallbackFailure } from "../gate/operation-record.js";
import { enforceWriteSize } from "../gate/policy.js";
import { isTurnDue, runInTurns, takeTurn } from "../gate/take-turns.js";
import { observeWrite } from "../history/track.js";
import type {
  CallOptions,
  UpdateBytes,
  UpdateOptions,
  WorkspaceEdit,
  WorkspaceEditResult,
  WriteOptions,
  WriteResult,
  WriteTextOptions,
} from "../interfaces/workspace.js";
import { assertNewName, createNotFoundError } from "../paths/not-found.js";
import type { Place } from "../paths/place.js";
import { readWindow, type WholeFile } from "../reading/read-file.js";
import { createExistsError, createMismatchError, type ExpectedContent, writeAtomically } from "./atomic-write.js";
import { openCurrent, readCurrent } from "./current-file.js";
import { assertNamesFile, type HeldTarget, holdTarget } from "./write-target.js";

const NEW_FILE: TextFormat = { encoding: "utf-8", bom: false };

interface NewContent {
  readonly content: PiecedBytes;
  readonly expected: ExpectedContent | null | undefined;
  /** What the file holds, where it was read for this. */
  readonly current?: WholeFile | undefined;
}

/** What a mutation does to one file. */
interface Change {
  readonly options: WriteOptions;
  /** What the history calls it; default the intent. */
  readonly tool?: string | undefined;
  /** Bytes of the new content at least, where that is known before anything is touched. */
  readonly minBytes?: number | undefined;
  /** Computes the new content under the locks. */
  readonly compute: (target: HeldTarget) => Promise<NewContent>;
  /** Called under the locks once the file is written. */
  readonly onWritten?: ((result: WriteResult) => void) | undefined;
}

/** Which file is changed, and for what. */
interface ChangeRequest extends CallOptions {
  readonly path: string;
  readonly intent: "write" | "edit";
}

interface CurrentText {
  readonly format: TextFormat;
  readonly current?: WholeFile | undefined;
}

/** Tells how the text that is about to be replaced is written; one larger than could be written, by its head. */
async function detectCurrentFormat(target: HeldTarget, maxBytes: number): Promise<CurrentText> {
  const file = openCurrent(target);
  if (file === null) return { format: NEW_FILE };
  try {
    const { size, mode, version } = file.stat();
    const bytes = await readWindow(file, { start: 0, length: size <= maxBytes ? size : BINARY_PROBE_BYTES });
    const format = detectTextFormat(bytes, { complete: bytes.length === size });
    return {
      format: format.encoding === "unknown" ? NEW_FILE : format,
      current: bytes.length === size ? { bytes, mode, version } : undefined,
    };
  } finally {
    file.close();
  }
}

function toExpected(expectedSha256: string | null | undefined): ExpectedContent | null | undefined {
  if (typeof expectedSha256 !== "string") return expectedSha256;
  return { matches: (bytes) => sha256Of(bytes) === expectedSha256 };
}

async function commit(
  gate: Gate,
  access: Access,
  request: { readonly target: HeldTarget; readonly change: Change; readonly intent: ChangeRequest["intent"] },
): Promise<WriteResult> {
  const { target, change, intent } = request;
  const { current, ...wanted } = await change.compute(target);
  if (isTurnDue()) await takeTurn(change.options.signal);
  enforceWriteSize(sizeOfPieces(toPieces(wanted.content)), target.path, gate.parts.limits.maxWriteBytes);
  const { fileMode, signal } = change.options;
  const write = { ...wanted, fileMode, newFileMode: gate.parts.newFileMode, signal };
  const { root } = access.place;
  const { madeParents } = target;
  const result = await writeAtomically(target, write, {
    journal: gate.parts.journalFor(root.path),
    observer: observeWrite(gate, { tool: change.tool ?? intent, root, target, current, madeParents }),
  });
  access.facts.bytesWritten = result.bytesWritten;
  access.facts.sha256 = result.sha256;
  change.onWritten?.(result);
  return result;
}

function assertWriteOptions({ fileMode, expectedSha256 }: WriteOptions): void {
  resolveWholeNumber({ name: "fileMode", value: fileMode, least: 0 }, undefined);
  assertExpectedSha256(expectedSha256);
}

/** Changes a file; what is asked for is judged within the gate, so that a refusal is audited, too. */
async function applyChange(
  gate: Gate,
  request: ChangeRequest,
  planChange: (place: Place) => Change,
): Promise<WriteResult> {
  return gate.access(request, async (access) => {
    const change = planChange(access.place);
    const { options } = change;
    const { intent } = request;
    assertWriteOptions(options);
    assertNamesFile(access.place);
    enforceWriteSize(change.minBytes ?? 0, access.place.path, gate.parts.limits.maxWriteBytes);
    const isExpectedToExist = intent === "edit" || typeof options.expectedSha256 === "string";
    if (!isExpectedToExist) assertNewName(access.place);
    else if (access.place.missingParents.length > 0) throw createNotFoundError(access.place);
    const target = holdTarget(access.place, options.createParents === true && !isExpectedToExist);
    try {
      return await gate.alone([target.lockKey], options.signal, () => commit(gate, access, { target, change, intent }));
    } finally {
      target.release();
    }
  });
}

/** Replaces or creates a file. */
export async function writeBytes(
  gate: Gate,
  path: string,
  content: { readonly bytes: Uint8Array; readonly options: WriteOptions },
): Promise<WriteResult> {
  const { bytes, options } = content;
  const compute = async (): Promise<NewContent> => ({ content: bytes, expected: toExpected(options.expectedSha256) });
  return applyChange(gate, { path, intent: "write", signal: options.signal }, () => {
    assertBytes("bytes", bytes);
    return { options, minBytes: bytes.length, compute };
  });
}

async function callUpdate(update: UpdateBytes, current: Uint8Array | null): Promise<PiecedBytes> {
  try {
    return await update(current);
  } catch (error) {
    throw new CallbackFailure(error);
  }
}

/** Computes new content from what is there now, and expects just that to be there still when it is written. */
async function computeFromCurrent(target: HeldTarget, options: WriteOptions, update: UpdateBytes): Promise<NewContent> {
  const { expectedSha256, signal } = options;
  const current = await readCurrent(target, signal);
  if (current === null) {
    if (typeof expectedSha256 === "string") throw createMismatchError(target.path, "gone");
    return { content: await callUpdate(update, null), expected: null };
  }
  if (expectedSha256 === null) throw createExistsError(target.path);
  const { bytes, version } = current;
  if (expectedSha256 !== undefined && expectedSha256 !== sha256Of(bytes)) {
    throw createMismatchError(target.path, "changed");
  }
  // Compared only where the version differs; a hash of the whole file would cost every update more than that.
  const matches = (now: Uint8Array): boolean => Buffer.compare(now, bytes) === 0;
  const updated = await callUpdate(update, bytes);
  // Bytes that were changed in place are no longer what the file holds; the history reads it again.
  const isChangedInPlace = updated instanceof Uint8Array && updated.buffer === bytes.buffer;
  return { content: updated, expected: { matches, version }, current: isChangedInPlace ? undefined : current };
}

/** Reads, changes and writes a file under its lock. */
export async function updateFile(
  gate: Gate,
  path: string,
  request: { readonly update: UpdateBytes; readonly options: UpdateOptions },
): Promise<WriteResult> {
  const { update, options } = request;
  const { onWritten, tool } = options;
  const compute = (target: HeldTarget): Promise<NewContent> => computeFromCurrent(target, options, update);
  const change = { options, compute, onWritten, tool };
  return applyChange(gate, { path, intent: "write", signal: options.signal }, () => change);
}

function encodeAs(format: TextFormat, content: string): Uint8Array {
  const bytes = encodeText(content, format);
  assertReadsBack(bytes, format);
  return bytes;
}

function expectationOf(options: WriteTextOptions): string | null | undefined {
  assertOneOf("mode", options.mode, ["create", "overwrite", "replace"]);
  if (options.mode === "create") return null;
  if (options.mode === "replace" && typeof options.expectedSha256 !== "string") {
    throw new FsError("parse_error", 'mode "replace" needs expectedSha256', {
      hint: 'Give the sha256 of the content that is replaced, or use mode "overwrite".',
    });
  }
  return options.expectedSha256;
}

/** Replaces or creates a text file; an existing one keeps its encoding and byte order mark, a damaged one becomes UTF-8. */
export async function writeText(
  gate: Gate,
  path: string,
  text: { readonly content: string; readonly options: WriteTextOptions },
): Promise<WriteResult> {
  const { maxWriteBytes } = gate.parts.limits;
  return applyChange(gate, { path, intent: "write", signal: text.options.signal }, () => {
    const options = { ...text.options, expectedSha256: expectationOf(text.options) };
    assertText("content", text.content);
    const compute = async (target: HeldTarget): Promise<NewContent> => {
      const { format, current } =
        options.mode === "create" ? { format: NEW_FILE } : await detectCurrentFormat(target, maxWriteBytes);
      return { content: encodeAs(format, text.content), expected: toExpected(options.expectedSha256), current };
    };
    // No encoding takes less than one byte for each UTF-16 code unit.
    return { options, minBytes: text.content.length, compute };
  });
}

/** Makes one replacement in a text file. */
export async function editText(gate: Gate, path: string, edit: WorkspaceEdit): Promise<WorkspaceEditResult> {
  const { signal, expectedSha256 } = edit;
  const found = { firstChangedLine: 1, matchedBy: "exact" };
  const update = async (current: Uint8Array | null, place: Place): Promise<PiecedBytes> => {
    if (current === null) throw createNotFoundError(place);
    const one = { oldText: edit.oldText, newText: edit.newText };
    const steps = applyInSteps(current, [one], { path: place.path, isSingle: true });
    const outcome = await runInTurns(steps, signal);
    found.firstChangedLine = outcome.firstChangedLine;
    found.matchedBy = outcome.replacements[0]?.matchedBy ?? found.matchedBy;
    return outcome.pieces;
  };
  const options: WriteOptions = { signal, expectedSha256 };
  const result = await applyChange(gate, { path, intent: "edit", signal }, (place) => {
    assertText("oldText", edit.oldText);
    assertText("newText", edit.newText);
    return { options, compute: (target) => computeFromCurrent(target, options, (current) => update(current, place)) };
  });
  return { ...result, ...found };
}
