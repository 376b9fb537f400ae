// Finds the files that are not UTF-8: ripgrep compares bytes, so what they say is compared here, in their decoded text.

import { orderKey, sortByPath } from "../../search/path-order.js";
import { listWithRipgrep, NO_END, type RipgrepEnd, type RipgrepScope } from "../../shell/ripgrep/ripgrep.js";
import type { GrepRequest } from "./grep-request.js";
import type { FoundFile, HitVisitor } from "./hit-visitor.js";

/** Files at most whose text is decoded for one search; more are told of in a note. */
const MAX_FOREIGN_FILES = 10_000;

const CONTINUATION = String.raw`[\x80-\xbf]`;
const NO_CONTINUATION = String.raw`(?:[^\x80-\xbf]|$)`;

/** Any byte that is no part of a well-formed sequence of UTF-8, seen from what stands around it in its line. */
const ILL_FORMED: string = [
  String.raw`[\xc0\xc1\xf5-\xff]`,
  `(?:^|[\\x00-\\x7f])${CONTINUATION}`,
  `[\\xc2-\\xdf](?:${NO_CONTINUATION}|${CONTINUATION}{2})`,
  String.raw`\xe0[\x80-\x9f]|\xed[\xa0-\xbf]|\xf0[\x80-\x8f]|\xf4[\x90-\xbf]`,
  `[\\xe0-\\xef](?:${CONTINUATION}?${NO_CONTINUATION}|${CONTINUATION}{3})`,
  `[\\xf0-\\xf4](?:${CONTINUATION}{0,2}${NO_CONTINUATION}|${CONTINUATION}{4})`,
].join("|");

/** Files whose bytes do not say what their text is, in the order of paths. */
export interface ForeignFiles {
  readonly files: readonly FoundFile[];
  /** There are more than are looked into. */
  readonly isCut: boolean;
}

/** No file of that kind. */
export const NO_FOREIGN_FILES: ForeignFiles = { files: [], isCut: false };

/** Says what is looked for, where, and who knows which files count. */
export interface ForeignSearch {
  readonly request: GrepRequest;
  readonly scope: RipgrepScope;
  readonly visitor: HitVisitor;
}

/** Tells whether a pattern names characters outside ASCII, which are other bytes in other encodings. */
export function namesForeignText({ pattern, regex }: GrepRequest): boolean {
  return /[^\0-\x7f]/.test(pattern) || (regex && /\\[xuUpP]/.test(pattern));
}

/** Tells whether an expression takes characters outside ASCII without naming one, as `.` and `\w` do. */
export function takesForeignText({ pattern, regex }: GrepRequest): boolean {
  return regex && /\.|\\[wWSD]|\[\^/.test(pattern);
}

/** Finds the files below a scope that are neither UTF-8 nor marked as UTF-16; binary ones are left out. */
export async function findForeignFiles({ request, scope, visitor }: ForeignSearch): Promise<ForeignFiles> {
  const timeoutMs = Math.max(1, Math.ceil(request.deadlineMs - performance.now()));
  const containing = { pattern: `(?-u:${ILL_FORMED})`, regex: true };
  const paths: string[] = [];
  for await (const batch of listWithRipgrep({ ...scope, order: "any", timeoutMs, containing })) {
    paths.push(...batch.filter((path) => visitor.isWanted(path)));
    if (paths.length > MAX_FOREIGN_FILES) break;
  }
  const files = paths.slice(0, MAX_FOREIGN_FILES).map((path) => ({ path, places: [], isUnsearched: true }));
  return { files: sortByPath(files), isCut: paths.length > MAX_FOREIGN_FILES };
}

type Output = AsyncGenerator<readonly FoundFile[], RipgrepEnd, void>;

/** Hands out the foreign files that come before others in the order of paths. */
class ForeignQueue {
  readonly #files: readonly FoundFile[];
  readonly #paths: ReadonlySet<string>;
  #next = 0;

  constructor(files: readonly FoundFile[]) {
    this.#files = files;
    this.#paths = new Set(files.map(({ path }) => path));
  }

  /** Puts those that come first in front of some files, and leaves out what is said of them otherwise. */
  merge(found: readonly FoundFile[]): readonly FoundFile[] {
    return found.filter(({ path }) => !this.#paths.has(path)).flatMap((file) => [...this.#takeBefore(file), file]);
  }

  takeRest(): readonly FoundFile[] {
    return this.#files.slice(this.#next);
  }

  #takeBefore({ path }: FoundFile): readonly FoundFile[] {
    const key = orderKey(path);
    const first = this.#next;
    for (let next = this.#files[first]; next !== undefined; next = this.#files[this.#next]) {
      if (Buffer.compare(orderKey(next.path), key) >= 0) break;
      this.#next += 1;
    }
    return this.#files.slice(first, this.#next);
  }
}

/** Puts foreign files among those that ripgrep found, in the order of paths if they are. */
export async function* mergeForeign(output: Output, { files }: ForeignFiles): Output {
  const queue = new ForeignQueue(files);
  try {
    for (let next = await output.next(); ; next = await output.next()) {
      if (next.done === true) {
        yield queue.takeRest();
        return next.value;
      }
      yield queue.merge(next.value);
    }
  } finally {
    await output.return(NO_END);
  }
}
