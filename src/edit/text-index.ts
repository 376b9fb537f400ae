// Where the short pieces of a text stand, so that many texts can be sought in it at the cost of a few passes. Pure.

import type { SourceText } from "../text/source-text.js";
import type { Steps } from "../text/steps.js";

/** Tells where a text can occur in the one that was indexed. */
export interface TextIndex {
  /**
   * Answers offsets, ascending, that every occurrence is among; `null` when the text is too short, or when there are so
   * many that searching through the text takes less.
   */
  placesOf(text: string): Int32Array | null;
}

/** Characters that could be searched in the time that looking at one place takes. */
export const PLACE_COST = 256;

const PIECE_LENGTH = 6;

// Pieces are kept that begin at a multiple of this; a text that is sought has one of them at each remainder.
const STEP = 2;

// Pieces of a sought text that are looked at for the rarest.
const MAX_TRIED = 512;

const MAX_BUCKET_BITS = 20;

const CHARACTERS_PER_STEP = 65_536;

interface Buckets {
  readonly bits: number;
  /** Where each bucket begins in `offsets`; one entry more for the end of the last. */
  readonly starts: Int32Array;
  /** Offsets of pieces, ascending in each bucket. */
  readonly offsets: Int32Array;
}

/** Indexes a text; costs two slow passes, and two bytes for each character. */
export function* createTextIndex(text: SourceText): Steps<TextIndex> {
  const buckets = yield* fillBuckets(text);
  const maxPlaces = text.length / PLACE_COST;
  return {
    placesOf: (sought) => {
      if (sought.length < PIECE_LENGTH + STEP - 1) return null;
      const rarest = Array.from({ length: STEP }, (_, remainder) => findRarest(buckets, sought, remainder));
      const count = rarest.reduce((sum, piece) => sum + piece.end - piece.start, 0);
      return count > maxPlaces ? null : listPlaces(buckets, rarest);
    },
  };
}

function* fillBuckets(text: SourceText): Steps<Buckets> {
  const bits = Math.min(MAX_BUCKET_BITS, 32 - Math.clz32(text.length));
  const starts = new Int32Array(2 ** bits + 1);
  const last = Math.floor((text.length - PIECE_LENGTH) / STEP) * STEP;
  for (let offset = last; offset >= 0; offset -= STEP) {
    if (offset % CHARACTERS_PER_STEP === 0) yield;
    const bucket = bucketOf(text, offset, bits);
    starts[bucket] = (starts[bucket] ?? 0) + 1;
  }
  for (let bucket = 1; bucket < starts.length; bucket += 1) {
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0);
  }
  const offsets = new Int32Array(starts.at(-1) ?? 0);
  // From the end, so that what is behind the last of a bucket becomes its first.
  for (let offset = last; offset >= 0; offset -= STEP) {
    if (offset % CHARACTERS_PER_STEP === 0) yield;
    const bucket = bucketOf(text, offset, bits);
    const place = (starts[bucket] ?? 0) - 1;
    starts[bucket] = place;
    offsets[place] = offset;
  }
  return { bits, starts, offsets };
}

// Multiplies by an odd number near 2^32 divided by the golden ratio, which spreads pieces that differ little.
function bucketOf(text: SourceText, offset: number, bits: number): number {
  let hash = 0;
  for (let index = offset; index < offset + PIECE_LENGTH; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x9e3779b1);
  }
  return hash >>> (32 - bits);
}

/** Says where a piece of a sought text begins in it, and which entries of `offsets` may be that piece. */
interface Piece {
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

function findRarest({ bits, starts }: Buckets, sought: string, remainder: number): Piece {
  const last = Math.min(sought.length - PIECE_LENGTH, MAX_TRIED);
  let rarest: Piece = { at: 0, start: 0, end: Number.POSITIVE_INFINITY };
  for (let at = remainder; at <= last && rarest.end > rarest.start; at += STEP) {
    const bucket = bucketOf(sought, at, bits);
    const start = starts[bucket] ?? 0;
    const end = starts[bucket + 1] ?? start;
    if (end - start < rarest.end - rarest.start) rarest = { at, start, end };
  }
  return rarest;
}

function listPlaces({ offsets }: Buckets, pieces: readonly Piece[]): Int32Array {
  const places = pieces.flatMap(({ at, start, end }) =>
    Array.from(offsets.subarray(start, end), (found) => found - at),
  );
  return Int32Array.from(places.filter((place) => place >= 0)).sort();
}
