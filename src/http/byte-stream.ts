// Bytes of a file as the body of an answer, read no faster than they are taken.

import { FsError } from "../errors.js";
import type { WorkspaceFileSystem } from "../workspace/interfaces/workspace.js";
import type { ByteRange } from "./byte-range.js";

/** Says which bytes are wanted. */
export interface StreamRequest {
  readonly path: string;
  readonly range: ByteRange;
  readonly signal: AbortSignal;
}

/**
 * Makes a body of an iterator; what that holds is given up when the body is cancelled. `onEnd` is called once the body
 * was read to its end, has failed, or was cancelled.
 */
export function createBody(
  chunks: AsyncIterator<Uint8Array>,
  onEnd: () => void = () => {},
): ReadableStream<Uint8Array> {
  async function readNext(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await chunks.next();
    } catch (error) {
      onEnd();
      throw error;
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await readNext();
        if (done !== true) return controller.enqueue(value);
        onEnd();
        controller.close();
      },
      cancel: async () => {
        onEnd();
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Passes bytes on, and fails at their end when there were fewer than were promised. */
class PromisedBytes implements AsyncIterator<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>;
  #ahead: IteratorResult<Uint8Array> | undefined;
  #missingBytes: number;

  constructor(source: AsyncIterator<Uint8Array>, first: IteratorResult<Uint8Array>, byteCount: number) {
    this.#source = source;
    this.#ahead = first;
    this.#missingBytes = byteCount;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const result = this.#ahead ?? (await this.#source.next());
    this.#ahead = undefined;
    this.#missingBytes -= result.done === true ? 0 : result.value.length;
    if (result.done !== true || this.#missingBytes === 0) return result;
    throw new FsError("hash_mismatch", "the file became shorter while it was read");
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    await this.#source.return?.();
    return { done: true, value: undefined };
  }
}

/**
 * Opens bytes for streaming: the file is held from here on, so that it goes on with what it has now.
 * Whoever opens them reads them to their end or returns the iterator.
 */
export async function openBytes(fs: WorkspaceFileSystem, request: StreamRequest): Promise<AsyncIterator<Uint8Array>> {
  const { path, range, signal } = request;
  const source = fs.readChunks(path, { ...range, signal })[Symbol.asyncIterator]();
  return new PromisedBytes(source, await source.next(), range.end - range.start);
}
