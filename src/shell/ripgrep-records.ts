// Cuts the output of ripgrep into records. Paths are bytes: they may hold line feeds, colons, and no valid UTF-8.

/** Holds one record: the bytes of a path, and of what is printed behind it. */
export interface RipgrepRecord {
  readonly path: Buffer;
  /** What stands between the NUL behind the path and the end of the line; empty in a listing. */
  readonly rest: string;
}

/** Cuts chunks into records, keeping what a chunk leaves incomplete. */
export interface RecordCutter {
  cut(chunk: Buffer): Iterable<RipgrepRecord>;
}

/** Says how records end. */
export interface RecordOptions {
  /** `nul`: a path and nothing else. `line`: a path, NUL, and the rest of a line. */
  readonly end: "nul" | "line";
}

const NUL = 0;
const LINE_FEED = 10;

/** What ripgrep says about a binary file stands on a line of its own, in front of the next path. */
const NOTE =
  /^[\s\S]*?: (?:WARNING: stopped searching binary file after match|binary file matches) \(found "\\0" byte around offset \d+\)\r?\n/;

function stripNotes(path: Buffer): Buffer {
  if (!path.includes(LINE_FEED)) return path;
  const note = NOTE.exec(path.toString("latin1"));
  return note === null ? path : stripNotes(path.subarray(note[0].length));
}

function recordAt(buffer: Buffer, start: number, options: RecordOptions): (RipgrepRecord & { next: number }) | null {
  const nul = buffer.indexOf(NUL, start);
  if (nul < 0) return null;
  const path = stripNotes(buffer.subarray(start, nul));
  if (options.end === "nul") return { path, rest: "", next: nul + 1 };
  const lineFeed = buffer.indexOf(LINE_FEED, nul + 1);
  if (lineFeed < 0) return null;
  return { path, rest: buffer.toString("latin1", nul + 1, lineFeed), next: lineFeed + 1 };
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
  };
}
