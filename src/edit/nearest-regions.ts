// Where a text that was not found most likely stood: a guess for an answer, never for a change. The cost is bounded.

import type { EditDocument } from "./edit-document.js";
import { findOccurrences } from "./find-occurrences.js";

/** Selects whole lines of a document: 0-based, `end` exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

const MAX_REGIONS = 3;

// Characters of a line, or of a word, beyond which it says no more about where it belongs.
const MAX_WEIGHT = 40;

// Words that are searched for when whole lines do not tell, and places looked at for each.
const MAX_WORDS = 8;
const MAX_WORD_PLACES = 50;

// Places in oldText that one repeated line may stand for.
const MAX_REPEATS = 4;

const WORDS = /[\p{Letter}\p{Number}_$]{3,}/gu;

/** Finds up to three regions as long as the text, the likeliest first. */
export function findNearestRegions(document: EditDocument, oldText: string): readonly LineRange[] {
  const oldLines = oldText.replace(/\n$/, "").split("\n");
  const votes: Votes = new Map();
  const most = voteByLines(document, oldLines, votes);
  const best = Math.max(0, ...topStarts(votes).map((start) => votes.get(start) ?? 0));
  if (best * 2 < most) voteByWords(document, oldLines, votes);
  const starts = topStarts(votes);
  const floor = (votes.get(starts[0] ?? 0) ?? 0) / 2;
  return starts
    .filter((start) => (votes.get(start) ?? 0) >= floor)
    .map((start) => clampRange(document, start, oldLines.length));
}

/** Counts what speaks for each first line; a first line may lie before the file. */
type Votes = Map<number, number>;

// Answers the votes that a region with every line would get.
function voteByLines({ lines }: EditDocument, oldLines: readonly string[], votes: Votes): number {
  const places = placesByText(oldLines);
  for (let line = 0; line < lines.count; line += 1) {
    const text = lines.contentOf(line).trim();
    for (const index of places.get(text) ?? []) addVote(votes, line - index, weightOf(text) * (index === 0 ? 2 : 1));
  }
  return oldLines.reduce((sum, line) => sum + weightOf(line.trim()), 0);
}

function placesByText(oldLines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of oldLines.entries()) {
    const text = line.trim();
    if (text === "") continue;
    const known = places.get(text);
    if (known === undefined) places.set(text, [index]);
    else if (known.length < MAX_REPEATS) known.push(index);
  }
  return places;
}

function weightOf(text: string): number {
  return Math.min(text.length, MAX_WEIGHT);
}

function voteByWords(document: EditDocument, oldLines: readonly string[], votes: Votes): void {
  for (const [word, index] of longestWords(oldLines)) {
    const places = findOccurrences(document.text, word, { limit: MAX_WORD_PLACES });
    const starts = new Set(places.map((offset) => document.lines.lineAt(offset) - index));
    for (const start of starts) addVote(votes, start, weightOf(word) / starts.size);
  }
}

function longestWords(oldLines: readonly string[]): readonly (readonly [word: string, line: number])[] {
  const words = new Map<string, number>();
  for (const [index, line] of oldLines.entries()) {
    for (const [word] of line.matchAll(WORDS)) if (!words.has(word)) words.set(word, index);
  }
  return [...words].sort(([left], [right]) => right.length - left.length).slice(0, MAX_WORDS);
}

function addVote(votes: Votes, start: number, weight: number): void {
  votes.set(start, (votes.get(start) ?? 0) + weight);
}

function topStarts(votes: Votes): readonly number[] {
  const top: (readonly [start: number, weight: number])[] = [];
  for (const entry of votes) {
    const place = top.findIndex(([, weight]) => entry[1] > weight);
    if (place === -1 && top.length === MAX_REGIONS) continue;
    top.splice(place === -1 ? top.length : place, 0, entry);
    if (top.length > MAX_REGIONS) top.pop();
  }
  return top.map(([start]) => start);
}

function clampRange({ lines }: EditDocument, start: number, length: number): LineRange {
  const first = Math.min(Math.max(start, 0), Math.max(lines.count - 1, 0));
  return { start: first, end: Math.min(Math.max(start + length, first + 1), lines.count) };
}
