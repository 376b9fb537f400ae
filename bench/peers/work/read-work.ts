// Reading lines of a file in which every line says which one it is; whatever a tool puts around them is passed over.

import { numberedLine } from "../../data/numbered-lines.js";
import type { PageTask, ReadTask } from "../../harness/task.js";
import type { Abilities } from "../peer.js";
import { defineWork, type PeerWork } from "./peer-work.js";

const PAGE_LINES = 2000;
const NUMBERED_LINE = /(\d+) request .*$/gm;
const AFTER_NUMBER = " request ";

interface Window {
  readonly firstLine: number;
  readonly lines: number;
}

function findWrongLine(text: string, { firstLine, lines }: Window): string | null {
  let expected = firstLine;
  for (const [line, number] of text.matchAll(NUMBERED_LINE)) {
    if (`${line}\n` !== numberedLine(expected)) return `wrong: line ${number} where ${expected} should be`;
    expected += 1;
  }
  const found = expected - firstLine;
  return found === lines ? null : `wrong: ${found} of ${lines} lines`;
}

/** Answers the number of the last line in a text, 0 if there is none, without looking at the rest. */
function lastNumberIn(text: string): number {
  const end = text.lastIndexOf(AFTER_NUMBER);
  return end === -1 ? 0 : Number(/\d+$/.exec(text.slice(Math.max(0, end - 16), end))?.[0]);
}

/** Plans the reading of one window; `null` where the package can't. */
export function planRead(task: ReadTask, { readLines, readFirst, readLast }: Abilities): PeerWork | null {
  const { file, firstLine, lines } = task;
  const check = (text: string): string | null => findWrongLine(text, task);
  if (task.isTail) return readLast ? defineWork(() => readLast(file, lines), check) : null;
  if (firstLine === 1 && readFirst) return defineWork(() => readFirst(file, lines), check);
  return readLines ? defineWork(() => readLines(file, firstLine, lines), check) : null;
}

/** Plans the reading of a whole file in pages, each from behind the last line of the one before. */
export function planPages({ file, lines }: PageTask, { readLines }: Abilities): PeerWork | null {
  if (!readLines) return null;
  const readPages = async (): Promise<readonly string[]> => {
    const pages: string[] = [];
    for (let last = 0; last < lines; ) {
      const page = await readLines(file, last + 1, PAGE_LINES);
      const reached = lastNumberIn(page);
      if (reached <= last) throw new Error(`the page behind line ${last} is empty`);
      pages.push(page);
      last = reached;
    }
    return pages;
  };
  return defineWork(readPages, (pages) => findWrongLine(pages.join("\n"), { firstLine: 1, lines }));
}
