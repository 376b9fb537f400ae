// Reads lines of a file in pages of a few KiB, each from a version of the file that is held open for it.

import { decodeText, type TextEncodingName } from "../../src/text/encoding.js";
import type { HeldFile, Workspace } from "../../src/workspace/interfaces/workspace.js";

export interface PagesRequest {
  /** 1-based; negative counts from the end. */
  readonly line: number;
  readonly limit: number;
  readonly encoding: TextEncodingName;
}

export interface Pages {
  readonly text: string;
  readonly totalLines: number | undefined;
}

const PAGE_BYTES = 8192;

async function readFrom(file: HeldFile, { line, limit, encoding }: PagesRequest): Promise<Pages> {
  const texts: string[] = [];
  let totalLines: number | undefined;
  let left = limit;
  let next: { startLine: number; startByte?: number | undefined } | null = { startLine: line };
  while (next !== null && left > 0) {
    const window = await file.readLines({ ...next, maxLines: left, maxBytes: PAGE_BYTES, encoding });
    texts.push(decodeText(window.bytes, { encoding, bom: false }));
    totalLines = window.totalLines ?? totalLines;
    const { nextLine, nextByte, startLine, endLine } = window;
    left -= endLine - startLine + (nextByte === undefined ? 1 : 0);
    next = nextLine === undefined ? null : { startLine: nextLine, startByte: nextByte };
  }
  return { text: texts.join(""), totalLines };
}

/** Reads pages until there are as many lines as were asked for, or no more. */
export function readPages(workspace: Workspace, path: string, request: PagesRequest): Promise<Pages> {
  return workspace.fs.holdFile(path, (file) => readFrom(file, request));
}
