// Shortens what a person is asked about: both ends of every hunk stay, and what is not shown is counted. Pure.

import { cutUtf8, cutUtf8Start, utf8Length } from "../../text/cut-text.js";

/** What a person is shown of a diff, a command or an operation. */
export interface ShortQuestion {
  readonly text: string;
  /** Says how much is not shown; `null` when everything is. Whoever asks adds where the rest is, and puts it first. */
  readonly notice: string | null;
}

/** Bytes below which a question cannot be shortened. */
export const MIN_QUESTION_BYTES = 1024;

// Bytes that the notice may take with what is added to it, a line that says how much was left out here, and what says so in a line that was cut.
const NOTICE_BYTES = 192;
const GAP_BYTES = 48;
const CUT_BYTES = 24;

// Bytes that are worth showing of a hunk: two lines at both ends.
const MIN_BLOCK_BYTES = 160;

// The first line of a hunk says how many lines of the old and the new text follow.
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** A hunk, or the lines in front of one. */
interface Block {
  readonly lines: string[];
  readonly isHunk: boolean;
}

/** What is shown of some lines. */
interface Shown {
  readonly lines: readonly string[];
  readonly hiddenLines: number;
  readonly cutLines: number;
}

/**
 * Answers a risk and a summary in at most `maxBytes` of UTF-8 together with the notice. Where both ends of every hunk are
 * too much, the first and the last hunks are shown, and the names of files before hunks.
 */
export function shortenQuestion(risk: string, summary: string, maxBytes: number): ShortQuestion {
  const whole = [...(risk === "" ? [] : [risk]), summary].join("\n");
  if (utf8Length(whole) <= maxBytes) return { text: whole, notice: null };
  const shownRisk = cutLine(risk, Math.floor(maxBytes / 4));
  const lines = summary.split("\n");
  const shown = shortenBlocks(splitBlocks(lines), maxBytes - NOTICE_BYTES - utf8Length(shownRisk) - 1);
  const cutLines = shown.cutLines + (shownRisk === risk ? 0 : 1);
  return {
    text: [...(risk === "" ? [] : [shownRisk]), ...shown.lines].join("\n"),
    notice: writeNotice({ ...shown, cutLines }, lines.length),
  };
}

function writeNotice({ hiddenLines, cutLines }: Shown, total: number): string {
  const hidden = hiddenLines === 0 ? [] : [`${hiddenLines} of ${total} lines ${areOf(hiddenLines)} not shown`];
  const cut = cutLines === 0 ? [] : [`${cutLines} ${cutLines === 1 ? "line is" : "lines are"} cut`];
  return `Only part of this is shown: ${[...hidden, ...cut].join(", and ")}.`;
}

function areOf(count: number): string {
  return count === 1 ? "is" : "are";
}

function splitBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < lines.length; ) {
    const count = countHunkLines(lines, start);
    const part = lines.slice(start, start + Math.max(count, 1));
    const last = blocks.at(-1);
    if (count === 0 && last?.isHunk === false) last.lines.push(...part);
    else blocks.push({ lines: part, isHunk: count > 0 });
    start += part.length;
  }
  return blocks;
}

/** Counts the lines of the hunk that begins at a line, its first one included; 0 when none does. */
function countHunkLines(lines: readonly string[], start: number): number {
  const head = HUNK.exec(lines[start] ?? "");
  if (head === null) return 0;
  let [oldLines, newLines] = [Number(head[1] ?? 1), Number(head[2] ?? 1)];
  let end = start + 1;
  for (; end < lines.length; end += 1) {
    const mark = lines[end]?.[0];
    if (mark === "\\") continue;
    if (oldLines <= 0 && newLines <= 0) break;
    oldLines -= Number(mark !== "+");
    newLines -= Number(mark !== "-");
  }
  return end - start;
}

