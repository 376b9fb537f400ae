// Transactions as JSON and back. What is read may be damaged: anything that is no record is left out.

import { identifyThisProcess, type ProcessIdentity } from "../state-directory.js";
import type { BlobStore } from "./blob-store.js";
import { isRecordForm } from "./record-check.js";
import { createLostContent, type TrackedChange, type TransactionDraft, type Version } from "./transaction.js";

const FORMAT = 1;

interface VersionForm {
  readonly type: Version["type"];
  readonly mode: number;
  readonly size: number;
  readonly sha256: string | null;
  readonly isKept: boolean;
}

interface ChangeForm extends Omit<TrackedChange, "before" | "after"> {
  readonly before: VersionForm | null;
  readonly after: VersionForm | null;
}

interface RecordForm extends Omit<TransactionDraft, "changes"> {
  readonly format: number;
  readonly id: string;
  readonly time: number;
  readonly owner: ProcessIdentity;
  readonly changes: readonly ChangeForm[];
}

/** A transaction as it was written down, with the process that made it. */
export interface WrittenTransaction extends TransactionDraft {
  readonly id: string;
  readonly time: number;
  readonly owner: ProcessIdentity;
}

function toVersionForm(version: Version | null): VersionForm | null {
  if (version === null) return null;
  const { content, mode, type } = version;
  return { type, mode, size: content.size, sha256: content.sha256, isKept: content.isKept };
}

/** Writes a transaction of this process down. */
export function formatRecord(draft: TransactionDraft, id: string): Uint8Array {
  const changes = draft.changes.map((change) => ({
    ...change,
    before: toVersionForm(change.before),
    after: toVersionForm(change.after),
  }));
  const form: RecordForm = { ...draft, format: FORMAT, id, time: Date.now(), owner: identifyThisProcess(), changes };
  return Buffer.from(`${JSON.stringify(form)}\n`);
}

function isRecord(value: unknown): value is RecordForm {
  return isRecordForm(value) && (value as RecordForm).format === FORMAT;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a transaction; its contents are loaded from the store when they are needed. */
export function parseRecord(text: string, blobs: BlobStore): WrittenTransaction | undefined {
  const record = parseJson(text);
  if (!isRecord(record)) return undefined;
  const toVersion = (form: VersionForm | null): Version | null => {
    if (form === null) return null;
    const { isKept, mode, sha256, size, type } = form;
    const isThere = isKept && sha256 !== null;
    return { type, mode, content: isThere ? blobs.handleOf(sha256, size) : createLostContent(size, sha256) };
  };
  const changes = record.changes.map((change) => ({
    ...change,
    before: toVersion(change.before),
    after: toVersion(change.after),
  }));
  return { ...record, changes };
}
