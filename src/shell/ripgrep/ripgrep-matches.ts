// Reads what ripgrep says of matches as JSON: https://docs.rs/grep-printer, `JSON`. Their text is looked at for its lines only.

import type { RipgrepPlace } from "./ripgrep-request.js";

/** Text, or bytes in base64 where it is not valid UTF-8. */
interface JsonText {
  readonly text?: string;
  readonly bytes?: string;
}

interface JsonMatch {
  readonly type: string;
  readonly data: {
    readonly lines: JsonText;
    /** 1-based. */
    readonly line_number: number;
    /** 0-based position of the lines. */
    readonly absolute_offset: number;
    /** Positions in the lines, in bytes. */
    readonly submatches: readonly { readonly start: number }[];
  };
}

const LINE_FEED = 10;

/** Only these records tell of matches. */
const MATCH_START: Buffer = Buffer.from('{"type":"match"');

function bytesOf({ text, bytes = "" }: JsonText): Buffer {
  return text === undefined ? Buffer.from(bytes, "base64") : Buffer.from(text);
}

/** Answers where each match begins, the first of each line only; places move forward. */
function placesOf({ data }: JsonMatch): readonly RipgrepPlace[] {
  const lines = bytesOf(data.lines);
  const places: RipgrepPlace[] = [];
  let line = data.line_number;
  let lineStart = 0;
  for (const { start } of data.submatches) {
    for (let feed = lines.indexOf(LINE_FEED, lineStart); feed >= 0 && feed < start; ) {
      line += 1;
      lineStart = feed + 1;
      feed = lines.indexOf(LINE_FEED, lineStart);
    }
    if (places.at(-1)?.line === line) continue;
    places.push({ line, column: start - lineStart + 1, byteOffset: data.absolute_offset + lineStart });
  }
  return places;
}

/** Reads the records of one text, in their order. */
export interface MatchReader {
  /** Matches so far, several in a line among them. */
  readonly matches: number;
  read(record: Buffer): readonly RipgrepPlace[];
}

/** Creates the reader of one text. */
export function createMatchReader(): MatchReader {
  let lastLine = 0;
  let matches = 0;
  return {
    get matches() {
      return matches;
    },
    read(record) {
      if (!record.subarray(0, MATCH_START.length).equals(MATCH_START)) return [];
      const match = JSON.parse(record.toString("utf8")) as JsonMatch;
      matches += match.data.submatches.length;
      const places = placesOf(match).filter(({ line }) => line > lastLine);
      lastLine = places.at(-1)?.line ?? lastLine;
      return places;
    },
  };
}
