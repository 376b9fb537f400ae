// Reads what ripgrep writes to stderr: files that it could not search, and why a pattern cannot be used.

import type { RipgrepSkip } from "./ripgrep-request.js";

/** Holds what a run complained about. */
export interface RipgrepMessages {
  readonly skipped: readonly RipgrepSkip[];
  /** Why nothing could be searched, in ripgrep's words without its name; `null` if only files were skipped. */
  readonly failure: string | null;
}

const SYSTEM_ERROR = /^rg: (?:\.\/)?(.*?)(?:: IO error for operation on .*)?: ([^:]*) \(os error \d+\)$/;
const REMARK = /^rg: No files were searched/;

function parseSkip(line: string): RipgrepSkip | null {
  const match = SYSTEM_ERROR.exec(line);
  return match && { path: match[1] === "" ? "." : (match[1] ?? "."), reason: match[2] ?? "" };
}

function findFailure(lines: readonly string[]): string | null {
  const first = lines.findIndex((line) => line.startsWith("rg: ") && parseSkip(line) === null && !REMARK.test(line));
  if (first < 0) return null;
  const cause = lines.slice(first).find((line) => line.startsWith("error: "));
  return cause?.slice("error: ".length) ?? lines[first]?.slice("rg: ".length) ?? null;
}

/** Parses the messages of one run; paths are as ripgrep was given them, relative to its directory. */
export function parseRipgrepMessages(stderr: string): RipgrepMessages {
  const lines = stderr.split(/\r?\n/);
  return { skipped: lines.map(parseSkip).filter((skip) => skip !== null), failure: findFailure(lines) };
}
