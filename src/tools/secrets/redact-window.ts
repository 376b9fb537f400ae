// Shows a window of a text file without its secrets, which are looked for around the window too. Reads through a held file.

import { MAX_REDACT_FILE_BYTES, REDACT_MARGIN_BYTES } from "../../limits.js";
import { redactText, showPart, showText } from "../../redaction/redacted-text.js";
import type { Redactor } from "../../redaction/redactor.js";
import { decodeText, type TextEncodingName } from "../../text/encoding.js";
import type { LineWindow } from "../../text/line-window.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";
import type { HeldFile } from "../../workspace/interfaces/workspace.js";
import { comparablePath } from "../freshness/freshness-stamp.js";

const LINE_FEED = 0x0a;

/** Says which bytes of a file are shown: `startByte` inclusive, `endByte` exclusive. */
export interface WindowRequest {
  readonly window: Pick<LineWindow, "bytes" | "startByte" | "endByte">;
  readonly encoding: TextEncodingName;
  readonly redactor: Redactor;
}

/** Answers the text of a window with placeholders for secrets; its lines are as many as before. */
export async function showWindow(file: HeldFile, { window, encoding, redactor }: WindowRequest): Promise<string> {
  const { before, after } = await readSurroundings(file, window, encoding);
  const [head, shown, tail] = [before, window.bytes, after].map((bytes) => decodeText(bytes, { encoding, bom: false }));
  const text = `${head}${shown}${tail}`;
  const redacted = await redactText(text, redactor, { path: comparablePath(file.path), run: runInTurns });
  const start = head?.length ?? 0;
  return showPart(redacted, { start, end: start + (shown?.length ?? 0) });
}

/** Answers a whole text that was made of a file, such as the cells of a notebook, with placeholders for secrets. */
export function showWhole(path: string, text: string, redactor: Redactor): Promise<string> {
  return redactText(text, redactor, { path: comparablePath(path), run: runInTurns }).then(showText);
}

async function readSurroundings(
  file: HeldFile,
  { startByte, endByte }: WindowRequest["window"],
  encoding: TextEncodingName,
): Promise<{ readonly before: Uint8Array; readonly after: Uint8Array }> {
  const isSmall = file.sizeBytes <= MAX_REDACT_FILE_BYTES;
  const firstByte = isSmall ? 0 : Math.max(0, startByte - REDACT_MARGIN_BYTES);
  const lastByte = isSmall ? file.sizeBytes : Math.min(file.sizeBytes, endByte + REDACT_MARGIN_BYTES);
  const isUtf16 = encoding === "utf-16le" || encoding === "utf-16be";
  const before = await file.readBytes(isUtf16 ? firstByte - (firstByte % 2) : firstByte, startByte);
  const after = await file.readBytes(endByte, lastByte);
  return { before: firstByte === 0 || isUtf16 ? before : dropFirstLine(before), after };
}

/** Drops what is before the first line, or else before the first whole character. */
function dropFirstLine(bytes: Uint8Array): Uint8Array {
  const feed = bytes.indexOf(LINE_FEED);
  if (feed !== -1) return bytes.subarray(feed + 1);
  const first = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return first === -1 ? bytes.subarray(bytes.length) : bytes.subarray(first);
}
