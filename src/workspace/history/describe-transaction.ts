// Transactions as callers see them: entries of the list, diffs, and sentences. Contents are loaded, nothing is changed.

import { compareInSteps } from "../../edit/unified-diff.js";
import { isFsError } from "../../errors.js";
import { decodeExactly } from "../../text/encoding.js";
import { runInTurns } from "../gate/take-turns.js";
import type { FileVersion } from "../interfaces/file-changes.js";
import type { HistoryEntry, HistoryFile, UndoResult } from "../interfaces/workspace-history.js";
import { isRestorable, type TrackedChange, type Transaction, type Version } from "./transaction.js";

/** Files that a sentence names at most. */
const MAX_NAMED_FILES = 5;

function describeVersion(version: Version | null): FileVersion | null {
  if (version === null) return null;
  const { content, mode } = version;
  return { sha256: version.type === "file" ? content.sha256 : null, size: content.size, mode };
}

function operationOf({ after, before, movedFrom }: TrackedChange): HistoryFile["operation"] {
  if (after === null) return "remove";
  if (movedFrom !== undefined) return "move";
  return before === null ? "create" : "update";
}

function describeChange(change: TrackedChange): HistoryFile {
  const { after, before, movedFrom, path } = change;
  return {
    path,
    type: (after ?? before)?.type ?? "other",
    operation: operationOf(change),
    before: describeVersion(before),
    after: describeVersion(after),
    ...(movedFrom === undefined ? {} : { movedFrom }),
    undoable: isRestorable(before),
  };
}

/** Describes one transaction for the list. */
export function describeTransaction(transaction: Transaction, isUndone: boolean): HistoryEntry {
  const { changes, context, id, label, reverts, state, time, tool } = transaction;
  const files = changes.map(describeChange);
  return {
    id,
    time,
    tool,
    ...(context.toolCallId === undefined ? {} : { toolCallId: context.toolCallId }),
    ...(label === undefined ? {} : { label }),
    state,
    files,
    ...(reverts === undefined ? {} : { reverts }),
    undone: isUndone,
    undoable: state === "committed" && label === undefined && files.every(({ undoable }) => undoable),
  };
}

/** Answers the text of a version; nothing reads as an empty one, and `null` stands for what is not kept or no text. */
async function textOf(version: Version | null): Promise<string | null> {
  if (version === null) return "";
  const bytes = await version.content.load();
  if (bytes === null) return null;
  try {
    return decodeExactly(bytes).text;
  } catch (error) {
    if (isFsError(error)) return null;
    throw error;
  }
}

async function diffChange(change: TrackedChange): Promise<string> {
  const { after, before, movedFrom, path } = change;
  if (change.renamedFrom !== undefined) return `rename from ${movedFrom ?? path}\nrename to ${path}\n`;
  if ((after ?? before)?.type !== "file") return "";
  const [oldText, newText] = await Promise.all([textOf(before), textOf(after)]);
  if (oldText === null || newText === null) return `${path}: the content is no text, or was not kept\n`;
  return (await runInTurns(compareInSteps(oldText, newText, { path }))).diff;
}

/** Shows what a transaction did, file after file. */
export async function diffTransaction({ changes }: Transaction): Promise<string> {
  const diffs: string[] = [];
  for (const change of changes) diffs.push(await diffChange(change));
  return diffs.join("");
}

function listPaths(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED_FILES).join(", ");
  const more = paths.length - MAX_NAMED_FILES;
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Writes the one sentence that a model is told. */
export function describeUndo(verb: string, ids: readonly string[], files: UndoResult["files"]): string {
  const what = `${verb} ${ids.length === 1 ? "1 change" : `${ids.length} changes`}`;
  if (files.length === 0) return `${what}; no file had to be written.`;
  return `${what}: ${listPaths(files.map(({ path }) => path))}; read these files again before you change them.`;
}
