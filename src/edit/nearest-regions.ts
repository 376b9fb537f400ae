// Where a text that was not found most likely stood: a guess for an answer, never for a change. The cost is bounded.

import type { EditDocument } from "./edit-document.js";
import type { LineRange } from "./line-index.js";

const MAX_REGIONS = 3;

// Lines, and words, of the text that are searched for, and places looked at for each.
const MAX_PROBES = 8;
const MAX_PLACES = 50;

// Distances at which the first line is looked for.
const NEARBY = [0, -1, 1, -2, 2];

const MIN_PROBE_LENGTH = 3;

/** Finds up to three regions as long as the text, the likeliest first. */
export function findNearestRegions(document: EditDocument, oldText: string): readonly LineRange[] {
  const oldLines = oldText.replace(/\n$/, "").split("\n");
  const votes: Votes = new Map();
  const lineProbes = longestProbes(oldLines, (line) => [line.trim()]);
  vote(document, lineProbes, votes);
  const most = lineProbes.reduce((sum, probe) => sum + probe.text.length, 0);
  const best = Math.max(0, ...votes.values());
  if (best * 2 < most)
    vote(
      document,
      longestProbes(oldLines, (line) => line.match(/[\p{Letter}\p{Number}_$]+/gu) ?? []),
      votes,
    );
  const starts = topStarts(votes);
  const floor = (votes.get(starts[0] ?? 0) ?? 0) / 2;
  const likely = starts.filter((start) => (votes.get(start) ?? 0) >= floor);
  const regions = likely
    .map((start) => findFirstLine(document, oldLines[0] ?? "", start))
    .map((start) => clampRange(document, start, oldLines.length));
  return regions.filter(({ start }, index) => regions.findIndex((region) => region.start === start) === index);
}

/** Counts what speaks for each first line; a first line may lie before the file. */
type Votes = Map<number, number>;

/** Holds a part of the text, and the 0-based line of the text that it is in. */
interface Probe {
  readonly text: string;
  readonly line: number;
}

function longestProbes(oldLines: readonly string[], partsOf: (line: string) => readonly string[]): readonly Probe[] {
  const known = new Map<string, Probe>();
  for (const [line, content] of oldLines.entries()) {
    for (const text of partsOf(content)) if (!known.has(text)) known.set(text, { text, line });
  }
  return [...known.values()]
    .filter((probe) => probe.text.length >= MIN_PROBE_LENGTH)
    .sort((left, right) => right.text.length - left.text.length)
    .slice(0, MAX_PROBES);
}

function vote(document: EditDocument, probes: readonly Probe[], votes: Votes): void {
  for (const { text, line } of probes) {
    const places = document.search.find(text, { limit: MAX_PLACES });
    const starts = new Set(places.map((offset) => document.lines.lineAt(offset) - line));
    // What occurs often says little about where the text stood; the first line is what a reader looks for.
    const weight = (text.length / starts.size) * (line === 0 ? 2 : 1);
    for (const start of starts) addVote(votes, start, weight);
  }
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

// Lines may be missing or added behind the first one, which is still where a reader would begin.
function findFirstLine({ lines }: EditDocument, firstLine: string, start: number): number {
  const isFirst = (line: number): boolean => line >= 0 && lines.contentOf(line).trim() === firstLine.trim();
  return NEARBY.map((distance) => start + distance).find(isFirst) ?? start;
}

function clampRange({ lines }: EditDocument, start: number, length: number): LineRange {
  const first = Math.min(Math.max(start, 0), Math.max(lines.count - 1, 0));
  return { start: first, end: Math.min(Math.max(start + length, first + 1), lines.count) };
}
