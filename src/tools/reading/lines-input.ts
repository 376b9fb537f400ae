// The ways in which models name a part of a file, made into offset and limit. No I/O.

import { FsError } from "../../errors.js";
import { parseLenientJson } from "../../text/bounded-json.js";
import { coerceInput, type Fields, isFields } from "../definition/coerce-input.js";
import { showValue } from "../definition/tool-schema.js";

/** What {@link normalizeLines} takes besides `offset` and `limit`. */
export const LINE_FIELDS: readonly string[] = ["startLine", "endLine", "lineRange"];

/** Makes first and last lines into offset and limit; a last line of -1 is that of the file. */
export function normalizeLines({ startLine, endLine, lineRange, ...fields }: Fields): Fields {
  if (startLine === undefined && endLine === undefined && lineRange === undefined) return fields;
  const range = readRange(lineRange);
  const first = agree("first line", [fields["offset"], startLine, range.first].map(toInteger));
  const last = agree("last line", [endLine, range.last].map(toInteger));
  const count = last === undefined || last === -1 ? undefined : countLines(first, last);
  return {
    ...fields,
    ...(first === undefined ? {} : { offset: first }),
    ...limitTo([fields["limit"], range.count, count].map(toInteger)),
  };
}

function toInteger(value: unknown): unknown {
  return coerceInput(value, { type: "integer" });
}

/** Both `limit` and a last line say where to end at the latest. */
function limitTo(limits: readonly unknown[]): { readonly limit?: unknown } {
  const given = limits.filter((limit) => limit !== undefined);
  if (given.length === 0) return {};
  const numbers = given.filter((limit) => typeof limit === "number");
  return {
    limit: numbers.length === given.length ? Math.min(...numbers) : given.find((one) => typeof one !== "number"),
  };
}

function agree(what: string, values: readonly unknown[]): unknown {
  const given = values.filter((value) => value !== undefined);
  if (given.every((value) => value === given[0])) return given[0];
  throw createLinesError(`the ${what} is given as ${given.map(showValue).join(" and as ")}`);
}

function countLines(first: unknown, last: unknown): unknown {
  const start = first === undefined || first === 0 ? 1 : first;
  if (typeof start !== "number" || typeof last !== "number") return last;
  if (last < start || Math.sign(last) !== Math.sign(start)) {
    throw createLinesError(`no lines lie between a first line ${start} and a last line ${last}`);
  }
  return last - start + 1;
}

interface LineRange {
  readonly first?: unknown;
  readonly last?: unknown;
  readonly count?: unknown;
}

/** Reads `[10, 20]`, `"10-20"`, `"10:20"`, `{ start: 10, end: 20 }`, or a number of lines. */
function readRange(value: unknown): LineRange {
  if (value === undefined) return {};
  const text = typeof value === "string" ? /^\s*L?(\d+)\s*[-:,]\s*L?(-?\d+)\s*$/i.exec(value) : null;
  const given = text === null ? parseText(value) : text.slice(1);
  if (typeof given === "number") return { count: given };
  const [first, last, ...more] = Array.isArray(given) ? given : readEnds(given);
  if (first !== undefined && more.length === 0) return { first, last };
  throw createLinesError(`the range of lines is ${showValue(value)}, wanted [first, last]`);
}

function parseText(value: unknown): unknown {
  return typeof value === "string" ? parseLenientJson(value) : value;
}

function readEnds(value: unknown): readonly unknown[] {
  return isFields(value) ? [value["start"] ?? value["first"], value["end"] ?? value["last"]] : [];
}

function createLinesError(message: string): FsError {
  return new FsError("parse_error", message, {
    hint: "Nothing was done. Call the tool again with offset, the first line, and limit, the number of lines.",
  });
}
