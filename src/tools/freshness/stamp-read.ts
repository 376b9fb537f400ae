// Which version and which lines of a file an answer of the read tool shows. Pure.

import type { ReadOutput, ReadTextOutput } from "../reading/read-output.js";
import type { FreshnessStamp, PageEnd } from "./freshness-stamp.js";
import type { KnownLines } from "./known-lines.js";

/** Answers the stamp of a read; `null` for an image and the like. A line that is cut counts as shown. */
export function stampRead(output: ReadOutput): FreshnessStamp | null {
  if ("base64" in output || "unchanged" in output) return null;
  const { path, sha256 = null } = output;
  if ("binary" in output) return sha256 === null ? null : { path, version: sha256, lines: "all" };
  const page = pageEnd(output);
  return sha256 === null && page === undefined ? null : { path, version: sha256, lines: shownLines(output), page };
}

function pageEnd({ mark, nextOffset, nextByteOffset }: ReadTextOutput): PageEnd | undefined {
  if (mark === undefined) return undefined;
  return { mark, nextOffset: nextOffset ?? null, nextByteOffset: nextByteOffset ?? null };
}

function shownLines(output: ReadTextOutput): KnownLines {
  const { startLine, endLine, startByteOffset, truncated, notebook, sourceLines = [] } = output;
  if (notebook === "cells") return sourceLines;
  const isWhole = startLine === 1 && startByteOffset === undefined && !truncated;
  return isWhole ? "all" : [{ startLine, endLine }];
}
