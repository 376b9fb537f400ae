// Finds the real edits between two unpacked versions: blocks of changed lines, widened until their old text is unique.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { diffArrays } from "diff";
import { packageDirectory } from "./download.js";
import { languageOf } from "./language-of.js";
import type { PackagePair } from "./packages.js";
import { createRandom, type Random, shuffle } from "./random.js";
import type { NewLine, RealEdit } from "./real-edit.js";

const SIZE = { least: 400, most: 120_000 };
const MAX_OLD_LINES = 25;
const MAX_NEW_LINES = 40;
const MAX_CONTEXT = 5;
const MAX_EDITS_PER_FILE = 4;
const MAX_EDITS_PER_LANGUAGE = 45;

/** Collects the edits of packages that were downloaded; the same ones on every run with the same seed. */
export async function collectEdits(pairs: readonly PackagePair[], seed = ""): Promise<readonly RealEdit[]> {
  const found = await Promise.all(pairs.map((pair) => collectFromPair(pair, seed)));
  return found.flat();
}

async function collectFromPair(pair: PackagePair, seed: string): Promise<readonly RealEdit[]> {
  const root = packageDirectory(pair.name, pair.before);
  const random = createRandom(pair.name + seed);
  const paths = (await readdir(root, { recursive: true })).sort();
  const counts = new Map<string, number>();
  const edits: RealEdit[] = [];
  for (const path of shuffle(paths, random)) {
    const language = languageOf(path);
    if (language === null || (counts.get(language) ?? 0) >= MAX_EDITS_PER_LANGUAGE) continue;
    const fromFile = await collectFromFile(pair, path, random);
    counts.set(language, (counts.get(language) ?? 0) + fromFile.length);
    edits.push(...fromFile.map((edit) => ({ ...edit, language })));
  }
  return edits;
}

async function collectFromFile(pair: PackagePair, path: string, random: Random): Promise<readonly RealEdit[]> {
  const before = await readSource(join(packageDirectory(pair.name, pair.before), path));
  const after = await readSource(join(packageDirectory(pair.name, pair.after), path));
  if (before === null || after === null || before === after) return [];
  const oldLines = before.slice(0, -1).split("\n");
  const newLines = after.slice(0, -1).split("\n");
  const hunks = findHunks(oldLines, newLines);
  const edits = shuffle(hunks, random).map((hunk) => widenHunk(oldLines, hunk, random));
  return edits
    .filter((edit) => edit !== null)
    .slice(0, MAX_EDITS_PER_FILE)
    .map((edit) => ({ ...edit, id: `${pair.name}/${path}:${edit.start + 1}` }));
}

async function readSource(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null || bytes.length < SIZE.least || bytes.length > SIZE.most) return null;
  const text = bytes.toString("utf8");
  if (!Buffer.from(text).equals(bytes) || /[\r\0\ufeff]/.test(text) || !text.endsWith("\n")) return null;
  return text.split("\n").some((line) => line.length > 1000) ? null : text;
}

interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly added: readonly string[];
}

function findHunks(oldLines: readonly string[], newLines: readonly string[]): readonly Hunk[] {
  const changes = diffArrays([...oldLines], [...newLines], { timeout: 2000 }) ?? [];
  let line = 0;
  const hunks = changes.map((change, index): Hunk | null => {
    const start = line;
    const next = changes[index + 1];
    line += change.added ? 0 : change.count;
    if (change.removed) return { start, end: line, added: next?.added ? next.value : [] };
    const isAlone = change.added && changes[index - 1]?.removed !== true;
    return isAlone ? { start, end: start, added: change.value } : null;
  });
  return hunks.filter((hunk) => hunk !== null).filter(isSmall);
}

function isSmall({ start, end, added }: Hunk): boolean {
  return end - start <= MAX_OLD_LINES && added.length <= MAX_NEW_LINES;
}

function widenHunk(lines: readonly string[], hunk: Hunk, random: Random): RealEdit | null {
  const folded = lines.map(fold);
  const text = folded.join("\n");
  for (let context = 1 + random.draw(3); context <= MAX_CONTEXT; context += 1) {
    const start = Math.max(0, hunk.start - context);
    const end = Math.min(lines.length, hunk.end + context);
    const needle = folded.slice(start, end).join("\n").trim();
    const isUnique = text.indexOf(needle) === text.lastIndexOf(needle);
    if (isUnique && needle.length >= 12) return createEdit(lines, hunk, { start, end, random });
  }
  return null;
}

interface Window {
  readonly start: number;
  readonly end: number;
  readonly random: Random;
}

function createEdit(lines: readonly string[], hunk: Hunk, { start, end, random }: Window): RealEdit {
  const kept = (from: number, to: number): readonly NewLine[] =>
    lines.slice(from, to).map((text, index) => ({ text, keptFrom: from + index }));
  const added = hunk.added.map((text): NewLine => ({ text, keptFrom: null }));
  const newLines = [...kept(start, hunk.start), ...added, ...kept(hunk.end, end)];
  const isClosed = random.draw(100) < 45;
  return { id: "", language: "", fileLines: lines, start, end, newLines, isClosed };
}

// Blank lines fold to nothing at all, so that no layout tolerance can find a second place.
function fold(line: string): string {
  return line.normalize("NFC").replace(/[^\p{Letter}\p{Number}(){}[\]<>=+*/_.,:;-]+/gu, "");
}
