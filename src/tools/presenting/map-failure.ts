// Shows a failure in other words: every text of it, the details included, goes through one function. Pure.

import { FsError, isFsError, type JsonValue } from "../../errors.js";

/** Answers a failure with other texts; anything else than an `FsError` stays as it is. */
export function mapFailure(error: unknown, show: (text: string) => string): unknown {
  if (!isFsError(error)) return error;
  const { kind, message, path, hint, status, details, cause } = error;
  return new FsError(kind, show(message), {
    path,
    status,
    cause,
    hint: hint === undefined ? undefined : show(hint),
    details: details === undefined ? undefined : showFields(details, show),
  });
}

function showFields(
  fields: Readonly<Record<string, JsonValue>>,
  show: (text: string) => string,
): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, showValue(value, show)]));
}

function showValue(value: JsonValue, show: (text: string) => string): JsonValue {
  if (typeof value === "string") return show(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => showValue(item, show));
  return typeof value === "object" && value !== null ? showFields(value as Record<string, JsonValue>, show) : value;
}
