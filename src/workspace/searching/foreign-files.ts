// Files that are not UTF-8 beside those that ripgrep finds: it compares bytes, so what they say is compared here, decoded.

import { orderKey } from "../../search/path-order.js";
import { NO_END, type RipgrepEnd } from "../../shell/ripgrep/ripgrep.js";
import type { GrepRequest } from "./grep-request.js";
import type { FoundFile } from "./hit-visitor.js";

/** Files whose bytes do not say what their text is, in the order of paths. */
export interface ForeignFiles {
  readonly files: readonly FoundFile[];
  /** There are more than are looked into. */
  readonly isCut: boolean;
}

/** No file of that kind. */
export const NO_FOREIGN_FILES: ForeignFiles = { files: [], isCut: false };

/** Tells whether a pattern names characters outside ASCII, which are other bytes in other encodings. */
export function namesForeignText({ pattern, regex }: GrepRequest): boolean {
  return /[^\0-\x7f]/.test(pattern) || (regex && /\\[xuUpP]/.test(pattern));
}

/** Tells whether an expression takes characters outside ASCII without naming one, as `.` and `\w` do. */
export function takesForeignText({ pattern, regex }: GrepRequest): boolean {
  return regex && /\.|\\[wWSD]|\[\^/.test(pattern);
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
