// Contents by their hash, each once, in directories of two characters.

import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { sha256Of } from "../../text/sha256.js";
import { hasErrno } from "../directories/errno.js";
import { unlinkIfThere } from "../directories/state-directory.js";
import { type FlushList, writePrivateFile } from "./durable-files.js";
import { listNames } from "./record-archive.js";
import type { ContentHandle } from "./transaction.js";

/** Ending of names that never got their own; swept with the next opening. */
const UNFINISHED = ".unfinished";

const BLOB_NAME = /^[0-9a-f]{64}$/;

/** Keeps contents in a directory, which comes into being with the first of them. */
export class BlobStore {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Keeps a content, and names what has to be flushed for it to stay; one that is there already costs a look. */
  async put(content: ContentHandle, flushes: FlushList): Promise<void> {
    const { sha256 } = content;
    if (!content.isKept || sha256 === null) return;
    const directory = this.#directoryOf(sha256);
    const path = join(directory, sha256);
    if (this.#load(sha256) === null) {
      const bytes = await content.load();
      if (bytes === null) return;
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const unfinished = join(this.#path, `${randomBytes(12).toString("hex")}${UNFINISHED}`);
      writePrivateFile(unfinished, [bytes]);
      renameSync(unfinished, path);
    }
    flushes.add(path, directory);
    flushes.addDirectory(this.#path);
  }

  /** Answers a content by its hash; it is checked when it is loaded. */
  handleOf(sha256: string, size: number): ContentHandle {
    return { sha256, size, isKept: true, load: async () => this.#load(sha256) };
  }

  /** Removes what never got its name. */
  removeUnfinished(): void {
    for (const name of listNames(this.#path)) if (name.endsWith(UNFINISHED)) unlinkIfThere(join(this.#path, name));
  }

  /** Names the parts in which contents lie, each of which can be swept by itself. */
  parts(): readonly string[] {
    return listNames(this.#path).filter((name) => name.length === 2);
  }

  /** Removes every content of a part that is not named. */
  sweep(part: string, named: ReadonlySet<string>): void {
    for (const name of listNames(join(this.#path, part))) if (!named.has(name)) this.remove(name);
  }

  remove(sha256: string): void {
    unlinkIfThere(join(this.#directoryOf(sha256), sha256));
  }

  #load(sha256: string): Uint8Array | null {
    if (!BLOB_NAME.test(sha256)) return null;
    try {
      const bytes = readFileSync(join(this.#directoryOf(sha256), sha256));
      return sha256Of(bytes) === sha256 ? bytes : null;
    } catch (error) {
      if (hasErrno(error, "ENOENT")) return null;
      throw error;
    }
  }

  #directoryOf(sha256: string): string {
    return join(this.#path, sha256.slice(0, 2));
  }
}
