// Reads the body of a request into memory: within a size that is judged before anything is held, and within a time.

import { FsError } from "../errors.js";
import type { BodyShare } from "./body-budget.js";
import { RequestRefusal } from "./http-error.js";

/** Says how much of a body is taken, and for how long. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly share: BodyShare;
}

function createTooLargeError(maxBytes: number): FsError {
  return new FsError("file_too_large", `the body is larger than the ${maxBytes} bytes that are taken here`, {
    hint: "Nothing was written. Send less at once.",
  });
}

/** @throws {FsError} file_too_large or parse_error – when the length that is announced is too large, or none */
function assertAnnouncedLength(request: Request, maxBytes: number): void {
  const announced = request.headers.get("content-length");
  if (announced === null) return;
  if (!/^\d+$/.test(announced)) throw new FsError("parse_error", "Content-Length is no number");
  if (Number(announced) > maxBytes) throw createTooLargeError(maxBytes);
}

function assertPlainEncoding(request: Request): void {
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding.trim().toLowerCase() === "identity") return;
  throw new RequestRefusal("unsupported_media_type", "compressed bodies are not taken", {
    hint: "Send the body without Content-Encoding.",
  });
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

async function collectChunks(reader: BodyReader, limits: BodyLimits, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (done) return Buffer.concat(chunks, sizeBytes);
    sizeBytes += value.length;
    if (sizeBytes > limits.maxBytes) throw createTooLargeError(limits.maxBytes);
    limits.share.take(value.length);
    chunks.push(value);
  }
}

function explain(error: unknown, request: Request, limit: AbortSignal): unknown {
  if (request.signal.aborted || error instanceof FsError || error instanceof RequestRefusal) return error;
  if (limit.aborted) {
    return new RequestRefusal("request_timeout", "the body did not come in time", { hint: "Send it again, faster." });
  }
  return new FsError("parse_error", "the body ended early or was sent in a damaged form", { cause: error });
}

/**
 * Reads the whole body.
 * @throws {FsError} file_too_large – when it is larger than `maxBytes`, before so much of it is held
 * @throws {FsError} parse_error – when it breaks off
 * @throws {RequestRefusal} unsupported_media_type, request_timeout, overloaded
 */
export async function collectBody(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  assertPlainEncoding(request);
  assertAnnouncedLength(request, limits.maxBytes);
  if (request.body === null) return new Uint8Array();
  const reader: BodyReader = request.body.getReader();
  const limit = AbortSignal.timeout(limits.timeoutMs);
  const signal = AbortSignal.any([request.signal, limit]);
  // A read that is under way ends when its stream is cancelled.
  const stop = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await collectChunks(reader, limits, signal);
  } catch (error) {
    stop();
    throw explain(error, request, limit);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
