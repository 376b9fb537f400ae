// Which version and which lines of a file an answer of the read tool shows. Pure.

import type { FreshnessStamp } from "./freshness-stamp.js";
import type { KnownLines } from "./known-lines.js";
import type { ReadOutput, ReadTextOutput } from "./read-output.js";

/** Answers the stamp of a read; `null` for an answer without the hash of the file. A line that is cut counts as shown. */
export function stampRead(output: ReadOutput): FreshnessStamp | null {
  if ("mediaType" in output || output.sha256 === undefined) return null;
  const lines = "binary" in output ? "all" : shownLines(output);
  return { path: output.path, version: output.sha256, lines };
}

function shownLines({ startLine, endLine, startByteOffset, truncated }: ReadTextOutput): KnownLines {
  const isWhole = startLine === 1 && startByteOffset === undefined && !truncated;
  return isWhole ? "all" : [{ startLine, endLine }];
}
