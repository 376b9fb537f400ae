// Searches one text that is handed to ripgrep as its input: a file that the boundary holds, by the rules of all the others.

import { FsError } from "../../errors.js";
import { planTextArguments } from "./ripgrep-arguments.js";
import { resolveRipgrepEnd } from "./ripgrep-end.js";
import { createMatchReader } from "./ripgrep-matches.js";
import { streamRipgrep } from "./ripgrep-process.js";
import { NO_END, type RipgrepEnd, type RipgrepPlace, type RipgrepTextSearch } from "./ripgrep-request.js";

const LINE_FEED = 10;

/** Bytes of what ripgrep says of matches that hang together at most; it repeats their lines. */
const MAX_RECORD_BYTES: number = 4 * 1024 * 1024;

/** Matches that are asked for at first for each place: most lines have few. */
const MATCHES_PER_PLACE = 4;

/** What was found in a text. */
export interface TextPlaces {
  /** Where the first match that begins in each line begins, in order. */
  readonly places: readonly RipgrepPlace[];
  /** The time was over before all of the text was searched. */
  readonly isTimedOut: boolean;
}

async function* runText(
  search: RipgrepTextSearch,
  maxMatches = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer, RipgrepEnd, void> {
  const { program, cwd, timeoutMs, signal, text } = search;
  const args = planTextArguments(search, maxMatches);
  const exit = yield* streamRipgrep({ program, args, cwd, timeoutMs, signal, input: text() });
  return resolveRipgrepEnd(exit, []);
}

/** Joins the pieces of each record, which ends with a line feed. */
async function* cutRecords(output: AsyncGenerator<Buffer, RipgrepEnd, void>): AsyncGenerator<Buffer, RipgrepEnd, void> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for (let next = await output.next(); ; next = await output.next()) {
      if (next.done === true) return next.value;
      let rest = next.value;
      for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
        yield Buffer.concat([...pieces, rest.subarray(0, end)]);
        [pieces, bytes] = [[], 0];
        rest = rest.subarray(end + 1);
      }
      pieces.push(rest);
      bytes += rest.length;
      if (bytes > MAX_RECORD_BYTES) {
        throw new FsError("file_too_large", `A match across lines has more than ${MAX_RECORD_BYTES} bytes`, {
          hint: "Search for less at a time.",
        });
      }
    }
  } finally {
    await output.return(NO_END);
  }
}

async function findSome(
  search: RipgrepTextSearch,
  maxMatches: number,
): Promise<TextPlaces & { readonly matches: number }> {
  const reader = createMatchReader();
  const records = cutRecords(runText({ ...search, multiline: true }, maxMatches));
  const places: RipgrepPlace[] = [];
  for (let next = await records.next(); ; next = await records.next()) {
    if (next.done === true) return { places, matches: reader.matches, isTimedOut: next.value.isTimedOut };
    for (const place of reader.read(next.value)) places.push(place);
  }
}

/**
 * Searches across the lines of a text, for a number of lines in which a match begins at most.
 * @throws {FsError} invalid_pattern – when ripgrep cannot use the pattern
 * @throws {FsError} file_too_large – when what ripgrep says of matches that hang together has more than 4 MiB
 * @throws {FsError} io_error – when the program cannot be started or is stopped from outside
 */
export async function findPlacesByRipgrep(search: RipgrepTextSearch, maxPlaces: number): Promise<TextPlaces> {
  for (let maxMatches = maxPlaces * MATCHES_PER_PLACE; ; maxMatches *= MATCHES_PER_PLACE) {
    const { places, matches, isTimedOut } = await findSome(search, maxMatches);
    const isEnough = places.length >= maxPlaces || matches < maxMatches || isTimedOut;
    if (isEnough) return { places: places.slice(0, maxPlaces), isTimedOut };
  }
}

/**
 * Counts the lines of a text that have a match.
 * @throws {FsError} as {@link findPlacesByRipgrep} does
 */
export async function countLinesByRipgrep(
  search: Omit<RipgrepTextSearch, "multiline">,
): Promise<{ readonly lines: number; readonly isTimedOut: boolean }> {
  const output = runText({ ...search, multiline: false });
  let printed = "";
  for (let next = await output.next(); ; next = await output.next()) {
    if (next.done === true) return { lines: Number(printed), isTimedOut: next.value.isTimedOut };
    printed += next.value.toString("latin1");
  }
}
