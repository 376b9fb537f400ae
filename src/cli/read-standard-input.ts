// Reads what is piped into the program, as text, up to what a tool takes.

import { addAbortSignal } from "node:stream";
import { FsError } from "../errors.js";
import { MAX_TOOL_WRITE_BYTES } from "../limits.js";
import type { CliStreams } from "./command.js";
import { UsageError } from "./exit-codes.js";

/**
 * Answers the text on standard input; `what` names it for a person who pipes nothing.
 * @throws {UsageError} when standard input is a terminal
 * @throws {FsError} file_too_large – when it is longer than a tool takes
 * @throws {FsError} unsupported_encoding – when it is no UTF-8
 */
export async function readStandardInput({ stdin, signal }: CliStreams, what: string): Promise<string> {
  if (stdin.isTTY === true) throw new UsageError(`${what} is missing: give it as a word, or pipe it in`);
  // Whoever pipes may be silent for ever, so that an abort has to end the stream itself.
  addAbortSignal(signal, stdin);
  try {
    return decode(await collect(stdin));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

async function collect(stdin: CliStreams["stdin"]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const part of stdin.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    sizeBytes += part.length;
    if (sizeBytes > MAX_TOOL_WRITE_BYTES) throw createTooLargeError();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function createTooLargeError(): FsError {
  return new FsError("file_too_large", `standard input has more than ${MAX_TOOL_WRITE_BYTES} bytes`, {
    hint: "Write larger files with the tools of your shell.",
  });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new FsError("unsupported_encoding", "standard input is not UTF-8", {
      hint: "Convert it to UTF-8 first.",
      cause: error,
    });
  }
}
