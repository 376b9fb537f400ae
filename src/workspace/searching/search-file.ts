// Searches one open file by reading it, and says in words why one could not be searched.

import { isFsError } from "../../errors.js";
import { MAX_HELD_SCAN_BYTES, MAX_SCAN_FILE_BYTES } from "../../limits.js";
import { type FileSearch, scanFile } from "../../search/scan-file.js";
import type { OpenFile } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import { readWholeFile } from "../reading/read-file.js";

/** An open file, and the name that its hits carry. */
export interface SearchedFile {
  readonly file: OpenFile;
  readonly path: string;
  /** The file itself was asked for. */
  readonly isNamed: boolean;
}

async function readForSearch(file: OpenFile, path: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
  if (file.content !== undefined && file.content.length <= MAX_HELD_SCAN_BYTES) return file.content;
  return (await readWholeFile(file, { path, maxBytes: MAX_SCAN_FILE_BYTES, signal })).bytes;
}

/** Searches an open file. */
export async function searchOpenFile(
  { file, path, isNamed }: SearchedFile,
  search: FileSearch,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (file.stat().size === 0) return;
  const bytes = await readForSearch(file, path, signal);
  await scanFile({ path, bytes, isNamed }, search);
}

/** Names in words why a file could not be searched. */
export function describeSkip(error: unknown): string {
  if (hasErrno(error, "EACCES", "EPERM")) return "permission denied";
  if (!isFsError(error)) return "could not be read";
  if (error.kind === "invalid_pattern") return "not searched: only ripgrep knows the expression";
  return error.kind === "file_too_large" ? "too large to scan" : "could not be read";
}
