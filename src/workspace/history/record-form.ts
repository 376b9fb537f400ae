// Transactions as JSON and back. What is read may be damaged: anything that is no record is left out.

import type { ProcessIdentity } from "../directories/state-directory.js";
import type { InlineContents } from "./inline-contents.js";
import { isRecordForm } from "./record-check.js";
import {
  type ContentHandle,
  createLostContent,
  type TrackedChange,
  type TransactionDraft,
  type Version,
} from "./transaction.js";

const FORMAT = 1;

interface VersionForm {
  readonly type: Version["type"];
  readonly mode: number;
  readonly size: number;
  readonly sha256: string | null;
  readonly isKept: boolean;
  /** Where the content begins behind the first line of the record; absent for one that is kept elsewhere. */
  readonly inlineAt?: number | undefined;
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

/** Names a record, and who makes it. */
export interface RecordIdentity {
  readonly id: string;
  readonly owner: ProcessIdentity;
}

/** Where a record says that a content is. */
export interface ContentPlace {
  readonly sha256: string;
  readonly size: number;
  /** Byte behind the first line of the record; `undefined`: not in the record. */
  readonly inlineAt: number | undefined;
}

function toVersionForm(version: Version | null, inline: InlineContents): VersionForm | null {
  if (version === null) return null;
  const { content, mode, type } = version;
  const { isKept, sha256, size } = content;
  return { type, mode, size, sha256, isKept, inlineAt: inline.offsetOf(content) };
}

/** Writes a transaction down: one line, and behind it the contents that stand in the record. */
export function formatRecord(
  draft: TransactionDraft,
  inline: InlineContents,
  identity: RecordIdentity,
): readonly Uint8Array[] {
  const changes = draft.changes.map((change) => ({
    ...change,
    before: toVersionForm(change.before, inline),
    after: toVersionForm(change.after, inline),
  }));
  const form: RecordForm = { ...draft, ...identity, format: FORMAT, time: Date.now(), changes };
  return [Buffer.from(`${JSON.stringify(form)}\n`), ...inline.parts];
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

/** Reads the first line of a record; contents are found by `locate`, and loaded when they are needed. */
export function parseRecord(
  line: string,
  locate: (place: ContentPlace) => ContentHandle,
): WrittenTransaction | undefined {
  const record = parseJson(line);
  if (!isRecord(record)) return undefined;
  const toVersion = (form: VersionForm | null): Version | null => {
    if (form === null) return null;
    const { inlineAt, isKept, mode, sha256, size, type } = form;
    const isThere = isKept && sha256 !== null;
    return { type, mode, content: isThere ? locate({ sha256, size, inlineAt }) : createLostContent(size, sha256) };
  };
  const changes = record.changes.map((change) => ({
    ...change,
    before: toVersion(change.before),
    after: toVersion(change.after),
  }));
  return { ...record, changes };
}
