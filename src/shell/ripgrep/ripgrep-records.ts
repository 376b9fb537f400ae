// Cuts the output of ripgrep into records. Paths are bytes: they may hold line feeds, colons, and no valid UTF-8.

/** Holds one record: the bytes of a path, and the numbers that are printed behind it. */
export interface RipgrepRecord {
  readonly path: Buffer;
  /** Numbers that each end with a colon: line, column if there is one, and byte offset; none in a listing. */
  readonly numbers: readonly number[];
}

/** Cuts chunks into records, keeping what a chunk leaves incomplete. */
export interface RecordCutter {
  cut(chunk: Buffer): Iterable<RipgrepRecord>;
  /** Reads the notes behind the last record, once the output has ended. */
  finish(): void;
}

/** Says how records end, and who is told of files that turned out to be binary. */
export interface RecordOptions {
  /** `nul`: a path and nothing else. `line`: a path, NUL, and the rest of a line. */
  readonly end: "nul" | "line";
  /** Told the path of a file whose search ended at a NUL byte behind a match. */
  readonly onBinary?: ((path: Buffer) => void) | undefined;
}

interface RecordAt extends RipgrepRecord {
  /** 0-based index behind the record. */
  readonly next: number;
}

const NUL = 0;
const LINE_FEED = 10;
const COLON = 58;
const ZERO = 48;

/** What ripgrep says about a binary file stands on a line of its own, in front of the next path. */
const NOTE =
  /^([\s\S]*?): (?:WARNING: stopped searching binary file after match|binary file matches) \(found "\\0" byte around offset \d+\)\r?\n/;

function stripNotes(path: Buffer, onBinary: RecordOptions["onBinary"]): Buffer {
  let rest = path;
  while (rest.includes(LINE_FEED)) {
    const note = NOTE.exec(rest.toString("latin1"));
    if (note === null) break;
    onBinary?.(rest.subarray(0, note[1]?.length));
    rest = rest.subarray(note[0].length);
  }
  return rest;
}

/** Reads digits byte by byte: an expression over text would cost more than the search. */
function readNumbers(buffer: Buffer, start: number): readonly number[] {
  const numbers: number[] = [];
  let number = 0;
  for (let index = start; index < buffer.length && numbers.length < 3; index += 1) {
    const byte = buffer[index] ?? LINE_FEED;
    const digit = byte - ZERO;
    if (byte === COLON) {
      numbers.push(number);
      number = 0;
    } else if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
    } else {
      break;
    }
  }
  return numbers;
}

function recordAt(buffer: Buffer, start: number, options: RecordOptions): RecordAt | null {
  const nul = buffer.indexOf(NUL, start);
  if (nul < 0) return null;
  if (options.end === "nul") return { path: buffer.subarray(start, nul), numbers: [], next: nul + 1 };
  const lineFeed = buffer.indexOf(LINE_FEED, nul + 1);
  if (lineFeed < 0) return null;
  const path = stripNotes(buffer.subarray(start, nul), options.onBinary);
  return { path, numbers: readNumbers(buffer, nul + 1), next: lineFeed + 1 };
}

/** Creates a cutter for the output of one run. */
export function createRecordCutter(options: RecordOptions): RecordCutter {
  let incomplete: Buffer = Buffer.alloc(0);
  return {
    *cut(chunk) {
      const buffer = incomplete.length === 0 ? chunk : Buffer.concat([incomplete, chunk]);
      let start = 0;
      for (let record = recordAt(buffer, 0, options); record !== null; record = recordAt(buffer, start, options)) {
        start = record.next;
        yield record;
      }
      incomplete = buffer.subarray(start);
    },
    finish() {
      stripNotes(incomplete, options.onBinary);
    },
  };
}
