// Corrects the slips that models make in arguments, led by the JSON Schema of the input. Never throws, never guesses
// at content: what is still wrong afterwards, names that nobody knows among it, is judged by the schema.

import { parseLenientJson } from "../../text/bounded-json.js";
import { countEdits } from "../../text/similar-names.js";
import {
  type ArgumentReading,
  NEUTRAL_NAMES,
  type NeutralNames,
  OTHER_NAMES,
  type OtherNames,
} from "./argument-names.js";
import type { JsonSchemaNode } from "./json-schema.js";

/** A value with named fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Tells whether a value has named fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Brings a value as near to its schema as the intent is plain; anything else is handed back unchanged. */
export function coerceInput(value: unknown, schema: JsonSchemaNode): unknown {
  switch (schema.type) {
    case "integer":
      return coerceInteger(value);
    case "boolean":
      return coerceBoolean(value);
    case "string":
      return typeof value === "number" ? String(value) : value;
    case "array":
      return coerceArray(value).map((item) => coerceInput(item, schema.items ?? {}));
    case "object":
      return coerceObject(value, schema);
    default:
      return value;
  }
}

/** Answers a list: as given, parsed from JSON text, or with the one value in it. */
export function coerceArray(value: unknown): readonly unknown[] {
  const parsed = typeof value === "string" ? (parseLenientJson(value) ?? value) : value;
  return Array.isArray(parsed) ? parsed : [parsed];
}

function coerceObject(value: unknown, schema: JsonSchemaNode): unknown {
  const given = typeof value === "string" ? parseLenientJson(value) : value;
  if (!isFields(given)) return value;
  const { properties = {}, required = [] } = schema;
  const entries = Object.entries(nameFields(given, schema)).flatMap(([name, field]) => {
    const node = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (node === undefined) return [[name, field] as const];
    const mayBeEmpty = required.includes(name) || node.minLength === 0;
    return isUnsaid(name, field, mayBeEmpty) ? [] : [[name, coerceInput(field, node)] as const];
  });
  return Object.fromEntries(entries);
}

/** Tells whether a value that models fill in by habit says nothing: an empty text, a page of no size, no time of its own. */
function isUnsaid(name: string, value: unknown, mayBeEmpty: boolean): boolean {
  if (mayBeEmpty) return false;
  return value === "" || (["limit", "timeoutMs"].includes(name) && coerceInteger(value) === 0);
}

/**
 * Answers fields under the names of a schema, and under those that the tool takes besides. A field that is `null` is left
 * out, and so is one that asks for nothing. One that nobody knows, or that contradicts another, stays as it is.
 */
export function nameFields(given: Fields, schema: JsonSchemaNode, besides: readonly string[] = []): Fields {
  const properties = schema.properties ?? {};
  const isKnown = (name: string): boolean => Object.hasOwn(properties, name) || besides.includes(name);
  if (Object.keys(given).every((name) => Object.hasOwn(properties, name) && given[name] != null)) return given;
  const entries = unfoldGroups(Object.entries(given)).filter(([, value]) => value !== null && value !== undefined);
  const named = new Map(entries.filter(([name]) => isKnown(name)));
  const known = [...Object.keys(properties), ...besides];
  for (const [name, value] of entries.filter(([given]) => !isKnown(given))) {
    const read = readOtherName(name, value, known);
    if (read === null && isNeutral(name, value, known)) continue;
    if (read === null) named.set(name, value);
    else if (read.value !== undefined && !addField(named, read, properties[read.field])) named.set(name, value);
  }
  return Object.fromEntries(named);
}

type Entry = readonly [name: string, value: unknown];

function unfoldGroups(entries: readonly Entry[]): readonly Entry[] {
  if (!entries.some(([, value]) => isFields(value))) return entries;
  return entries.flatMap(([name, value]) => {
    const isGroup = isFields(value) && findRows(name).some(({ reads }) => reads === "group");
    return isGroup ? Object.entries(value) : [[name, value] as const];
  });
}

interface ReadField {
  readonly field: string;
  readonly value: unknown;
  readonly reads?: ArgumentReading | undefined;
}

/** Globs that say nothing beside files to leave out. */
const EVERYTHING: ReadonlySet<unknown> = new Set(["**", "**/*"]);

