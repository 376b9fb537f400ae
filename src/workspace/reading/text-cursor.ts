// Cursors of windowed reads: where the next window starts, and which version of the file it continues.

import { Buffer } from "node:buffer";
import { FsError } from "../../errors.js";
import type { HeldFile } from "../interfaces/workspace-files.js";

/** Where a window of a file goes on. */
export interface TextCursor {
  /** 1-based line that the window starts in. */
  readonly line: number;
  /** 0-based position that the window starts at. */
  readonly byte: number;
  /** Names the version that was read up to there. */
  readonly mark: string;
}

/** Longest cursor that is read, in characters. */
const MAX_CURSOR_LENGTH = 512;

/** Writes a cursor as opaque text. */
export function encodeCursor(cursor: TextCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

function isCursor(value: unknown): value is TextCursor {
  const cursor = value as Partial<TextCursor> | null;
  return (
    typeof cursor === "object" &&
    cursor !== null &&
    [cursor.line, cursor.byte].every((field) => Number.isSafeInteger(field) && Number(field) >= 0) &&
    Number(cursor.line) >= 1 &&
    typeof cursor.mark === "string"
  );
}

/**
 * Reads a cursor that an earlier window gave.
 * @throws {FsError} parse_error – when it is no cursor of this package
 */
export function decodeCursor(text: string): TextCursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text.slice(0, MAX_CURSOR_LENGTH), "base64url").toString("utf8"));
    if (isCursor(value)) return value;
  } catch {
    // Falls through to the one error below.
  }
  throw new FsError("parse_error", "the cursor is not one that an earlier read gave", {
    hint: "Start again without a cursor.",
  });
}

/**
 * Checks that a cursor continues the version that is held; a file that only grew is still the same.
 * @throws {FsError} hash_mismatch – when the file was replaced or rewritten since the cursor was given
 */
export function assertContinues(cursor: TextCursor, file: HeldFile): void {
  if (file.compare(cursor.mark) !== "replaced") return;
  throw new FsError("hash_mismatch", `${file.path}: the file was replaced since the earlier window was read`, {
    path: file.path,
    hint: "Start again without a cursor.",
  });
}
