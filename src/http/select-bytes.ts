// Which bytes of a file a request wants, and in which form. Headers and query in, a choice out; no I/O.

import { FsError } from "../errors.js";
import { HTTP_BYTES } from "../limits.js";
import { parseRange, planRange } from "./byte-range.js";
import { namesTag, parseTagList } from "./entity-tag.js";
import type { VersionRequest } from "./file-version.js";

/** The media type of bytes as they are. */
export const RAW_TYPE = "application/octet-stream";

/** The query of the route. */
export interface BytesQuery {
  readonly path: string;
  readonly offset?: number | undefined;
  readonly length?: number | undefined;
  readonly maxBytes?: number | undefined;
}

/** A choice of bytes. */
export interface BytesChoice {
  /** The bytes go out as they are, not in JSON. */
  readonly isRaw: boolean;
  readonly select: VersionRequest["select"];
}

function isWindow({ offset, length, maxBytes }: BytesQuery): boolean {
  return [offset, length, maxBytes].some((value) => value !== undefined);
}

function createWindowSelect(query: BytesQuery, jsonCap: number | null): VersionRequest["select"] {
  const {
    offset = 0,
    length = query.maxBytes ?? (jsonCap === null ? Infinity : HTTP_BYTES),
    maxBytes = length,
  } = query;
  const wanted = Math.min(length, maxBytes, jsonCap ?? Infinity);
  return ({ sizeBytes }) => {
    const start = Math.min(offset, sizeBytes);
    return { kind: "bytes", range: { start, end: Math.min(start + wanted, sizeBytes) }, isPart: false };
  };
}

function selectWhole({ sizeBytes }: { readonly sizeBytes: number }): ReturnType<VersionRequest["select"]> {
  return { kind: "bytes", range: { start: 0, end: sizeBytes }, isPart: false };
}

function createRangeSelect(
  requested: NonNullable<ReturnType<typeof parseRange>>,
  condition: string | null,
): VersionRequest["select"] {
  return (version) => {
    const isFor = condition === null || condition.trim() === `"${version.tag}"`;
    if (!isFor) return selectWhole(version);
    const range = planRange(requested, version.sizeBytes);
    return range === null ? { kind: "unsatisfiable" } : { kind: "bytes", range, isPart: true };
  };
}

function createSelect(query: BytesQuery, headers: Headers, jsonCap: number | null): VersionRequest["select"] {
  const requested = parseRange(headers.get("range"));
  if (requested === null) return createWindowSelect(query, jsonCap);
  if (!isWindow(query)) return createRangeSelect(requested, headers.get("if-range"));
  throw new FsError("parse_error", "a Range header and offset, length or maxBytes exclude one another", {
    hint: "Give only one of them.",
  });
}

/**
 * Reads what a request wants. A Range header, or an Accept header with {@link RAW_TYPE}, asks for the bytes as they are;
 * a range that is not understood, has several parts, or whose If-Range names another version is the whole file.
 * @throws {FsError} parse_error – when a range and a window are given, or If-None-Match is no list of tags
 */
export function chooseBytes(query: BytesQuery, headers: Headers, maxJsonBytes: number): BytesChoice {
  const isRaw = headers.has("range") || headers.get("accept")?.includes(RAW_TYPE) === true;
  const known = parseTagList("If-None-Match", headers.get("if-none-match"));
  const select = createSelect(query, headers, isRaw ? null : maxJsonBytes);
  return { isRaw, select: (version) => (namesTag(known, version.tag) ? { kind: "unchanged" } : select(version)) };
}