/** Adds a field; answers `false` where it contradicts the one that is there. */
function addField(named: Map<string, unknown>, { field, value, reads }: ReadField, node: JsonSchemaNode = {}): boolean {
  const before = named.get(field);
  if (before === undefined || before === "") {
    named.set(field, value);
    return true;
  }
  const [one, other] = [coerceInput(before, node), coerceInput(value, node)];
  if (reads === "most" && typeof one === "number" && typeof other === "number") {
    named.set(field, Math.max(one, other));
    return true;
  }
  if (reads === "not-glob" && EVERYTHING.has(one)) {
    named.set(field, value);
    return true;
  }
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Characters of a name that are looked at. Source: longer than any other name that is known. */
const MAX_COMPARED_CHARACTERS = 64;

/** The same few names come again and again, thousands of times in one call. */
const FOLDED_NAMES = new Map<string, string>();
const MAX_FOLDED_NAMES = 512;

function foldName(name: string): string {
  if (name.length > MAX_COMPARED_CHARACTERS) return name;
  const known = FOLDED_NAMES.get(name);
  if (known !== undefined) return known;
  const folded = /^-?[a-z]$/i.test(name) ? `-${name.slice(-1)}` : name.replace(/[\s_-]/g, "").toLowerCase();
  if (FOLDED_NAMES.size >= MAX_FOLDED_NAMES) FOLDED_NAMES.clear();
  FOLDED_NAMES.set(name, folded);
  return folded;
}

function indexNames<Row extends { readonly names: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const index = new Map<string, Row[]>();
  for (const row of rows) {
    for (const name of new Set(row.names.split(" ").map(foldName))) index.set(name, [...(index.get(name) ?? []), row]);
  }
  return index;
}

const ROWS: ReadonlyMap<string, readonly OtherNames[]> = /* @__PURE__ */ indexNames(OTHER_NAMES);
const NEUTRAL_ROWS: ReadonlyMap<string, readonly NeutralNames[]> = /* @__PURE__ */ indexNames(NEUTRAL_NAMES);

function findRows(name: string): readonly OtherNames[] {
  return ROWS.get(foldName(name)) ?? [];
}

/** Answers the field that a name stands for, its value `undefined` where it asks for nothing; `null` when it stands for none. */
function readOtherName(name: string, value: unknown, known: readonly string[]): ReadField | null {
  const folded = foldName(name);
  const own = known.find((one) => foldName(one) === folded);
  if (own !== undefined) return { field: own, value };
  const row = findRows(name).find(
    ({ field, reads }) => known.includes(field) && (reads !== "if-number" || typeof value === "number"),
  );
  if (row === undefined) return null;
  const { field, reads } = row;
  if (typeof reads !== "object") return { field, reads, value: reads === undefined ? value : READINGS[reads](value) };
  const word = String(value).trim().toLowerCase();
  if (word === "") return { field, value: undefined };
  return Object.hasOwn(reads, word) ? { field, value: reads[word] } : null;
}

/** Tells whether a name that stands for no field asks for nothing but what the tool does anyway. */
function isNeutral(name: string, value: unknown, known: readonly string[]): boolean {
  return findNeutralRows(name, known).some(
    ({ says }) => says === undefined || value === "" || says.includes(String(value).trim().toLowerCase()),
  );
}

function findNeutralRows(name: string, known: readonly string[]): readonly NeutralNames[] {
  const rows = NEUTRAL_ROWS.get(foldName(name)) ?? [];
  return rows.filter(({ beside }) => beside === undefined || beside.split(" ").some((field) => known.includes(field)));
}

/** Says why a field could not be read that {@link nameFields} left as it is. */
export function explainLeftField(
  name: string,
  [path, value]: readonly [string, string],
  { properties = {} }: JsonSchemaNode,
): string {
  const shown = `${path} is ${value}`;
  const known = Object.keys(properties);
  const row = findRows(name).find(({ field, reads }) => known.includes(field) && reads !== "if-number");
  if (typeof row?.reads === "object" && !Object.keys(row.reads).some((word) => value === JSON.stringify(word)))
    return `${shown}, wanted one of ${Object.keys(row.reads).join(", ")}`;
  if (row !== undefined) {
    const conflict = `${shown}, but "${row.field}" has another value; give only one of them`;
    return row.reads === "not-glob" ? `${conflict} (one that begins with ! takes all other files)` : conflict;
  }
  const [neutral] = findNeutralRows(name, known);
  if (neutral !== undefined)
    return [`${shown}, which this tool does not support`, neutral.instead ?? ""].filter(Boolean).join(". ");
  const offered = Object.keys(properties).filter((field) => properties[field]?.hidden !== true);
  const { field, distance } = findNearestName(name, known);
  if (distance <= SLIP) return `Unknown argument "${path}"; did you mean "${field}"?`;
  return `Unknown argument "${path}"; of the arguments ${offered.join(", ")} the nearest is "${field}"`;
}

/** The part of a name that a slip changes at most. */
const SLIP: number = 1 / 3;

interface NearName {
  readonly field: string;
  /** From 0, the same name, to 1. */
  readonly distance: number;
}

/** Answers the field whose name, or another name of it, is the nearest. */
function findNearestName(name: string, known: readonly string[]): NearName {
  const wanted = foldName(name).slice(0, MAX_COMPARED_CHARACTERS);
  const others = OTHER_NAMES.filter(({ field }) => known.includes(field)).flatMap(({ field, names }) =>
    names.split(" ").map((other) => ({ field, other })),
  );
  return [...known.map((field) => ({ field, other: field })), ...others]
    .map(({ field, other }) => ({ field, distance: nameDistance(wanted, foldName(other)) }))
    .reduce((best, candidate) => (candidate.distance < best.distance ? candidate : best));
}

/** The part of the longer name in which two differ; one in which the other is whole counts as a third. */
function nameDistance(one: string, two: string): number {
  const [short, long] = one.length < two.length ? [one, two] : [two, one];
  const distance = countEdits(one, two) / long.length;
  return short.length > 3 && long.includes(short) ? Math.min(distance, SLIP) : distance;
}

const READINGS: Readonly<Record<Extract<ArgumentReading, string>, (value: unknown) => unknown>> = {
  opposite: (value) => {
    const given = coerceBoolean(value);
    return typeof given === "boolean" ? !given : value;
  },
  only: (value) => {
    const items = coerceArray(value);
    return items.length === 1 ? items[0] : value;
  },
  "any-glob": readAnyGlob,
  "not-glob": (value) => {
    const glob = readAnyGlob(value);
    return typeof glob === "string" && glob !== "" ? `!${glob.replace(/^!/, "")}` : glob;
  },
  "from-end": (value) => scale(value, -1),
  "if-number": (value) => value,
  most: (value) => value,
  "unless-zero": (value) => (coerceInteger(value) === 0 ? undefined : value),
  seconds: (value) => scale(value, 1000),
  "milliseconds-or-seconds": (value) => {
    const time = coerceInteger(value);
    return typeof time === "number" && time > 0 && time < 100 ? time * 1000 : time;
  },
  group: (value) => value,
};

function readAnyGlob(value: unknown): unknown {
  const globs = coerceArray(value).flatMap((glob) =>
    typeof glob === "string" && !glob.includes("{") ? glob.split(",").map((part) => part.trim()) : [glob],
  );
  if (!globs.every((glob) => typeof glob === "string")) return value;
  return globs.length === 1 ? globs[0] : `{${globs.join(",")}}`;
}

/** Reads a list such as `*.ts,*.js` as any of its globs; other text stays as it is. */
export function readGlobList(value: unknown): unknown {
  return typeof value === "string" && /^\*[^,{}]*(?:,\s*\*[^,{}]*)+$/.test(value) ? readAnyGlob(value) : value;
}

function scale(value: unknown, factor: number): unknown {
  const number = coerceInteger(value);
  return typeof number === "number" ? number * factor : value;
}

function coerceInteger(value: unknown): unknown {
  return typeof value === "string" && /^\s*[+-]?\d{1,15}(\.0+)?\s*$/.test(value) ? Number(value) : value;
}

function coerceBoolean(value: unknown): unknown {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (word === "true") return true;
  return word === "false" ? false : value;
}
