// Reads a file as what it is: text, notebook, image, PDF, or bytes of which only the facts are told. By content.

import { FsError } from "../../errors.js";
import { BINARY_PREFIX_BYTES, MAX_NOTEBOOK_BYTES, READ_FILE_SIZE_CAP } from "../../limits.js";
import { redactText } from "../../redaction/redacted-text.js";
import type { Redactor } from "../../redaction/redactor.js";
import { decodeText, detectTextFormat } from "../../text/encoding.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";
import type { HeldFile } from "../../workspace/interfaces/workspace.js";
import { formatExcess } from "../definition/tool-options.js";
import { detectMediaType } from "./media-type.js";
import type { ReadBinaryOutput, ReadMediaOutput, ReadTextOutput } from "./read-output.js";
import { readTextWindow, type TextWindowRequest } from "./read-text-window.js";

/** Says which part of a text is wanted, and how large anything else may be. */
export interface ContentRequest extends Omit<TextWindowRequest, "head"> {
  readonly maxMediaBytes: number;
}

/** Reads a file. */
export async function readContent(
  file: HeldFile,
  request: ContentRequest,
): Promise<ReadTextOutput | ReadMediaOutput | ReadBinaryOutput> {
  const { bytes: head, isBinary } = await file.readHead();
  const mediaType = detectMediaType(head);
  if (mediaType !== null) return readMedia(file, mediaType, request);
  return isBinary ? describeBinary(file, head, request.redactor) : readText(file, { ...request, head });
}

/** What makes cells of a notebook is loaded with the first one. */
async function readText(file: HeldFile, request: TextWindowRequest): Promise<ReadTextOutput> {
  const isNotebook = /\.ipynb$/i.test(file.path) && file.sizeBytes <= MAX_NOTEBOOK_BYTES;
  if (!isNotebook) return readTextWindow(file, request);
  const { readNotebook } = await import("./read-notebook.js");
  return readNotebook(file, request);
}

async function readMedia(
  file: HeldFile,
  mediaType: string,
  { maxMediaBytes: maxBytes, redactor }: ContentRequest,
): Promise<ReadMediaOutput | ReadBinaryOutput> {
  const { path, sizeBytes } = file;
  if (sizeBytes > maxBytes) {
    const { size, most } = formatExcess(sizeBytes, maxBytes);
    throw new FsError("file_too_large", `${path} is ${mediaType} of ${size}.`, {
      path,
      hint: `At most ${most} can be shown; make it smaller or read a part of it.`,
      details: { sizeBytes, maxBytes },
    });
  }
  const bytes = await file.readBytes(0, sizeBytes);
  if (await holdsSecrets(bytes, redactor)) return describeBinary(file, bytes, redactor);
  return { path, mediaType, base64: Buffer.from(bytes).toString("base64"), sizeBytes };
}

async function describeBinary(
  file: HeldFile,
  head: Uint8Array,
  redactor: Redactor | undefined,
): Promise<ReadBinaryOutput> {
  const { path, sizeBytes } = file;
  const version = sizeBytes > READ_FILE_SIZE_CAP ? { hashOmitted: true as const } : { sha256: await file.sha256() };
  const facts = { path, binary: true, sizeBytes, ...version } as const;
  if (await holdsSecrets(head, redactor)) return { ...facts, redacted: true };
  return { ...facts, prefixBase64: Buffer.from(head.subarray(0, BINARY_PREFIX_BYTES)).toString("base64") };
}

/** Tells whether bytes hold secrets in plain sight: read as text, and as characters of one or two bytes. */
async function holdsSecrets(bytes: Uint8Array, redactor: Redactor | undefined): Promise<boolean> {
  if (redactor === undefined) return false;
  const text = Buffer.from(bytes).toString("latin1");
  for (const one of new Set([decodeText(bytes, detectTextFormat(bytes)), text, text.replaceAll("\0", "")])) {
    if ((await redactText(one, redactor, { path: "", run: runInTurns })).pieces.length > 0) return true;
  }
  return false;
}
