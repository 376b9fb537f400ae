// Shows a part of a file without its secrets. Which characters are hidden depends on the file alone, never on the part that
// is asked for: all of a file is looked at, or every region of a larger one that the part touches. Reads a held file.

import { MAX_REDACT_FILE_BYTES, REDACT_MARGIN_BYTES, REDACT_REGION_BYTES } from "../../limits.js";
import { type RedactedText, redactRegions, showPart, takePart } from "../../redaction/redacted-text.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { TextSpan } from "../../redaction/secret-pieces.js";
import { decodeText, type TextEncodingName, type TextFormat } from "../../text/encoding.js";
import type { LineWindow } from "../../text/line-window.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";
import type { HeldFile } from "../../workspace/interfaces/workspace.js";
import { comparablePath } from "../freshness/freshness-stamp.js";

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = "\ufeff";

/** Says which bytes of a file are wanted: `startByte` inclusive, `endByte` exclusive. */
export interface WindowRequest {
  readonly window: Pick<LineWindow, "bytes" | "startByte" | "endByte">;
  readonly encoding: TextEncodingName;
  readonly redactor: Redactor;
}

/** Answers the text of a window with placeholders for secrets; its lines are as many as before. */
export async function showWindow(file: HeldFile, request: WindowRequest): Promise<string> {
  const { redacted, span } = await redactWindowText(file, request);
  return showPart(redacted, span);
}

/** A text around a window, with its secrets, and where in it the window is. */
export interface RedactedWindow {
  readonly redacted: RedactedText;
  readonly span: TextSpan;
}

/** Finds the secrets of the content of a file: the same as in a window of all of it. The text has no byte order mark. */
export async function redactContent(
  content: Uint8Array,
  { path, format, redactor }: { readonly path: string; readonly format: TextFormat; readonly redactor: Redactor },
): Promise<RedactedText> {
  const file = { path, sizeBytes: content.length, readBytes: async () => new Uint8Array() };
  const window = { bytes: content, startByte: 0, endByte: content.length };
  const { redacted } = await redactWindowText(file, { window, encoding: format.encoding, redactor });
  const start = format.bom && redacted.text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  return takePart(redacted, { start, end: redacted.text.length });
}

/** Finds the secrets of a window. */
export async function redactWindowText(
  file: Pick<HeldFile, "path" | "sizeBytes" | "readBytes">,
  { window, encoding, redactor }: WindowRequest,
): Promise<RedactedWindow> {
  const { startByte, endByte } = window;
  const wanted = listRegions(file.sizeBytes, { start: startByte, end: endByte });
  const firstByte = wanted[0]?.start ?? startByte;
  const before = await file.readBytes(firstByte, startByte);
  const after = await file.readBytes(endByte, wanted.at(-1)?.end ?? endByte);
  const bytes = Buffer.concat([before, window.bytes, after]);
  const decode = (part: Uint8Array): string => decodeText(part, { encoding, bom: false });
  const placeOf = (byte: number): number => decode(bytes.subarray(0, byte - firstByte)).length;
  const regions = wanted.map(({ start, end }) => {
    const aligned = start === 0 ? 0 : start + findStart(bytes.subarray(start - firstByte, end - firstByte), encoding);
    return { start: placeOf(aligned), end: placeOf(end) };
  });
  const redacted = await redactRegions(
    { text: decode(bytes), regions, isPart: file.sizeBytes > MAX_REDACT_FILE_BYTES },
    redactor,
    {
      path: comparablePath(file.path),
      run: runInTurns,
    },
  );
  return { redacted, span: { start: placeOf(startByte), end: placeOf(startByte + window.bytes.length) } };
}

/** Lists the regions that a part of a file touches, with what is looked at around them; a small file is one region. */
function listRegions(sizeBytes: number, { start, end }: TextSpan): readonly TextSpan[] {
  if (sizeBytes <= MAX_REDACT_FILE_BYTES) return [{ start: 0, end: sizeBytes }];
  const first = Math.max(0, Math.floor((start - REDACT_MARGIN_BYTES) / REDACT_REGION_BYTES));
  const next = Math.ceil((Math.min(end, sizeBytes) + REDACT_MARGIN_BYTES) / REDACT_REGION_BYTES);
  const numbers = Array.from({ length: Math.max(1, next - first) }, (_, index) => first + index);
  return numbers
    .map((number) => ({
      start: Math.max(0, number * REDACT_REGION_BYTES - REDACT_MARGIN_BYTES),
      end: Math.min(sizeBytes, (number + 1) * REDACT_REGION_BYTES + REDACT_MARGIN_BYTES),
    }))
    .filter((region) => region.start < region.end);
}

/** Answers where the first line in the margin of a region begins, or else the first whole character. */
function findStart(region: Uint8Array, encoding: TextEncodingName): number {
  if (encoding === "utf-16le" || encoding === "utf-16be") return 0;
  const margin = region.subarray(0, REDACT_MARGIN_BYTES);
  const feed = margin.indexOf(LINE_FEED);
  return feed === -1
    ? Math.max(
        0,
        margin.findIndex((byte) => (byte & 0xc0) !== 0x80),
      )
    : feed + 1;
}
