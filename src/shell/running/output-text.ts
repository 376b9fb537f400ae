// Turns the kept ends of a stream into the text that is given out. Knows no process.

import type { KeptOutput } from "./output-budget.js";
import { stripControl } from "./strip-control.js";
import { cutHead, cutTail } from "./utf8-cut.js";

/** Says how much text may be given out. */
export interface OutputTextOptions {
  /** Bytes of UTF-8 in the text at most, the line about dropped bytes not counted. */
  readonly maxBytes: number;
  /** The stream has ended, so that half a code point at its end will never be completed. */
  readonly isComplete: boolean;
}

/** The text of one output stream. */
export interface OutputText {
  readonly text: string;
  /** Something between head and tail is missing. */
  readonly truncated: boolean;
}

const NO_TEXT: OutputText = { text: "", truncated: false };

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function clean(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(stripControl(decode(bytes)));
}

function joinEnds(head: Uint8Array, tail: Uint8Array, droppedBytes: number): OutputText {
  return { text: `${decode(head)}\n… ${droppedBytes} bytes dropped …\n${decode(tail)}`, truncated: true };
}

/** Plain text can be longer than the bytes it came from: each invalid byte becomes the three bytes of U+FFFD. */
function fitWhole(bytes: Uint8Array, maxBytes: number): OutputText {
  if (bytes.length <= maxBytes) return { text: decode(bytes), truncated: false };
  const head = cutHead(bytes, Math.ceil(maxBytes / 2));
  const tail = cutTail(bytes, Math.floor(maxBytes / 2));
  return joinEnds(head, tail, bytes.length - head.length - tail.length);
}

/**
 * Renders kept bytes as UTF-8 text without terminal escapes; invalid bytes become U+FFFD.
 * Where bytes were dropped, a line of its own says how many.
 */
export function renderOutput(kept: KeptOutput, options: OutputTextOptions): OutputText {
  const lastBytes = kept.droppedBytes === 0 ? kept.head : kept.tail;
  const finished = options.isComplete ? lastBytes : cutHead(lastBytes, lastBytes.length);
  if (kept.droppedBytes === 0) return finished.length === 0 ? NO_TEXT : fitWhole(clean(finished), options.maxBytes);
  const wholeHead = cutHead(kept.head, kept.head.length);
  const wholeTail = cutTail(finished, finished.length);
  const splitBytes = kept.head.length - wholeHead.length + finished.length - wholeTail.length;
  const head = cutHead(clean(wholeHead), Math.ceil(options.maxBytes / 2));
  const tail = cutTail(clean(wholeTail), Math.floor(options.maxBytes / 2));
  return joinEnds(head, tail, kept.droppedBytes + splitBytes);
}
