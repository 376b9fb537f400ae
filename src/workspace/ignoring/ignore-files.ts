// Reads ignore files and keeps what they said for as long as they do not change. Which of them hold where is told elsewhere.

import { MAX_IGNORE_FILE_BYTES } from "../../limits.js";
import { createUnreadRules, type IgnoreRules, parseIgnoreRules } from "../../search/ignore-rules.js";
import type { Directory } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";

/** Files whose rules are kept parsed. */
const MAX_CACHED_FILES = 512;

interface FoundRules {
  readonly rules: IgnoreRules;
  /** They are those of the version that was looked at. */
  readonly canBeKept: boolean;
}

function parseFile(directory: Directory, name: string): FoundRules | undefined {
  try {
    const file = directory.openFile(name);
    try {
      const buffer = Buffer.alloc(MAX_IGNORE_FILE_BYTES + 1);
      const length = file.readSync(buffer, 0);
      return { rules: parseIgnoreRules(buffer.subarray(0, length).toString("utf8")), canBeKept: true };
    } finally {
      file.close();
    }
  } catch (error) {
    if (hasErrno(error, "EACCES", "EPERM")) return { rules: createUnreadRules(), canBeKept: false };
    if (hasErrno(error, "ENOENT", "ELOOP", "ENOTFILE", "EISDIR")) return undefined;
    throw error;
  }
}

/** The parsed ignore files that were asked for last. */
export class IgnoreFileCache {
  readonly #rules = new Map<string, IgnoreRules>();

  /**
   * Answers the rules of a regular file, those that stand for an unread one where reading is denied; `undefined` for
   * anything else, a link or a pipe included.
   */
  read(directory: Directory, name: string): IgnoreRules | undefined {
    const node = directory.lookup(name);
    if (node === null || node.type !== "file") return undefined;
    const key = `${node.identity}:${node.version}`;
    const known = this.#rules.get(key);
    const found = known === undefined ? parseFile(directory, name) : { rules: known, canBeKept: true };
    if (found?.canBeKept === true) this.#keep(key, found.rules);
    return found?.rules;
  }

  #keep(key: string, rules: IgnoreRules): void {
    this.#rules.delete(key);
    this.#rules.set(key, rules);
    const oldest = this.#rules.keys().next().value;
    if (this.#rules.size > MAX_CACHED_FILES && oldest !== undefined) this.#rules.delete(oldest);
  }
}
