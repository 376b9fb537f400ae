// Byte sources for the tests of line windows: bytes in memory in chunks of any size, and a file too large for memory.

import type { ByteSource } from "../../../src/text/line-window.js";

/** Records what a source was asked for and whether every iterator was closed. */
export interface SourceLog {
  requestedEnds: number[];
  deliveredBytes: number;
  openIterators: number;
}

export interface LoggedSource extends ByteSource {
  readonly log: SourceLog;
}

/** Serves bytes in chunks of the given size out of one buffer that it uses again and again. */
export function memorySource(bytes: Uint8Array, chunkBytes: number, sizeBytes: number = bytes.length): LoggedSource {
  return loggedSource(sizeBytes, async function* (startByte, endByte) {
    const chunk = new Uint8Array(chunkBytes);
    const end = Math.min(endByte, bytes.length);
    for (let start = startByte; start < end; start += chunkBytes) {
      const part = bytes.subarray(start, Math.min(start + chunkBytes, end));
      chunk.set(part);
      yield chunk.subarray(0, part.length);
      chunk.fill(0x0a);
    }
  });
}

/** Serves a file that consists of one block repeated, without holding more than that block. */
export function repeatedSource(block: Uint8Array, times: number): LoggedSource {
  return loggedSource(block.length * times, async function* (startByte, endByte) {
    for (let start = startByte; start < endByte; ) {
      const offset = start % block.length;
      const part = block.subarray(offset, Math.min(block.length, offset + endByte - start));
      yield part;
      start += part.length;
    }
  });
}

type ReadBytes = (startByte: number, endByte: number) => AsyncGenerator<Uint8Array>;

function loggedSource(sizeBytes: number, read: ReadBytes): LoggedSource {
  const log: SourceLog = { requestedEnds: [], deliveredBytes: 0, openIterators: 0 };
  return {
    sizeBytes,
    log,
    async *read(startByte, endByte) {
      log.requestedEnds.push(endByte);
      log.openIterators += 1;
      try {
        for await (const chunk of read(startByte, endByte)) {
          log.deliveredBytes += chunk.length;
          yield chunk;
        }
      } finally {
        log.openIterators -= 1;
      }
    },
  };
}
