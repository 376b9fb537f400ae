// Gives the memory of read output back at once, since the collector waits until 32 MiB of it have come together.

/** Bytes of output after which it matters. Source: most commands print less, and a channel takes longer than they do. */
const RELEASED_AFTER_BYTES = 1024 * 1024;

/** A message to a closed port goes nowhere, and takes along what it is to transfer. */
function createClosedPort(): MessagePort {
  const { port1 } = new MessageChannel();
  port1.close();
  return port1;
}

/** Tells whether nothing else lies in the memory of a chunk, as it may in that of a pool. */
function isAlone(chunk: Uint8Array): chunk is Uint8Array<ArrayBuffer> {
  return chunk.buffer instanceof ArrayBuffer && chunk.buffer.byteLength === chunk.byteLength;
}

/**
 * Creates what frees the chunks of one command. A freed chunk is empty, so that whoever keeps some of it must have
 * copied that before. The first MiB is left to the collector.
 */
export function createChunkRelease(): (chunk: Uint8Array) => void {
  let seenBytes = 0;
  let port: MessagePort | undefined;
  return (chunk) => {
    seenBytes += chunk.length;
    if (seenBytes <= RELEASED_AFTER_BYTES || !isAlone(chunk)) return;
    port ??= createClosedPort();
    port.postMessage(null, [chunk.buffer]);
  };
}
