// Tells by its first bytes whether content is something that models look at. Names and extensions do not count.

interface Signature {
  readonly mediaType: string;
  /** Byte strings in latin-1 and the 0-based positions at which they stand. */
  readonly parts: readonly (readonly [position: number, bytes: string])[];
}

const SIGNATURES: readonly Signature[] = [
  { mediaType: "image/png", parts: [[0, "\x89PNG\r\n\x1a\n"]] },
  { mediaType: "image/jpeg", parts: [[0, "\xff\xd8\xff"]] },
  { mediaType: "image/gif", parts: [[0, "GIF87a"]] },
  { mediaType: "image/gif", parts: [[0, "GIF89a"]] },
  {
    mediaType: "image/webp",
    parts: [
      [0, "RIFF"],
      [8, "WEBPVP8"],
    ],
  },
  { mediaType: "application/pdf", parts: [[0, "%PDF-"]] },
];

const LONGEST_SIGNATURE_BYTES = 16;

/** Answers the media type of an image or a PDF, or `null` for any other content. */
export function detectMediaType(head: Uint8Array): string | null {
  const text = Buffer.from(head.subarray(0, LONGEST_SIGNATURE_BYTES)).toString("latin1");
  const found = SIGNATURES.find(({ parts }) => parts.every(([position, bytes]) => text.startsWith(bytes, position)));
  return found?.mediaType ?? null;
}
