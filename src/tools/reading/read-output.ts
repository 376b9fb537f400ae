// What the read tool answers, told apart by `content`, `base64`, `binary` and `unchanged`.

import * as z from "../definition/schema.js";
import type { LineSpan } from "../freshness/known-lines.js";

/** A window of a text file. */
export interface ReadTextOutput {
  readonly path: string;
  /** As it is in the file, without a byte order mark. */
  readonly content: string;
  /** 1-based; negative, counted from the end, where a huge file's lines were not counted. */
  readonly startLine: number;
  /** Inclusive; `startLine` - 1 when the window is empty. */
  readonly endLine: number;
  /** 0-based; only where the window began inside a line. */
  readonly startByteOffset?: number | undefined;
  readonly totalLines?: number | undefined;
  /** The window does not reach the end of the file. */
  readonly truncated: boolean;
  readonly truncatedBy?: "lines" | "bytes" | undefined;
  /** `offset` of the next window. */
  readonly nextOffset?: number | undefined;
  /** `byteOffset` of the next window; only where the last line was cut inside. */
  readonly nextByteOffset?: number | undefined;
  /** Names the version that the window is from and where it ends; only where the file goes on. */
  readonly mark?: string | undefined;
  readonly sizeBytes: number;
  /** Of the whole file, in lower-case hex; absent for a file too large to be edited. */
  readonly sha256?: string | undefined;
  readonly encoding: string;
  /** Of the window. */
  readonly lineEnding: "lf" | "crlf" | "mixed" | "none";
  /** The `redact` option changed the content. */
  readonly redacted?: boolean | undefined;
  /**
   * How a notebook is shown: as `cells`, whose lines are not those of the file; `raw`, as its JSON, when `byteOffset`
   * was given; or as it is because it is `invalid`.
   */
  readonly notebook?: "cells" | "raw" | "invalid" | "too_large" | undefined;
  /** Where all cells of a notebook were shown: the lines of its JSON that hold their text. */
  readonly sourceLines?: readonly LineSpan[] | undefined;
}

/** An image or a PDF. */
export interface ReadMediaOutput {
  readonly path: string;
  readonly mediaType: string;
  readonly base64: string;
  readonly sizeBytes: number;
  /** The part in which the model is shown it: `file` where version 7 of the SDK asked; absent for earlier callers. */
  readonly partType?: "file" | undefined;
}

/** Stands for an answer that the conversation holds already; only with the `dedupe` option. */
export interface ReadUnchangedOutput {
  readonly path: string;
  readonly unchanged: true;
  /** Of an image or a PDF. */
  readonly mediaType?: string | undefined;
  /** Of a text. */
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly totalLines?: number | undefined;
  readonly nextOffset?: number | undefined;
  readonly nextByteOffset?: number | undefined;
  readonly sizeBytes: number;
  readonly sha256?: string | undefined;
}

/** Any other content that is not text. */
export interface ReadBinaryOutput {
  readonly path: string;
  readonly binary: true;
  readonly sizeBytes: number;
  readonly sha256?: string | undefined;
  /** The file is larger than 100 MiB, so that its hash would take too long. */
  readonly hashOmitted?: true | undefined;
  /** The first bytes, at most 64; not where secrets were found. */
  readonly prefixBase64?: string | undefined;
  /** The `redact` option found secrets, so that none of the bytes is shown. */
  readonly redacted?: boolean | undefined;
}

/** What the read tool answers when it found the file. */
export type ReadOutput = ReadTextOutput | ReadMediaOutput | ReadBinaryOutput | ReadUnchangedOutput;

const textOutput = (): z.Schema<ReadTextOutput> =>
  z.object({
    path: z.string(),
    content: z.string(),
    startLine: z.int(),
    endLine: z.int(),
    startByteOffset: z.int().optional(),
    totalLines: z.int().optional(),
    truncated: z.boolean(),
    truncatedBy: z.oneOf(["lines", "bytes"]).optional(),
    nextOffset: z.int().optional(),
    nextByteOffset: z.int().optional(),
    mark: z.string().optional(),
    sizeBytes: z.int(),
    sha256: z.string().optional(),
    encoding: z.string(),
    lineEnding: z.oneOf(["lf", "crlf", "mixed", "none"]),
    redacted: z.boolean().optional(),
    notebook: z.oneOf(["cells", "raw", "invalid", "too_large"]).optional(),
    sourceLines: z.array(z.object({ startLine: z.int(), endLine: z.int() })).optional(),
  });

const mediaOutput = (): z.Schema<ReadMediaOutput> =>
  z.object({
    path: z.string(),
    mediaType: z.string(),
    base64: z.string(),
    sizeBytes: z.int(),
    partType: z.literal("file").optional(),
  });

const binaryOutput = (): z.Schema<ReadBinaryOutput> =>
  z.object({
    path: z.string(),
    binary: z.literal(true),
    sizeBytes: z.int(),
    sha256: z.string().optional(),
    hashOmitted: z.literal(true).optional(),
    prefixBase64: z.string().optional(),
    redacted: z.boolean().optional(),
  });

const unchangedOutput = (): z.Schema<ReadUnchangedOutput> =>
  z.object({
    path: z.string(),
    unchanged: z.literal(true),
    mediaType: z.string().optional(),
    startLine: z.int().optional(),
    endLine: z.int().optional(),
    totalLines: z.int().optional(),
    nextOffset: z.int().optional(),
    nextByteOffset: z.int().optional(),
    sizeBytes: z.int(),
    sha256: z.string().optional(),
  });

/** Takes every success of the read tool. */
export const readOutputSchema = (): z.Schema<ReadOutput> =>
  z.union([textOutput(), mediaOutput(), binaryOutput(), unchangedOutput()]);
