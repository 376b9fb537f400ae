// The ways into the parser: a whole patch of either dialect, and the body that a provider hands over for one file.

import { FsError } from "../errors.js";
import { MAX_PATCH_BYTES, MAX_PATCH_FILES } from "../limits.js";
import { utf8Length } from "../text/cut-text.js";
import { isNamePair, takeNamePair } from "./diff-headers.js";
import { isMarkerLine, isPlainMarker } from "./envelope-marker.js";
import { parseEnvelope } from "./parse-envelope.js";
import { parseFileBody } from "./parse-file-body.js";
import { parseHunks } from "./parse-hunks.js";
import { parseUnifiedDiff } from "./parse-unified-diff.js";
import { type ParsedPatch, type PatchOperation, pathsOf } from "./parsed-patch.js";
import { type PatchLines, splitPatch } from "./patch-lines.js";
import { createSyntaxError, quoteLine } from "./syntax-error.js";
import { unwrapPatch } from "./unwrap-patch.js";

/** Limits a patch. */
export interface ParsePatchOptions {
  /** UTF-8 bytes of the patch at most; default `MAX_PATCH_BYTES`. */
  readonly maxBytes?: number | undefined;
  /** Operations at most, and paths that they name; default `MAX_PATCH_FILES`. */
  readonly maxFiles?: number | undefined;
}

/**
 * Reads a patch: the `*** Begin Patch` envelope or a plain unified diff, with or without a fence or a here-document around
 * it. Nothing is said about the files that it names; paths are not judged.
 * @throws {FsError} parse_error – when the text is no patch; details hold `line` and `column`, both 1-based
 * @throws {FsError} file_too_large – when the patch is over one of its limits
 */
export function parsePatch(text: string, options: ParsePatchOptions = {}): ParsedPatch {
  const sizeBytes = assertSize(text, options.maxBytes ?? MAX_PATCH_BYTES);
  const lines = unwrapPatch(splitPatch(text));
  const operations = parseOperations(lines);
  if (operations.length === 0) throw createSyntaxError({ line: lines.lineNumber }, "the patch changes no file");
  assertFileCount(operations, options.maxFiles ?? MAX_PATCH_FILES);
  return { operations, sizeBytes };
}

/** Asks for one change of one file, as providers hand it over: the path apart, and a body without an envelope. */
export interface FileDiff {
  readonly type: "create" | "update" | "delete";
  readonly path: string;
  /** Lines with a plus sign for `create`, hunks for `update`; not looked at for `delete`. */
  readonly diff?: string | undefined;
  /** Another path for the file; only with `update`. */
  readonly moveTo?: string | undefined;
}

/**
 * Reads the change of one file whose path is not in the text.
 * @throws {FsError} parse_error – when the body is not of the form; details hold `line` and `column`, both 1-based
 * @throws {FsError} file_too_large – when the body is over the limit
 */
export function parseFileDiff(change: FileDiff, options: ParsePatchOptions = {}): ParsedPatch {
  const diff = change.diff ?? "";
  const sizeBytes = assertSize(diff, options.maxBytes ?? MAX_PATCH_BYTES);
  const lines = unwrapPatch(splitPatch(diff));
  const operation = parseChange(change, lines);
  lines.skipBlank();
  if (!lines.isDone && change.type !== "delete") {
    throw createSyntaxError(
      { line: lines.lineNumber },
      `${quoteLine(lines.peek())} is out of place in the diff of one file`,
    );
  }
  return { operations: [operation], sizeBytes };
}

function parseChange({ type, path, moveTo: newPath }: FileDiff, lines: PatchLines): PatchOperation {
  const moveTo = newPath ?? null;
  const place = { path, patchLine: 1 };
  if (type === "delete") return { type, ...place, hunks: [] };
  if (type === "create") return { type: "add", ...place, content: parseFileBody(lines) };
  if (isNamePair(lines)) takeNamePair(lines);
  const hunks = parseHunks(lines);
  if (hunks.length === 0 && moveTo === null) throw createSyntaxError({ line: 1 }, "the diff has no hunks");
  return { type, ...place, moveTo, hunks };
}

function parseOperations(lines: PatchLines): readonly PatchOperation[] {
  const { lineNumber } = lines;
  const first = lines.peek();
  if (isPlainMarker(first, "Begin Patch")) return parseEnvelope(lines);
  if (isMarkerLine(first.trimStart()) || first.trim() === "") {
    throw createSyntaxError({ line: lineNumber }, "the patch must begin with *** Begin Patch");
  }
  if (lines.has((line) => line.startsWith("*** ") && isPlainMarker(line, "Begin Patch"))) {
    const problem = `${quoteLine(first)} stands in front of *** Begin Patch; give the patch alone`;
    throw createSyntaxError({ line: lineNumber }, problem);
  }
  const operations = parseUnifiedDiff(lines);
  if (operations.length > 0) return operations;
  throw createSyntaxError({ line: lineNumber }, `${quoteLine(first)} begins no patch; begin with *** Begin Patch`);
}

function assertSize(text: string, maxBytes: number): number {
  const sizeBytes = utf8Length(text);
  if (sizeBytes <= maxBytes) return sizeBytes;
  throw new FsError("file_too_large", `the patch has ${sizeBytes} bytes, more than the ${maxBytes} that one may have`, {
    hint: "Split it into several patches.",
    details: { sizeBytes, maxBytes },
  });
}

function assertFileCount(operations: readonly PatchOperation[], maxFiles: number): void {
  const paths = new Set<string>();
  for (const [index, operation] of operations.entries()) {
    for (const path of pathsOf(operation)) paths.add(path);
    if (index < maxFiles && paths.size <= maxFiles) continue;
    throw new FsError("file_too_large", `the patch changes more than ${maxFiles} files`, {
      hint: "Split it into several patches.",
      details: { maxFiles, line: operation.patchLine },
    });
  }
}
