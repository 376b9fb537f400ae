// Tells by its first bytes whether content is something that models look at. Names and extensions do not count.

// Written over bytes read as Latin-1 characters. What text can begin with, too, is asked for more than its first word.
const SIGNATURES: readonly (readonly [mediaType: string, start: RegExp])[] = [
  ["image/png", /^\x89PNG\r\n\p{Cc}\n/u],
  ["image/jpeg", /^\xff\xd8\xff/],
  // Width, height, flags, background and aspect ratio follow, of which some are control bytes.
  ["image/gif", /^GIF8[79]a.{0,6}(?![\t\n\r])\p{Cc}/su],
  ["image/webp", /^RIFF.{4}WEBPVP8/s],
  ["application/pdf", /^%PDF-\d\.\d\s/],
];

const LONGEST_SIGNATURE_BYTES = 16;

/** First bytes of the signatures, of which text begins with few. */
const FIRST_BYTES: ReadonlySet<number | undefined> = new Set(Buffer.from("\x89\xffGR%", "latin1"));

/** Answers the media type of an image or a PDF, or `null` for any other content. */
export function detectMediaType(head: Uint8Array): string | null {
  if (!FIRST_BYTES.has(head[0])) return null;
  const start = Buffer.from(head.subarray(0, LONGEST_SIGNATURE_BYTES)).toString("latin1");
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0] ?? null;
}
