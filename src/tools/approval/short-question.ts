// Shortens what a person is asked about: both ends of every hunk stay, and what is not shown is counted. Pure.

import { cutUtf8, cutUtf8Start, utf8Length } from "../../text/cut-text.js";
import { LINES_PER_STEP, type Steps } from "../../text/steps.js";
import { type ShownText, stillShown } from "../../text/visible-text.js";

/** What a person is shown of a diff, a command or an operation. */
export interface ShortQuestion {
  readonly text: ShownText;
  /** Says how much is not shown; `null` when everything is. Whoever asks adds where the rest is, and puts it first. */
  readonly notice: string | null;
}

// Bytes that the notice may take with what is added to it, a line that says how much was left out here, and what says so in a line that was cut.
const NOTICE_BYTES = 192;
const GAP_BYTES = 48;
const CUT_BYTES = 24;

// Bytes that are worth showing of a hunk: two lines at both ends.
const MIN_BLOCK_BYTES = 160;

// The first line of a hunk says how many lines of the old and the new text follow.
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** A hunk, or the lines in front of one: where it stands in the summary, without its last line feed. */
interface Block {
  readonly start: number;
  end: number;
  lineCount: number;
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
export function* shortenQuestion(risk: ShownText, summary: ShownText, maxBytes: number): Steps<ShortQuestion> {
  const whole = risk === "" ? summary : `${risk}\n${summary}`;
  if (whole.length <= maxBytes && utf8Length(whole) <= maxBytes) return { text: stillShown(whole), notice: null };
  const shownRisk = cutLine(risk, Math.floor(maxBytes / 4));
  const blocks = yield* splitBlocks(summary);
  const shown = yield* shortenBlocks(summary, blocks, maxBytes - NOTICE_BYTES - utf8Length(shownRisk) - 1);
  const cutLines = shown.cutLines + (shownRisk === risk ? 0 : 1);
  return {
    text: stillShown([...(risk === "" ? [] : [shownRisk]), ...shown.lines].join("\n")),
    notice: writeNotice({ ...shown, cutLines }, countLines(blocks)),
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

function countLines(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { lineCount }) => sum + lineCount, 0);
}

function* splitBlocks(summary: string): Steps<readonly Block[]> {
  const blocks: Block[] = [];
  let belongs = createHunkCounter(null);
  let end = 0;
  for (let start = 0, seen = 0; start <= summary.length; start = end + 1, seen += 1) {
    if (seen % LINES_PER_STEP === LINES_PER_STEP - 1) yield;
    end = endOfLine(summary, start);
    const goesOn = belongs(summary.charAt(start));
    const head = goesOn ? null : HUNK.exec(summary.slice(start, end));
    if (!goesOn) belongs = createHunkCounter(head);
    addLine(blocks, { start, end, lineCount: 1, isHunk: goesOn || head !== null }, head === null);
  }
  return blocks;
}

/** Adds a line to the last block, unless a hunk begins with it or ends in front of it. */
function addLine(blocks: Block[], line: Block, mayFollow: boolean): void {
  const last = blocks.at(-1);
  if (!mayFollow || last?.isHunk !== line.isHunk) {
    blocks.push(line);
    return;
  }
  last.end = line.end;
  last.lineCount += 1;
}

/** Answers whether a line still belongs to the hunk with this head, told its mark; to be asked of each line in turn. */
function createHunkCounter(head: RegExpExecArray | null): (mark: string) => boolean {
  if (head === null) return () => false;
  let [oldLines, newLines] = [Number(head[1] ?? 1), Number(head[2] ?? 1)];
  return (mark) => {
    if (mark === "\\") return true;
    if (oldLines <= 0 && newLines <= 0) return false;
    oldLines -= Number(mark !== "+");
    newLines -= Number(mark !== "-");
    return true;
  };
}

function endOfLine(text: string, start: number): number {
  const lineFeed = text.indexOf("\n", start);
  return lineFeed === -1 ? text.length : lineFeed;
}

function* shortenBlocks(summary: string, blocks: readonly Block[], maxBytes: number): Steps<Shown> {
  const sizes: number[] = [];
  for (const { start, end } of blocks) {
    sizes.push(utf8Length(summary.slice(start, end)) + 1);
    yield;
  }
  const chosen = chooseBlocks(blocks, sizes, maxBytes - GAP_BYTES);
  const room = maxBytes - GAP_BYTES * (chosen.size === blocks.length ? 0 : chosen.size + 1);
  const shares = shareOut(sizes, chosen, room);
  const lines: string[] = [];
  let [hiddenLines, cutLines] = [0, 0];
  let next = 0;
  for (const index of [...chosen].sort((a, b) => a - b)) {
    hide(next, index);
    const [block, sizeBytes = 0, share = 0] = [blocks[index], sizes[index], shares.get(index)];
    if (block === undefined) continue;
    const part = sizeBytes <= share ? showWhole(summary, block) : shortenBlock(summary, block, share);
    lines.push(...part.lines);
    hiddenLines += part.hiddenLines;
    cutLines += part.cutLines;
    next = index + 1;
  }
  hide(next, blocks.length);
  return { lines, hiddenLines, cutLines };

  function hide(start: number, end: number): void {
    if (start === end) return;
    const hidden = blocks.slice(start, end);
    lines.push(describeGap(hidden));
    hiddenLines += countLines(hidden);
  }
}

function showWhole(summary: string, { start, end }: Block): Shown {
  return { lines: summary.slice(start, end).split("\n"), hiddenLines: 0, cutLines: 0 };
}

function describeGap(blocks: readonly Block[]): string {
  const hunks = blocks.filter(({ isHunk }) => isHunk).length;
  return `… ${countLines(blocks)} lines not shown, ${hunks} ${hunks === 1 ? "hunk" : "hunks"}`;
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

function shortenBlock(summary: string, block: Block, maxBytes: number): Shown {
  const room = Math.floor((maxBytes - GAP_BYTES) / 2);
  const head = takeLines(readForwards(summary, block), room);
  const tail = takeLines(readBackwards(summary, block, block.lineCount - head.lines.length), room);
  const hiddenLines = block.lineCount - head.lines.length - tail.lines.length;
  const gap = hiddenLines === 0 ? [] : [`… ${hiddenLines} ${hiddenLines === 1 ? "line" : "lines"} not shown`];
  return {
    lines: [...head.lines, ...gap, ...tail.lines.reverse()],
    hiddenLines,
    cutLines: head.cutLines + tail.cutLines,
  };
}

function* readForwards(text: string, block: Block): Generator<string> {
  let end = block.start - 1;
  while (end < block.end) {
    const start = end + 1;
    end = endOfLine(text, start);
    yield text.slice(start, end);
  }
}

function* readBackwards(text: string, block: Block, lineCount: number): Generator<string> {
  let end = block.end;
  for (let left = lineCount; left > 0; left -= 1) {
    // An offset before the text counts as its first one, where a line feed of an empty line may stand.
    const start = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    yield text.slice(start, end);
    end = start - 1;
  }
}

interface TakenLines {
  readonly lines: string[];
  readonly cutLines: number;
}

/** Takes lines from the start until the room is used up; at least two of them find room, if need be cut. */
function takeLines(lines: Iterable<string>, room: number): TakenLines {
  const taken: string[] = [];
  let left = room;
  let cutLines = 0;
  for (const line of lines) {
    if (taken.length >= 2 && utf8Length(line) >= left) break;
    const shown = cutLine(line, taken.length === 0 ? Math.floor(room / 2) : left - 1);
    left -= utf8Length(shown) + 1;
    cutLines += Number(shown !== line);
    taken.push(shown);
  }
  return { lines: taken, cutLines };
}

function cutLine(line: string, maxBytes: number): string {
  const sizeBytes = utf8Length(line);
  if (sizeBytes <= maxBytes) return line;
  const side = Math.floor((maxBytes - CUT_BYTES) / 2);
  const [head, tail] = [cutUtf8(line, side), cutUtf8Start(line, side)];
  return `${head}…[${sizeBytes - utf8Length(head) - utf8Length(tail)} bytes]…${tail}`;
}
