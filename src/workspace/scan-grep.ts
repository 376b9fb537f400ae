// Search by reading: each file of a walk is opened by the boundary, decoded, and scanned by the linear matcher.

import { BINARY_PROBE_BYTES, MAX_SCAN_FILE_BYTES } from "../limits.js";
import { createLineMatcher, type LineMatcher } from "../search/line-matcher.js";
import { scanText } from "../search/scan-text.js";
import { decodeText, detectTextFormat } from "../text/encoding.js";
import type { OpenFile } from "./directory.js";
import { errnoOf, hasErrno } from "./errno.js";
import type { Gate } from "./gate.js";
import { type GrepRequest, HitCollector } from "./grep-request.js";
import { chainAt, holdPlaceDirectory } from "./list-operations.js";
import { detectBinary } from "./policy.js";
import { readWholeFile, readWindow } from "./read-file.js";
import { openPlaceFile } from "./read-operations.js";
import { showPath } from "./scope.js";
import { createTurnKeeper } from "./take-turns.js";
import type { Place } from "./walk-path.js";
import { type WalkedEntry, walkTree } from "./walk-tree.js";
import type { GrepHit, GrepResult } from "./workspace.js";

/** A file to be scanned, and the name that its hits carry. */
export interface ScannedFile {
  readonly file: OpenFile;
  readonly path: string;
}

/** Answers the decoded text of a file; `null` for a binary one, which is passed over as ripgrep does. */
async function readForScan({ file, path }: ScannedFile, signal: AbortSignal | undefined): Promise<string | null> {
  const head = await readWindow(file, { start: 0, length: BINARY_PROBE_BYTES });
  if (detectBinary(head)) return null;
  const { bytes } = await readWholeFile(file, { path, maxBytes: MAX_SCAN_FILE_BYTES, signal });
  return decodeText(bytes, detectTextFormat(bytes));
}

/** Scans one file and answers its hits one by one. */
export async function* scanFile(
  scanned: ScannedFile,
  matcher: LineMatcher,
  request: GrepRequest,
): AsyncGenerator<GrepHit, void, void> {
  if (scanned.file.stat().size === 0) return;
  const text = await readForScan(scanned, request.signal);
  if (text === null) return;
  const { context, maxBytesPerLine } = request;
  for (const hit of scanText(text, matcher, { context, maxBytesPerLine, maxHits: Number.POSITIVE_INFINITY })) {
    yield { path: scanned.path, ...hit };
  }
}

interface Scan {
  readonly matcher: LineMatcher;
  readonly request: GrepRequest;
  readonly collector: HitCollector;
}

/** Adds the hits of one file, or the reason why it could not be read. */
async function collectFile(open: () => OpenFile, path: string, scan: Scan): Promise<void> {
  let file: OpenFile | undefined;
  try {
    file = open();
    for await (const hit of scanFile({ file, path }, scan.matcher, scan.request)) {
      scan.collector.add(hit);
      if (scan.collector.isFull) return;
    }
  } catch (error) {
    if (scan.request.signal?.aborted === true) throw error;
    if (!hasErrno(error, "ENOENT", "ELOOP", "ENOTFILE", "ESTALE")) scan.collector.skip(path, reasonOf(error));
  } finally {
    file?.close();
  }
}

/** Names in words why a file could not be searched. */
export function reasonOf(error: unknown): string {
  if (errnoOf(error) === "EACCES" || errnoOf(error) === "EPERM") return "permission denied";
  const kind = (error as { kind?: unknown }).kind;
  return kind === "file_too_large" ? "too large to scan" : "could not be read";
}

/** Scans the files of a run, each by the directory that the walk holds. */
async function scanRun(run: readonly WalkedEntry[], place: Place, scan: Scan): Promise<void> {
  const takeTurn = createTurnKeeper();
  for (const { directory, entry, path } of run) {
    const below = path.split("/");
    if (entry.type !== "file" || !scan.request.isWanted(below)) continue;
    await takeTurn();
    await collectFile(
      () => directory.openFile(entry.name),
      showPath(place.root, [...place.components, ...below]),
      scan,
    );
    if (scan.collector.isFull) return;
  }
}

/** Searches a file, or every file below a directory, in the order of paths. */
export async function grepByScan(gate: Gate, place: Place, request: GrepRequest): Promise<GrepResult> {
  const matcher = await createLineMatcher(request.pattern, request);
  const collector = new HitCollector(request);
  const scan = { matcher, request, collector };
  if (place.node?.type !== "dir") {
    await collectFile(() => openPlaceFile(place), place.path, scan);
    return collector.finish();
  }
  const directory = holdPlaceDirectory(place);
  try {
    const runs = walkTree(directory, place.components, {
      chain: chainAt(gate, place, directory),
      includeIgnored: request.includeIgnored,
      maxDepth: gate.parts.limits.maxWalkDepth,
      onSkipped: (components, reason) => collector.skip(showPath(place.root, components), reason),
      signal: request.signal,
    });
    for (const run of runs) {
      await scanRun(run, place, scan);
      if (collector.isFull) break;
    }
    return collector.finish();
  } finally {
    directory.close();
  }
}
