// The text of a file for a host that has to hold all of it at once. Through the boundary only.

import { FsError } from "../errors.js";
import { decodeText, detectTextFormat } from "../text/encoding.js";
import { detectWindowFormat } from "../text/window-format.js";
import type { HeldFile } from "../workspace/interfaces/workspace.js";

/** Says which lines are wanted, and how much may be held. */
export interface TextRequest {
  /** 1-based; absent from the first. */
  readonly line?: number | undefined;
  /** Lines at most; absent to the end. */
  readonly limit?: number | undefined;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

function createTooLargeError(path: string, maxBytes: number): FsError {
  return new FsError("file_too_large", `${path}: that is more than the ${maxBytes} bytes that may be held at once`, {
    path,
    hint: "Ask for a window by line and limit; a window has no limit on the size of the file.",
  });
}

async function readWhole(file: HeldFile, maxBytes: number): Promise<string> {
  if (file.sizeBytes > maxBytes) throw createTooLargeError(file.path, maxBytes);
  const bytes = await file.readBytes(0, file.sizeBytes);
  return decodeText(bytes, detectTextFormat(bytes));
}

async function readWindow(file: HeldFile, head: Uint8Array, request: TextRequest): Promise<string> {
  const format = detectTextFormat(head, { complete: head.length === file.sizeBytes });
  const window = await file.readLines({
    startLine: request.line,
    maxLines: request.limit,
    maxBytes: request.maxBytes,
    encoding: format.encoding,
    signal: request.signal,
  });
  if (window.truncatedBy === "bytes") throw createTooLargeError(file.path, request.maxBytes);
  const { encoding } = detectWindowFormat(format, window.bytes);
  return decodeText(window.bytes, { encoding, bom: false });
}

/**
 * Reads a text file, or whole lines of it with their own endings, without its byte order mark.
 * @throws {FsError} binary_file – when it is not text
 * @throws {FsError} file_too_large – when what is asked for, not the file, is larger than `maxBytes`
 */
export async function readFileText(file: HeldFile, request: TextRequest): Promise<string> {
  const { bytes, isBinary } = await file.readHead();
  if (isBinary) throw new FsError("binary_file", `${file.path}: it is not a text file`, { path: file.path });
  const isWhole = request.line === undefined && request.limit === undefined;
  return isWhole ? readWhole(file, request.maxBytes) : readWindow(file, bytes, request);
}
