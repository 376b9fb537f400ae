// Reads what ripgrep writes to stderr: files that it could not search, and why a pattern cannot be used.

import type { RipgrepSkip } from "./ripgrep-request.js";

/** Holds what a run complained about. */
export interface RipgrepMessages {
  readonly skipped: readonly RipgrepSkip[];
  /** Files that ripgrep was to read through a program that is not there; `null` if a name of one cannot be told. */
  readonly unsearched: readonly string[] | null;
  /** Why nothing could be searched, in ripgrep's words without its name; `null` if only files were skipped. */
  readonly failure: string | null;
}

const SYSTEM_ERROR = /^rg: (?:\.\/)?(.*?)(?:: IO error for operation on .*)?: ([^:]*) \(os error \d+\)$/;
const REMARK = /^rg: No files were searched/;

const NO_PROGRAM = ": preprocessor command could not start: ";

/** Names the file as it is, and once more as an argument in quotes, where special characters are escaped. */
const UNSEARCHED =
  /^rg: (.*): preprocessor command could not start: '"(?:[^"\\]|\\.)*" "(.*)"': [^:]*\(os error \d+\)$/;

function parseSkip(line: string): RipgrepSkip | null {
  const match = SYSTEM_ERROR.exec(line);
  return match && { path: match[1] === "" ? "." : (match[1] ?? "."), reason: match[2] ?? "" };
}

/** A name that is not what stands in quotes has line breaks or quotes in it, or is no UTF-8. */
function parseUnsearched(line: string): string | null {
  const [, path, quoted] = UNSEARCHED.exec(line) ?? [];
  return path !== undefined && path === quoted ? path : null;
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
  const others = lines.filter((line) => !line.includes(NO_PROGRAM));
  const named = lines.filter((line) => line.includes(NO_PROGRAM)).map(parseUnsearched);
  const unsearched = named.filter((path) => path !== null);
  const areAllTold = unsearched.length === named.length;
  return {
    skipped: others.map(parseSkip).filter((skip) => skip !== null),
    unsearched: areAllTold ? unsearched : null,
    // The rest of a name with a line break in it would be taken for a failure.
    failure: areAllTold ? findFailure(others) : null,
  };
}
