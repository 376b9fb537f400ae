// Reads ignore files and keeps what they said for as long as they do not change. Which of them hold where is told elsewhere.

import { MAX_IGNORE_FILE_BYTES } from "../../limits.js";
import { type IgnoreRules, parseIgnoreRules } from "../../search/ignore-rules.js";
import type { Directory } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";

/** Files whose rules are kept parsed. */
const MAX_CACHED_FILES = 512;

function parseFile(directory: Directory, name: string): IgnoreRules | undefined {
  try {
    const file = directory.openFile(name);
    try {
      const buffer = Buffer.alloc(MAX_IGNORE_FILE_BYTES + 1);
      const length = file.readSync(buffer, 0);
      return parseIgnoreRules(buffer.subarray(0, length).toString("utf8"));
    } finally {
      file.close();
    }
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ELOOP", "ENOTFILE", "EISDIR", "EACCES", "EPERM")) return undefined;
    throw error;
  }
}

/** The parsed ignore files that were asked for last. */
export class IgnoreFileCache {
  readonly #rules = new Map<string, IgnoreRules>();

  /** Answers the rules of a regular file; `undefined` for anything else, a link or a pipe included. */
  read(directory: Directory, name: string): IgnoreRules | undefined {
    const node = directory.lookup(name);
    if (node === null || node.type !== "file") return undefined;
    const key = `${node.identity}:${node.version}`;
    const known = this.#rules.get(key) ?? parseFile(directory, name);
    if (known === undefined) return undefined;
    this.#rules.delete(key);
    this.#rules.set(key, known);
    const oldest = this.#rules.keys().next().value;
    if (this.#rules.size > MAX_CACHED_FILES && oldest !== undefined) this.#rules.delete(oldest);
    return known;
  }
}
