// Searches one held file by ripgrep, which is handed its bytes: what is too large here, or only ripgrep understands.

import type { HitPage } from "../../search/hit-page.js";
import { BINARY_REST_REASON } from "../../search/scan-file.js";
import { findLinesByRipgrep, NO_END } from "../../shell/ripgrep/ripgrep.js";
import type { RipgrepPlace, RipgrepTextSearch } from "../../shell/ripgrep/ripgrep-request.js";
import type { OpenFile } from "../directories/directory.js";
import { scanRange } from "../reading/scan-range.js";
import type { GrepRequest } from "./grep-request.js";

/** What is searched, for what, and by which program. */
export interface HeldFileSearch {
  readonly file: OpenFile;
  /** As results name it. */
  readonly path: string;
  readonly request: GrepRequest;
  readonly program: string;
  /** Where the program is started. */
  readonly cwd: string;
  /** Takes a place that was found, in the modes `content` and `files`; answers whether more are wanted. */
  readonly take: (place: RipgrepPlace) => boolean;
}

/** The text of a file: what stands in front of its first NUL byte. */
class HeldText {
  readonly #file: OpenFile;
  readonly #signal: AbortSignal | undefined;
  hasNul = false;

  constructor(file: OpenFile, signal: AbortSignal | undefined) {
    this.#file = file;
    this.#signal = signal;
  }

  async *pieces(): AsyncGenerator<Uint8Array, void, void> {
    for await (const bytes of scanRange(this.#file, { start: 0, end: this.#file.stat().size, signal: this.#signal })) {
      const nul = bytes.indexOf(0);
      this.hasNul = nul >= 0;
      yield nul < 0 ? bytes : bytes.subarray(0, nul);
      if (this.hasNul) return;
    }
  }
}

/** What a run found. */
interface Found {
  readonly count: number;
  readonly isTimedOut: boolean;
}

/** Asks for lines, and leaves the run as soon as no more are wanted. */
async function takeLines(search: RipgrepTextSearch, { request, take }: HeldFileSearch): Promise<Found> {
  const found = findLinesByRipgrep({ ...search, maxLines: request.offset + request.limit + 1 });
  let count = 0;
  for (let next = await found.next(); ; next = await found.next()) {
    if (next.done === true) return { count, isTimedOut: next.value.isTimedOut };
    for (const place of next.value) {
      count += 1;
      if (take(place)) continue;
      await found.return(NO_END);
      return { count, isTimedOut: false };
    }
  }
}

/** Asks for matches across lines, of which the program says so much that only as many as are wanted are asked for. */
async function takePlaces(search: RipgrepTextSearch, { request, take }: HeldFileSearch): Promise<Found> {
  const { findPlacesByRipgrep } = await import("../../shell/ripgrep/ripgrep-text.js");
  const { offset, limit, mode } = request;
  const maxPlaces = mode === "count" ? Number.POSITIVE_INFINITY : mode === "files" ? 1 : offset + limit + 1;
  const { places, isTimedOut } = await findPlacesByRipgrep(search, maxPlaces);
  if (mode === "count") return { count: places.length, isTimedOut };
  const end = places.findIndex((place) => !take(place));
  return { count: end < 0 ? places.length : end + 1, isTimedOut };
}

async function countLines(search: RipgrepTextSearch): Promise<Found> {
  const { countLinesByRipgrep } = await import("../../shell/ripgrep/ripgrep-text.js");
  const { lines, isTimedOut } = await countLinesByRipgrep(search);
  return { count: lines, isTimedOut };
}

function search(asked: RipgrepTextSearch, held: HeldFileSearch): Promise<Found> {
  if (asked.multiline === true) return takePlaces(asked, held);
  return held.request.mode === "count" ? countLines(asked) : takeLines(asked, held);
}

/**
 * Puts what a file has on the page, or has its places taken.
 * @throws {FsError} invalid_pattern, file_too_large, io_error – as the search of a text does
 */
export async function searchHeldFile(held: HeldFileSearch, page: HitPage): Promise<void> {
  const { file, path, request, program, cwd } = held;
  const { pattern, regex, ignoreCase, multiline, mode, signal } = request;
  const text = new HeldText(file, signal);
  const timeoutMs = Math.max(1, Math.ceil(request.deadlineMs - performance.now()));
  const asked = { program, cwd, pattern, regex, ignoreCase, multiline, timeoutMs, signal, text: () => text.pieces() };
  const { count, isTimedOut } = await search(asked, held);
  if (isTimedOut) return page.endInTime();
  if (mode === "count" && count > 0) page.addFile({ path, hits: count });
  if (text.hasNul && count > 0) page.skip(path, BINARY_REST_REASON);
}
