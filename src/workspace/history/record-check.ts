// Tells records from what is damaged or was tampered with, before anything acts on them. Pure: values in, answers out.

import { isAbsolute } from "node:path";

type Fields = Readonly<Record<string, unknown>>;

const VERSION_TYPES: readonly unknown[] = ["file", "dir", "other"];
const CONTEXT_FIELDS: readonly string[] = ["requestId", "route", "sessionId", "toolCallId"];
const MAX_MODE = 0o7777;
const SHA256 = /^[0-9a-f]{64}$/;

/** Tells whether a value has the form of a record in every field that is used. */
export function isRecordForm(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { changes, context, id, label, owner, reverts, time, tool } = value;
  return (
    [id, tool].every(isText) &&
    Number.isSafeInteger(time) &&
    isContext(context) &&
    isOwner(owner) &&
    isOptional(label, isText) &&
    isOptional(reverts, isListOf(isText)) &&
    isListOf(isChange)(changes)
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isOptional(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value);
}

function isListOf(is: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(is);
}

function isWithin(value: unknown, most: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;
}

function isOffset(value: unknown): boolean {
  return isWithin(value, Number.MAX_SAFE_INTEGER);
}

/** What else a context holds is not used, and no sign of damage. */
function isContext(value: unknown): boolean {
  return isFields(value) && CONTEXT_FIELDS.every((name) => isOptional(value[name], isText));
}

function isOwner(value: unknown): boolean {
  return isFields(value) && isWithin(value["processId"], Number.MAX_SAFE_INTEGER) && isText(value["startedAt"]);
}

function isChange(value: unknown): boolean {
  if (!isFields(value) || !isRooted(value)) return false;
  const { after, before, movedFrom, path, renamedFrom, temporaryName } = value;
  return (
    isText(path) &&
    isVersion(before) &&
    isVersion(after) &&
    isOptional(movedFrom, isText) &&
    isOptional(temporaryName, isText) &&
    isOptional(renamedFrom, isRooted)
  );
}

function isRooted(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { components, root } = value;
  const isBelow = Array.isArray(components) && components.length > 0 && components.every(isPathPart);
  return isBelow && typeof root === "string" && isAbsolute(root);
}

function isPathPart(part: unknown): boolean {
  return typeof part === "string" && /^(?!\.{1,2}$)[^/\\\0]+$/.test(part);
}

function isVersion(value: unknown): boolean {
  if (value === null) return true;
  if (!isFields(value)) return false;
  const { inlineAt, isKept, mode, sha256, size, type } = value;
  return (
    VERSION_TYPES.includes(type) &&
    isWithin(mode, MAX_MODE) &&
    isWithin(size, Number.MAX_SAFE_INTEGER) &&
    (sha256 === null || (typeof sha256 === "string" && SHA256.test(sha256))) &&
    typeof isKept === "boolean" &&
    isOptional(inlineAt, isOffset)
  );
}
