// The note that a tool result carries about the version of a file it showed or wrote, and how it is found again. Pure.

import { type KnownLines, type LineSpan, mergeSpans } from "./known-lines.js";
import { fieldOf, listOf, listToolOutputs } from "./tool-results.js";

const NAMESPACE = "aiFileTools";
const SHA256 = /^[0-9a-f]{64}$/;

/** Says that a conversation knows one version of a file. */
export interface FreshnessStamp {
  readonly path: string;
  /** sha256 of the whole content, in lower-case hex; `null` for a file too large to be hashed. */
  readonly version: string | null;
  /** The lines that were shown or written. */
  readonly lines: KnownLines;
  /** Where an answer that was not the whole file ended. */
  readonly page?: PageEnd | undefined;
}

/** The end of a window of a file, and the version that it was read from. */
export interface PageEnd {
  /** Names the version, as `HeldFile.mark` does. */
  readonly mark: string;
  /** `offset` of the call that goes on; `null` when the answer showed nothing. */
  readonly nextOffset: number | null;
  /** `byteOffset` of that call; `null` when it needs none. */
  readonly nextByteOffset: number | null;
}

/** One stamp as the SDK keeps it. */
export type FileStampOptions = {
  path: string;
  version?: string;
  lines?: number[][];
  page?: { mark: string; offset?: number; byteOffset?: number };
};

/** Stamps as the SDK keeps them beside a tool result: kept in messages, never sent to a model. */
export type StampOptions = {
  /** The stamp of the first file, and those of further ones. */
  aiFileTools: FileStampOptions & { more?: FileStampOptions[] };
};

/** Writes stamps in the form that the SDK keeps; `null` for none. */
export function toStampOptions([first, ...more]: readonly FreshnessStamp[]): StampOptions | null {
  if (first === undefined) return null;
  const further = more.length === 0 ? {} : { more: more.map(toFileOptions) };
  return { [NAMESPACE]: { ...toFileOptions(first), ...further } };
}

function toFileOptions({ path, version, lines, page }: FreshnessStamp): FileStampOptions {
  return {
    path,
    ...(version === null ? {} : { version }),
    ...(lines === "all" ? {} : { lines: lines.map(({ startLine, endLine }) => [startLine, endLine]) }),
    ...(page === undefined ? {} : { page: toPageOptions(page) }),
  };
}

function toPageOptions({ mark, nextOffset, nextByteOffset }: PageEnd): NonNullable<FileStampOptions["page"]> {
  return {
    mark,
    ...(nextOffset === null ? {} : { offset: nextOffset }),
    ...(nextByteOffset === null ? {} : { byteOffset: nextByteOffset }),
  };
}

/** Collects the stamps of the tool results in messages of the SDK; whatever has another form is passed over. */
export function collectStamps(messages: unknown): readonly FreshnessStamp[] {
  return listToolOutputs(messages).flatMap(readStamp);
}

/** Answers the stamps of one tool output; an empty list when it has none. */
export function readStamp(output: unknown): readonly FreshnessStamp[] {
  const first = fieldOf(fieldOf(output, "providerOptions"), NAMESPACE);
  return [first, ...listOf(fieldOf(first, "more"))].flatMap(parseStamp);
}

/** Joins what stamps say about one version: everything that one of them showed; `null` when none names the version. */
export function joinKnownLines(stamps: readonly FreshnessStamp[], version: string): KnownLines | null {
  const matching = stamps.filter((stamp) => stamp.version === version);
  if (matching.length === 0) return null;
  const spans: LineSpan[] = [];
  for (const { lines } of matching) {
    if (lines === "all") return "all";
    spans.push(...lines);
  }
  return mergeSpans(spans);
}

function parseStamp(value: unknown): readonly FreshnessStamp[] {
  const path = fieldOf(value, "path");
  const version = fieldOf(value, "version");
  const lines = fieldOf(value, "lines");
  const page = parsePage(fieldOf(value, "page"));
  const isHashed = typeof version === "string" && SHA256.test(version);
  if (typeof path !== "string" || !(isHashed || (version === undefined && page !== undefined))) return [];
  const known = lines === undefined ? "all" : listOf(lines).flatMap(parseSpan);
  return [{ path, version: isHashed ? version : null, lines: known, page }];
}

function parsePage(value: unknown): PageEnd | undefined {
  const mark = fieldOf(value, "mark");
  if (typeof mark !== "string") return undefined;
  return {
    mark,
    nextOffset: wholeNumberOf(fieldOf(value, "offset")),
    nextByteOffset: wholeNumberOf(fieldOf(value, "byteOffset")),
  };
}

function wholeNumberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

function parseSpan(value: unknown): readonly LineSpan[] {
  const [startLine, endLine] = listOf(value);
  if (!Number.isSafeInteger(startLine) || !Number.isSafeInteger(endLine)) return [];
  return [{ startLine: Number(startLine), endLine: Number(endLine) }];
}

/** Answers a path in one spelling of those that a model may use for it; letters stay as they are. */
export function comparablePath(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names.join("/");
}
