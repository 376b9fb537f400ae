// Bytes in pieces, in their order, so that what stays of a large file need not be copied to be written. Pure.

/** Content whole, or in pieces in their order. */
export type PiecedBytes = Uint8Array | readonly Uint8Array[];

/** Answers content as pieces. */
export function toPieces(content: PiecedBytes): readonly Uint8Array[] {
  return content instanceof Uint8Array ? [content] : content;
}

/** Adds up the bytes of all pieces. */
export function sizeOfPieces(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((size, piece) => size + piece.length, 0);
}

/** Answers all bytes in one array; a single piece as it is, anything else copied. */
export function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const joined = new Uint8Array(sizeOfPieces(pieces));
  let byteOffset = 0;
  for (const piece of pieces) {
    joined.set(piece, byteOffset);
    byteOffset += piece.length;
  }
  return joined;
}
