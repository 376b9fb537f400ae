// Searches and lists files by ripgrep. What it prints is places, never text: the caller reads lines through its own gate.

import { decodeName } from "../../text/name-bytes.js";
import { planLineArguments, planListingArguments, planSearchArguments } from "./ripgrep-arguments.js";
import { resolveRipgrepEnd, withoutDot } from "./ripgrep-end.js";
import { streamRipgrep } from "./ripgrep-process.js";
import { createRecordCutter, type RecordOptions, type RipgrepRecord } from "./ripgrep-records.js";
import type {
  RipgrepEnd,
  RipgrepHit,
  RipgrepListing,
  RipgrepPlace,
  RipgrepScope,
  RipgrepSearch,
  RipgrepSkip,
  RipgrepTextSearch,
} from "./ripgrep-request.js";

export { resolveRipgrep } from "./ripgrep-binary.js";
export type {
  ContainedPattern,
  RipgrepEnd,
  RipgrepHit,
  RipgrepListing,
  RipgrepScope,
  RipgrepSearch,
  RipgrepSkip,
  RipgrepTrial,
} from "./ripgrep-request.js";
export { NO_END } from "./ripgrep-request.js";

/** Answers that are handed on at a time, so that nothing is read that nobody wants any more. */
const MAX_ANSWERS = 256;

/** Bytes of messages behind which a search is ended whose scope has files named: some 25, each of which costs 0.5 ms. */
const MAX_UNSEARCHED_BYTES: number = 8 * 1024;

/** Why a file whose search ended at a NUL byte is skipped. */
const BINARY_REASON = "binary behind its first part";

/** Column of a match behind the last character of its line, whose place ripgrep does not say. */
export const COLUMN_AT_LINE_END: number = Number.MAX_SAFE_INTEGER;

interface ScopedRun<Answer> {
  readonly scope: RipgrepScope;
  readonly args: readonly string[];
  readonly recordEnd: RecordOptions["end"];
  /** Makes an answer of a path and the numbers behind it; `null` for what is none. */
  readonly answerOf: (path: string, numbers: readonly number[]) => Answer | null;
  /** What is searched in place of files. */
  readonly input?: AsyncIterable<Uint8Array> | undefined;
}

/** Decodes the path of a record, once for all the records of a file. */
function createNaming(): (record: RipgrepRecord) => string {
  let lastBytes: Buffer = Buffer.alloc(0);
  let lastPath = "";
  return ({ path }) => {
    if (path.equals(lastBytes)) return lastPath;
    lastBytes = path;
    lastPath = withoutDot(decodeName(path));
    return lastPath;
  };
}

function startRun({
  scope,
  args,
  input,
}: Pick<ScopedRun<never>, "scope" | "args" | "input">): ReturnType<typeof streamRipgrep> {
  const { program, cwd, timeoutMs, trial, signal, unsearchedGlobs } = scope;
  const maxMessageBytes = unsearchedGlobs === undefined ? undefined : MAX_UNSEARCHED_BYTES;
  return streamRipgrep({ program, args, cwd, timeoutMs, trial, signal, input, maxMessageBytes });
}

async function* runScoped<Answer>(run: ScopedRun<Answer>): AsyncGenerator<readonly Answer[], RipgrepEnd, void> {
  const { signal } = run.scope;
  const skipped: RipgrepSkip[] = [];
  const nameOf = createNaming();
  const onBinary = (path: Buffer): void => {
    skipped.push({ path: withoutDot(decodeName(path)), reason: BINARY_REASON });
  };
  const cutter = createRecordCutter({ end: run.recordEnd, onBinary });
  const output = startRun(run);
  try {
    for (let next = await output.next(); ; next = await output.next()) {
      if (next.done) {
        cutter.finish();
        return resolveRipgrepEnd(next.value, skipped);
      }
      let answers: Answer[] = [];
      for (const record of cutter.cut(next.value)) {
        const answer = run.answerOf(nameOf(record), record.numbers);
        if (answer !== null) answers.push(answer);
        if (answers.length < MAX_ANSWERS) continue;
        yield answers;
        signal?.throwIfAborted();
        answers = [];
      }
      yield answers;
      signal?.throwIfAborted();
    }
  } finally {
    await output.return({ exitCode: null, isTimedOut: false, stderr: "", isStderrCut: false });
  }
}

/** ripgrep leaves the column out for an empty match at the end of a file that ends without a line feed. */
function planHit(path: string, numbers: readonly number[]): RipgrepHit | null {
  const line = numbers[0];
  const byteOffset = numbers.at(-1);
  if (line === undefined || byteOffset === undefined || numbers.length < 2) return null;
  const column = numbers.length < 3 ? COLUMN_AT_LINE_END : (numbers[1] ?? COLUMN_AT_LINE_END);
  return { path, line, column, byteOffset };
}

/**
 * Searches for lines that match, one hit a line; yields hits as they arrive, some at a time.
 * A file with a NUL byte is left: without a word if the byte comes close to the first match or before it, otherwise with
 * the hits in front of it, and named as skipped.
 * NOT guaranteed: that a hit still stands where it was found; files may change meanwhile.
 * @throws {FsError} invalid_pattern – when ripgrep cannot use the pattern; the reason is in its own words
 * @throws {FsError} io_error – when the program cannot be started or is stopped from outside
 */
export async function* searchWithRipgrep(
  search: RipgrepSearch,
): AsyncGenerator<readonly RipgrepHit[], RipgrepEnd, void> {
  const args = planSearchArguments(search);
  return yield* runScoped({ scope: search, args, recordEnd: "line", answerOf: planHit });
}

/**
 * Searches a text in the same way: for the first lines that match, each named as if in a file without a name.
 * @throws {FsError} as {@link searchWithRipgrep} does
 */
export async function* findLinesByRipgrep(
  search: RipgrepTextSearch & { readonly maxLines: number },
): AsyncGenerator<readonly RipgrepPlace[], RipgrepEnd, void> {
  const args = planLineArguments(search, search.maxLines);
  return yield* runScoped({ scope: search, args, recordEnd: "line", answerOf: planHit, input: search.text() });
}

/**
 * Lists files as they arrive, some at a time: all that the scope lets through, or those that contain a pattern.
 * The latter is the way to search across lines: scan each file that is answered.
 * @throws {FsError} invalid_pattern – when ripgrep cannot use the pattern
 * @throws {FsError} io_error – when the program cannot be started or is stopped from outside
 */
export async function* listWithRipgrep(listing: RipgrepListing): AsyncGenerator<readonly string[], RipgrepEnd, void> {
  const args = planListingArguments(listing);
  return yield* runScoped({ scope: listing, args, recordEnd: "nul", answerOf: (path) => path });
}