function shortenBlocks(blocks: readonly Block[], maxBytes: number): Shown {
  const sizes = blocks.map(({ lines }) => sizeOf(lines));
  const chosen = chooseBlocks(blocks, sizes, maxBytes - GAP_BYTES);
  const room = maxBytes - GAP_BYTES * (chosen.size === blocks.length ? 0 : chosen.size + 1);
  const shares = shareOut(sizes, chosen, room);
  const parts = blocks.map(({ lines }, index) => {
    const share = shares.get(index);
    return share === undefined ? { lines: [], hiddenLines: lines.length, cutLines: 0 } : shortenBlock(lines, share);
  });
  return {
    lines: parts.flatMap((part, index) => {
      if (chosen.has(index)) return part.lines;
      if (index > 0 && !chosen.has(index - 1)) return [];
      const end = blocks.findIndex((_, other) => other > index && chosen.has(other));
      return [describeGap(blocks.slice(index, end === -1 ? undefined : end))];
    }),
    hiddenLines: parts.reduce((sum, { hiddenLines }) => sum + hiddenLines, 0),
    cutLines: parts.reduce((sum, { cutLines }) => sum + cutLines, 0),
  };
}

function describeGap(blocks: readonly Block[]): string {
  const hunks = blocks.filter(({ isHunk }) => isHunk).length;
  const lines = blocks.reduce((sum, block) => sum + block.lines.length, 0);
  return `… ${lines} lines not shown, ${hunks} ${hunks === 1 ? "hunk" : "hunks"}`;
}

/** Chooses the blocks that are shown: the names of files first, then hunks, each from both ends inwards. */
function chooseBlocks(blocks: readonly Block[], sizes: readonly number[], maxBytes: number): ReadonlySet<number> {
  const inwards = blocks.map((_, rank) => (rank % 2 === 0 ? rank / 2 : blocks.length - (rank + 1) / 2));
  const least = sizes.map((size) => Math.min(size, MIN_BLOCK_BYTES));
  if (least.reduce((sum, size) => sum + size, 0) <= maxBytes) return new Set(least.keys());
  const order = [false, true].flatMap((isHunk) => inwards.filter((index) => blocks[index]?.isHunk === isHunk));
  const chosen = new Set<number>();
  let left = maxBytes;
  for (const index of order) {
    left -= (least[index] ?? 0) + GAP_BYTES;
    if (left < 0 && chosen.size > 0) break;
    chosen.add(index);
  }
  return chosen;
}

/** Gives the small ones what they need, and the others equal parts of the rest. */
function shareOut(sizes: readonly number[], chosen: ReadonlySet<number>, room: number): ReadonlyMap<number, number> {
  const ascending = [...chosen].sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  const shares = new Map<number, number>();
  let left = room;
  for (const [rank, index] of ascending.entries()) {
    const share = Math.min(sizes[index] ?? 0, Math.floor(left / (ascending.length - rank)));
    shares.set(index, share);
    left -= share;
  }
  return shares;
}

function shortenBlock(lines: readonly string[], maxBytes: number): Shown {
  if (sizeOf(lines) <= maxBytes) return { lines, hiddenLines: 0, cutLines: 0 };
  const room = Math.floor((maxBytes - GAP_BYTES) / 2);
  const head = takeLines(lines, room);
  const tail = takeLines(lines.slice(head.length).reverse(), room).reverse();
  const hiddenLines = lines.length - head.length - tail.length;
  const gap = hiddenLines === 0 ? [] : [`… ${hiddenLines} ${hiddenLines === 1 ? "line" : "lines"} not shown`];
  const whole = [...lines.slice(0, head.length), ...lines.slice(lines.length - tail.length)];
  const cutLines = [...head, ...tail].filter((line, index) => line !== whole[index]).length;
  return { lines: [...head, ...gap, ...tail], hiddenLines, cutLines };
}

/** Takes lines from the start until the room is used up; at least two of them find room, if need be cut. */
function takeLines(lines: readonly string[], room: number): string[] {
  const taken: string[] = [];
  let left = room;
  for (const line of lines) {
    if (taken.length >= 2 && utf8Length(line) >= left) break;
    const shown = cutLine(line, taken.length === 0 ? Math.floor(room / 2) : left - 1);
    left -= utf8Length(shown) + 1;
    taken.push(shown);
  }
  return taken;
}

function cutLine(line: string, maxBytes: number): string {
  const sizeBytes = utf8Length(line);
  if (sizeBytes <= maxBytes) return line;
  const side = Math.floor((maxBytes - CUT_BYTES) / 2);
  const [head, tail] = [cutUtf8(line, side), cutUtf8Start(line, side)];
  return `${head}…[${sizeBytes - utf8Length(head) - utf8Length(tail)} bytes]…${tail}`;
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + utf8Length(line) + 1, 0);
}
